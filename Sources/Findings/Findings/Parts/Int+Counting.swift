extension Int {
  /// Returns the number with its noun: "1 replication", "2 replications".
  public func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
