/// What a rule of looks concludes in many experiments with the same truth.
public struct StoppingStudy: Sendable {
  /// The looks as planned.
  public let plan: LookPlan
  /// The mean statistic at the last look; 0 in an A/A test.
  public let drift: Double
  /// The number of experiments.
  public private(set) var count = 0
  /// Those that a look ended: false ones in an A/A test, else the power.
  public private(set) var ended = 0
  /// Those that a look ended with the wrong sign.
  public private(set) var wrong = 0
  /// The plain estimates, in standard errors of the last look.
  public private(set) var estimates = RunningMoments()
  /// Those of experiments that a look ended, as sizes without sign.
  public private(set) var estimatesIfEnded = RunningMoments()
  /// The number of looks that were taken.
  public private(set) var looks = RunningMoments()

  /// Creates a study without experiments.
  public init(_ plan: LookPlan, drift: Double) {
    self.plan = plan
    self.drift = drift
  }

  /// Adds an experiment by its statistics at all looks.
  public mutating func record(path: [Double]) {
    precondition(path.count == plan.bounds.count, "a statistic for each look")
    let end = path.indices.first { plan.crosses(path[$0], at: $0) }
    let last = end ?? path.count - 1
    let proportion = plan.information[last] / (plan.information.last ?? 1)
    let estimate = path[last] / proportion.squareRoot()
    count += 1
    estimates.record(estimate)
    looks.record(Double(last + 1))
    guard end != nil else { return }
    ended += 1
    estimatesIfEnded.record(estimate.magnitude)
    if estimate * drift < 0 { wrong += 1 }
  }

  /// The proportion that a look ended; `nil` without experiments.
  public var rate: Double? { count > 0 ? Double(ended) / Double(count) : nil }

  /// The mean estimate in proportion to the truth; `nil` without a truth.
  public var exaggeration: Double? { drift == 0 ? nil : estimates.mean.map { $0 / drift } }

  /// The same of experiments that a look ended.
  public var exaggerationIfEnded: Double? {
    drift == 0 ? nil : estimatesIfEnded.mean.map { $0 / drift.magnitude }
  }
}
