public import GrowthloopFindings
public import Statistics

/// What a variant that joins the changes of two others does beyond both: the interaction of two
/// factors with two levels each.
public struct TrialInteraction: Sendable {
  /// That of treating everybody, over replications with the same luck.
  public let truth: Estimate
  /// The mean that the planned design shows, and its spread over the runs: the standard error of one
  /// experiment.
  public let shown: Estimate
  public let deviation: Double
  /// The runs that find one, as far from nothing as that spread tells.
  public let power: Estimate

  /// The smallest that would be found in four of five runs.
  public var detectable: Double { PowerAnalysis().reach * deviation }

  /// Creates it from the studies of the three variants, which have the same runs; `nil` before ten.
  public init?(of both: TrialOutcome, beyond alone: [TrialOutcome]) {
    let replications = min(both.truths.count, alone.map(\.truths.count).min() ?? 0)
    var truths = RunningMoments()
    for number in 0..<replications {
      let effects = ([both] + alone).compactMap { $0.truths[number].effect }
      guard effects.count == 1 + alone.count else { continue }
      truths.record(2 * effects[0] - effects.reduce(0, +))
    }
    let runs = ([both] + alone).compactMap { $0.designs.first?.runs }
    guard runs.count == 1 + alone.count else { return nil }
    let found = (0..<(runs.map(\.count).min() ?? 0)).compactMap { number -> Double? in
      let effects = runs.compactMap { $0[number].effects[0]?.difference }
      return effects.count == runs.count ? 2 * effects[0] - effects.reduce(0, +) : nil
    }
    var moments = RunningMoments()
    for interaction in found { moments.record(interaction) }
    guard found.count >= 10, let truth = truths.meanEstimate(),
      let shown = moments.meanEstimate(), let deviation = moments.standardDeviation, deviation > 0,
      let power = Proportion(
        found.count { $0.magnitude > PowerAnalysis().threshold * deviation }, of: found.count
      ).wilson()
    else { return nil }
    (self.truth, self.shown, self.deviation, self.power) = (truth, shown, deviation, power)
  }
}

extension TrialTruth {
  /// The effect on the primary metric in this replication; `nil` without rows in a world.
  fileprivate var effect: Double? {
    let sums = metrics[0]
    guard sums.control.rows > 0, sums.variant.rows > 0 else { return nil }
    return sums.variant.value / sums.variant.rows - sums.control.value / sums.control.rows
  }
}

extension ExperimentInteraction {
  /// The interaction as the findings keep it.
  public init(
    _ found: TrialInteraction, of name: String, beyond alone: [String], in style: NumberStyle
  ) {
    self.init()
    self.name = name
    self.alone = alone
    truth = Measure(found.truth, in: style)
    shown = Measure(found.shown, in: style)
    deviation = found.deviation
    power = Measure(found.power, in: .share)
    detectable = found.detectable
  }
}
