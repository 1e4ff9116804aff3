public import GrowthloopFindings
public import Statistics

/// A number of a run, with its interval and target.
public struct Figure: Hashable, Sendable {
  /// Dotted and permanent: two runs of a kind are compared by it.
  public let key: String
  /// The name for readers; `nil` where the key is one.
  public let label: String?
  public let measured: Measure
  public let unit: String
  public let target: GateLimit?
  /// The definition, in one sentence.
  public let meaning: String?

  public init(
    _ key: String, called label: String? = nil, _ measured: Measure, unit: String,
    target: GateLimit? = nil, meaning: String? = nil
  ) {
    self.key = key
    self.label = label
    self.measured = measured
    self.unit = unit
    self.target = target
    self.meaning = meaning
  }

  /// Whether the target is met; `nil` without one.
  var verdict: GateVerdict? {
    target.map { target in
      measured.interval.map { target.verdict(from: $0.low, to: $0.high) } ?? .undecided
    }
  }

  /// The target in its printed form: `≥ 15.0%`.
  var targetText: String {
    target.map { "\($0.comparison.sign) \(measured.style.text($0.value))" } ?? ""
  }

  /// The word for the target's verdict: met or missed.
  var targetVerdict: String {
    verdict.map { $0 == .kept ? "met" : $0.rawValue } ?? ""
  }
}

extension Figure {
  /// Returns the figures that have a target, against it.
  static func bullets(_ figures: [Figure]) -> BulletChart {
    BulletChart(
      figures.compactMap { figure in
        figure.target.flatMap { target in
          figure.verdict.map { JudgedGate(figure.label ?? figure.key, figure.measured, target, $0) }
        }
      })
  }

  /// Returns a table of the figures, with the columns that they fill; `value` names the mean's
  /// column.
  static func table(_ figures: [Figure], called value: String = "value") -> Table {
    let hasLabels = figures.contains { $0.label != nil }
    let hasTargets = figures.contains { $0.target != nil }
    let hasIntervals = figures.contains { $0.measured.interval != nil }
    let hasUnits = figures.contains { !$0.unit.isEmpty }
    return Table(
      ["metric"] + (hasLabels ? ["id"] : []) + [.number(value)]
        + (hasIntervals ? [.number("± 95%")] : [])
        + (hasTargets ? [.number("target"), ""] : []) + (hasUnits ? ["unit"] : []),
      figures.map { figure in
        [figure.label ?? figure.key] + (hasLabels ? [figure.key] : []) + [figure.measured.text]
          + (hasIntervals ? [figure.measured.spread] : [])
          + (hasTargets ? [figure.targetText, figure.targetVerdict] : [])
          + (hasUnits ? [figure.unit] : [])
      })
  }
}
