public import Statistics

/// What a study of an experiment found of one variant, run by run.
public struct TrialOutcome: Sendable {
  public let study: TrialStudy
  /// The number of the variant, from 1.
  public let variant: Int
  public internal(set) var truths: [TrialTruth] = []
  public internal(set) var designs: [TrialDesignOutcome]
  /// By run of the longer experiment: the effects at the planned length, and at the others.
  var lengthEffects: [[TrialEffect?]] = []
  /// Whether it was interrupted.
  public internal(set) var isPartial = false

  init(of study: TrialStudy, variant: Int) {
    self.study = study
    self.variant = variant
    designs = study.designs.map { TrialDesignOutcome(design: $0) }
  }
}

/// The two worlds of one replication: everybody treated, and nobody.
public struct TrialTruth: Sendable {
  /// The primary metric, and the guardrails.
  let metrics: [Sums]

  struct Sums: Sendable {
    let control, variant: (value: Double, rows: Int)
  }
}

/// What the runs of one design found.
public struct TrialDesignOutcome: Sendable {
  public let design: TrialDesign
  var runs: [TrialRun] = []
  var nulls: [[TrialNull]] = []
}

/// What one run of a design found.
struct TrialRun: Sendable {
  /// By the design's estimators.
  let effects: [TrialEffect?]
  /// At each look, by the first estimator.
  let looks: [TrialEffect?]
  let rowsAtLooks: [Int]
  let guardrails: [TrialEffect?]
  let split: TrialSplit
  let weeks: [TrialWeek]
  let crossing: (pairs: Int, all: Int)
}

/// The sums of both arms in one week since the first use of the app within the experiment.
struct TrialWeek: Sendable {
  static let most = 13

  var control: (value: Double, rows: Int) = (0, 0)
  var variant: (value: Double, rows: Int) = (0, 0)
}

/// What one redrawn experiment without an effect found.
struct TrialNull: Sendable {
  let effects: [TrialEffect?]
  let looks: [TrialEffect?]
}

extension TrialOutcome {
  /// The value of a metric where nobody is treated, and the true effect: of the pooled rows, with the
  /// interval over pairs of runs.
  public func truth(of number: Int = 0) -> (control: Double, effect: Estimate)? {
    let sums = truths.map { $0.metrics[number] }
    let rows = sums.reduce(into: (0.0, 0.0)) {
      $0.0 += Double($1.control.rows)
      $0.1 += Double($1.variant.rows)
    }
    let values = sums.reduce(into: (0.0, 0.0)) {
      $0.0 += $1.control.value
      $0.1 += $1.variant.value
    }
    guard rows.0 > 0, rows.1 > 0, sums.count >= 2 else { return nil }
    let means = (values.0 / rows.0, values.1 / rows.1)
    let count = Double(sums.count)
    // The parts of each pair in the difference of the ratios: both worlds have the same luck.
    var parts = RunningMoments()
    for pair in sums {
      let variant = (pair.variant.value - means.1 * Double(pair.variant.rows)) / (rows.1 / count)
      let control = (pair.control.value - means.0 * Double(pair.control.rows)) / (rows.0 / count)
      parts.record(variant - control)
    }
    guard let spread = parts.meanEstimate() else { return nil }
    return (
      means.0,
      Estimate(means.1 - means.0, plusOrMinus: spread.halfWidth, confidence: spread.confidence)
    )
  }
}
