import GrowthModel

extension Field<Market> {
  /// Returns a field for the acquaintances, from a file of pairs beside the scenario.
  static func edgeList(_ key: String, _ meaning: String) -> Field {
    .file(
      key, \.acquaintances, name: \.name, expecting: "the path of a CSV file of pairs, or none",
      meaning
    ) { source, name, market, findings in
      EdgeListReader(source: source, people: market.people, findings: findings).read()
        .map { EdgeList($0, called: name) }
    }
  }
}
