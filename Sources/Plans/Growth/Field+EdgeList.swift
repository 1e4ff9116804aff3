import GrowthloopModel

extension Field<Market> {
  /// Returns a field for the acquaintances, from a file of pairs beside the scenario.
  static func edgeList(_ key: String, _ meaning: String) -> Field {
    .longFile(
      key, \.acquaintances, name: \.name, expecting: "the path of a file of pairs, or none",
      meaning
    ) { open, name, market, findings throws(SourceLoader.Unreadable) in
      try EdgeListReader(
        name: name, open: open, people: market.people, areMutual: market.areMutual,
        findings: findings
      ).read()
    }
  }
}
