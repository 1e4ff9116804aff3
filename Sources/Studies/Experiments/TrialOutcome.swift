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
    let control, variant: (value: Double, rows: Double)
  }
}

/// What the runs of one design found.
public struct TrialDesignOutcome: Sendable {
  public let design: TrialDesign
  var runs: [TrialRun] = []
  var nulls: [[TrialNull]] = []

  /// The redrawn experiments without an effect of which `isFound` says that one is found, of those of
  /// which it says anything; `nil` without any.
  ///
  /// Those of one run share its people, so the interval is as wide as the runs differ.
  func falseAlarms(_ isFound: (TrialNull) -> Bool?) -> Estimate? {
    let runs = nulls.map { $0.compactMap(isFound) }.filter { !$0.isEmpty }
    let all = runs.reduce(0) { $0 + $1.count }
    guard let share = Proportion(runs.joined().count { $0 }, of: all).share else { return nil }
    let square = runs.reduce(0) { sum, run in
      let excess = Double(run.count { $0 }) - share * Double(run.count)
      return sum + excess * excess
    }
    let alone = share * (1 - share) * Double(all)
    let factor =
      runs.count < 2 || alone == 0
      ? 1 : max(1, square * Double(runs.count) / Double(runs.count - 1) / alone)
    let size = max(1, Int((Double(all) / factor).rounded()))
    return Proportion(Int((share * Double(size)).rounded()), of: size).wilson().map {
      Estimate(share, from: min(share, $0.low), to: max(share, $0.high), confidence: $0.confidence)
    }
  }
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

  var control: (value: Double, rows: Double) = (0, 0)
  var variant: (value: Double, rows: Double) = (0, 0)
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
      $0.0 += $1.control.rows
      $0.1 += $1.variant.rows
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
      let variant = (pair.variant.value - means.1 * pair.variant.rows) / (rows.1 / count)
      let control = (pair.control.value - means.0 * pair.control.rows) / (rows.0 / count)
      parts.record(variant - control)
    }
    guard let spread = parts.meanEstimate() else { return nil }
    return (
      means.0,
      Estimate(means.1 - means.0, plusOrMinus: spread.halfWidth, confidence: spread.confidence)
    )
  }
}
