extension Int {
  /// The number with what it counts: "1 replication", "2 replications".
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// What follows a number that so many of all replications define: ", in 5 of 16"; nothing where all do.
  func among(_ all: Int) -> String { self == all ? "" : ", in \(self) of \(all)" }
}
