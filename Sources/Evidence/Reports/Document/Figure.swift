public import Gates

/// A number of a run, with its interval and what is asked of it.
public struct Figure: Hashable, Sendable {
  /// Dotted and lasting: two runs of a kind are compared by it.
  public let key: String
  public let measure: Measure
  public let unit: String
  public let target: Target?
  /// Whether that is so; `nil` without a target.
  public let verdict: GateVerdict?
  /// One sentence on what is counted.
  public let meaning: String?

  public init(
    _ key: String, _ measure: Measure, unit: String, target: Target? = nil,
    verdict: GateVerdict? = nil, meaning: String? = nil
  ) {
    self.key = key
    self.measure = measure
    self.unit = unit
    self.target = target
    self.verdict = verdict
    self.meaning = meaning
  }
}

extension Figure {
  /// What is asked of a figure.
  public struct Target: Hashable, Sendable {
    public let side: GateRow.Side
    public let limit: Double
    /// As it is written, such as `≥ 15.0%`.
    public let text: String

    public init(_ side: GateRow.Side, _ limit: Double, _ text: String) {
      self.side = side
      self.limit = limit
      self.text = text
    }
  }

  /// The figures that have a target, against it.
  static func bullets(_ figures: [Figure]) -> BulletChart {
    BulletChart(
      figures.compactMap { figure in
        guard let target = figure.target, figure.measure.value != nil else { return nil }
        return BulletChart.Row(
          figure.key, figure.measure, limit: target.limit, side: target.side,
          figure.verdict ?? .undecided)
      })
  }

  /// The figures as a table, with the columns that they fill.
  static func table(_ figures: [Figure]) -> Table {
    let hasTargets = figures.contains { $0.target != nil }
    let hasIntervals = figures.contains { $0.measure.low != nil }
    return Table(
      ["metric", .number("value")] + (hasIntervals ? [.number("± 95%")] : [])
        + (hasTargets ? [.number("target"), ""] : []) + ["unit"],
      figures.map { figure in
        [figure.key, figure.measure.text]
          + (hasIntervals
            ? [figure.measure.intervalCell] : [])
          + (hasTargets ? [figure.target?.text ?? "", figure.verdict?.mark ?? ""] : [])
          + [figure.unit]
      })
  }
}
