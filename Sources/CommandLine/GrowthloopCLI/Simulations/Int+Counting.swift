extension Int {
  /// The number with what it counts: "1 replication", "2 replications".
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
