import GrowthloopModel

extension Metric {
  /// The targets of the product document, judged eight weeks after the start.
  static let judgement: [Metric] = [
    sending, conversion, flow, firstValue,
  ].joined().filter { $0.target?.document.hasPrefix("P-MET") == true }.map(\.atJudgement)

  /// The same metric over the first eight weeks.
  private var atJudgement: Metric {
    reading(
      as: "week8.\(key)", "\(name), after 8 weeks",
      "The same as \(key), over the first \(GrowthRun.judgementDay) days; runs that are shorter "
        + "have none. There was nothing before the launch to compare with.",
      answers: ["P-MET-06"], of: \.atJudgement)
  }
}
