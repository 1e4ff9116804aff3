import GrowthloopModel

extension Metric {
  /// Arrivals without an invite, and their results.
  static let arrivals: [Metric] =
    arrivals("organic", "organic", \.organic) + arrivals("crowd", "of the crowd", \.crowd)

  private static func arrivals(
    _ key: String, _ phrase: String,
    _ kind: @escaping @Sendable (ArrivalTally) -> ArrivalTally.Kind
  ) -> [Metric] {
    [
      .count(
        "arrivals.\(key).attempted", "Arrivals attempted, \(phrase)", "attempts",
        "Times that a person without an invite was to come, \(phrase)."
      ) { kind($0.tally.arrivals).attempted },
      .count(
        "arrivals.\(key).newcomers", "Arrivals, \(phrase)", "newcomers",
        "Newcomers without an invite, \(phrase): none of them was a member before."
      ) { kind($0.tally.arrivals).newcomers },
      .count(
        "arrivals.\(key).unanswered", "Arrivals that found no one, \(phrase)", "attempts",
        "Times that a person was to come, \(phrase), when all whose phone runs the app were members."
      ) { kind($0.tally.arrivals).unanswered },
    ]
  }
}
