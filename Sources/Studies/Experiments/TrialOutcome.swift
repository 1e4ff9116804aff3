public import GrowthloopFindings
public import GrowthloopModel
import RandomStreams
public import Statistics
public import Vocabulary

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

/// What the planned design finds at other lengths of the experiment.
public struct TrialLengths: Sendable {
  /// The lengths, the shortest first.
  public let others: [Interval]
  /// The runs of all lengths.
  public let runs: Int
  /// The power of the length by which the smallest effect that is found falls: 0.5 where independent
  /// rows come evenly.
  public let exponent: Estimate
  /// How long the plan lasts.
  private let planned: Interval

  /// Fits the curve through the planned length to the effects of each run at that length, and at the
  /// others; `nil` for fewer than ten runs, or where the test has no answer in four of five.
  init?(_ runs: [[TrialEffect?]], at others: [Interval], planned: Interval) {
    guard !others.isEmpty, runs.count >= 10 else { return nil }
    (self.others, self.planned, self.runs) = (others, planned, runs.count)
    let logarithms = others.map { Double.log(Self.times($0, planned)) }
    func exponent(leavingOut left: Int?) -> Double? {
      let detectable = (0...others.count).map { place in
        RepeatedTest(
          runs.indices.filter { $0 != left }.map { runs[$0][place]?.tested })?.smallest()
      }
      guard let first = detectable[0] else { return nil }
      var sums = (products: 0.0, squares: 0.0)
      for (logarithm, found) in zip(logarithms, detectable.dropFirst()) {
        guard let found else { return nil }
        sums.products -= logarithm * Double.log(found / first)
        sums.squares += logarithm * logarithm
      }
      return sums.products / sums.squares
    }
    let without = runs.indices.compactMap { exponent(leavingOut: $0) }
    guard let fitted = exponent(leavingOut: nil), without.count == runs.count else { return nil }
    // A longer experiment has all rows of the shorter: what it finds cannot rise, but by chance.
    let value = max(0, fitted)
    // The jackknife: all lengths share their runs, so that their errors go together.
    let count = Double(runs.count)
    let mean = without.reduce(0, +) / count
    let square = without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * (count - 1) / count
    let t = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: 0.95)
    self.exponent = Estimate(value, plusOrMinus: t * square.squareRoot(), confidence: 0.95)
  }

  /// Returns the smallest effect that is found at this length, as a proportion of that at the planned
  /// one.
  public func finds(at length: Interval) -> Double {
    Double.exp(-exponent.value * Double.log(Self.times(length, planned)))
  }

  private static func times(_ length: Interval, _ planned: Interval) -> Double {
    Double(length.milliseconds) / Double(planned.milliseconds)
  }
}

extension TrialStudy {
  /// The lengths to look at beside the planned one, as multiples of it.
  private static let multiples = [0.5, 2, 3]
  /// No plan runs for longer than this, whatever it would find.
  static let longest = Interval.days(400)
  /// The runs of a longer experiment: enough for a proportion, as all lengths share them.
  private static let mostLengthRuns = 40

  /// How long the plan lasts, and how long it might.
  var lengths: (planned: Interval, others: [Interval]) {
    let planned = looks.last.map { $0 - maturity } ?? .zero
    guard looksAtLengths, planned > .zero else { return (planned, []) }
    let others = Self.multiples.map {
      Interval(milliseconds: Int64(Double(planned.milliseconds) * $0))
    }
    return (planned, others.filter { $0 <= Self.longest })
  }

  /// The runs of a longer experiment.
  var lengthRuns: Int { lengths.others.isEmpty ? 0 : min(replications, Self.mostLengthRuns) }
}

extension TrialOutcome {
  /// What the planned design finds at other lengths; `nil` where none was looked at.
  public var lengths: TrialLengths? {
    let (planned, others) = study.lengths
    return TrialLengths(lengthEffects, at: others, planned: planned)
  }
}

/// New arms, in the planned shares, for an experiment without an effect: since nothing depends on
/// them, one run serves many.
///
/// Who inherits an arm stays as it was in the run.
struct TrialRedraw {
  private let record: TrialRecord
  private let rows: TrialRows
  private let unit: Experiment.Unit
  private let places: ArmPlaces
  /// The number of arms among which periods take turns; `nil` where each is drawn.
  private let turns: Int?
  /// By member: who drew the arm.
  private let roots: [Int]
  private let stream: RandomStream

  /// `experiment` is the planned one, whose last stage says who is in which arm.
  init(
    _ record: TrialRecord, _ rows: TrialRows, by unit: Experiment.Unit, of experiment: Experiment,
    stream: RandomStream
  ) {
    self.record = record
    self.rows = rows
    self.unit = unit
    places = ArmPlaces(
      experiment.stages.last ?? Experiment.Stage(variants: experiment.variants.map { _ in 0 }))
    turns = experiment.alternates ? experiment.variants.count + 1 : nil
    roots = record.roots
    self.stream = stream
  }

  /// Returns the arms of members, and of rows, at draw number `draw`.
  func arms(_ draw: UInt32) -> (members: [UInt8], rows: [UInt8]) {
    let members = zip(record.members, roots).map { member, root in
      member.arm == TrialRecord.outside
        ? member.arm : arm(record.members[root].cluster, draw)
    }
    let rows =
      switch unit {
      case .invite, .time:
        rows.rows.map { row -> UInt8 in
          if unit == .time, let turns { return UInt8((Int(row.cluster) + Int(draw)) % turns) }
          return arm(UInt64(row.cluster) | 1 << 62, draw)
        }
      case .user, .inviter, .newcomer, .ego, .community:
        rows.rows.map { members[Int($0.member)] }
      }
    return (members, rows)
  }

  private func arm(_ unit: UInt64, _ draw: UInt32) -> UInt8 {
    places.arm(at: stream.uniform(unit, draw))
  }
}

/// What a rule of looks makes of an experiment.
public struct TrialRule: Sendable {
  public let rule: LookRule.Name
  /// The redrawn experiments without an effect that it ends with one; `nil` without any.
  public let falseAlarms: Estimate?
  /// The runs that it ends with an effect.
  public let power: Estimate
  /// After how many days it ends, in the mean; the last look for those it does not end before.
  public let meanDays: Double
  /// The mean effect at which it ends with one, as a proportion of what the design estimates; `nil`
  /// where it never does.
  public let exaggeration: Double?
  /// The median of the median-unbiased estimates of all experiments, ended early or not, in the same
  /// unit; `nil` where the last look has no effect.
  public let corrected: Double?
}

extension TrialOutcome {
  /// What each rule makes of the planned design.
  public var rules: [TrialRule] {
    guard let planned = designs.first,
      let verdict = verdicts.first(where: { $0.design == planned.design })
    else { return [] }
    let rows = meanRows(of: planned)
    // Looks at the same rows are one look; with a few dozen rows the normal law does not hold yet,
    // which the first looks of a rule that spends early would pay for.
    let fewest = max(Self.fewestRows, min(4 * Self.fewestRows, (rows.last ?? 0) / 4))
    // Without an effect in most runs, as before the fourth period, there is nothing to look at.
    let looks = rows.indices.filter { look in
      rows[look] >= fewest && (look == 0 || rows[look] > rows[look - 1])
        && 2 * planned.runs.count { $0.looks[look] != nil } >= planned.runs.count
    }
    guard let last = looks.last else { return [] }
    return LookRule.Name.allCases.map { name in
      let rule = LookRule(name, plannedFor: rows[last])
      let plan = LookPlan(rule, at: looks.map { rows[$0] })
      let order = StoppingOrder(plan)
      func end(_ effects: [TrialEffect?]) -> (look: Int, effect: TrialEffect)? {
        for (place, look) in looks.enumerated() {
          if let effect = effects[look], effect.standardError > 0,
            plan.crosses(effect.normalScore, at: place)
          {
            return (look, effect)
          }
        }
        return nil
      }
      let ends = planned.runs.map { end($0.looks) }
      let days = ends.map { end in
        Double(study.looks[end?.look ?? last].milliseconds) / 86_400_000
      }
      let found = ends.compactMap { $0?.effect.difference }
      let corrected = zip(planned.runs, ends).compactMap { run, end -> Double? in
        guard let effect = end?.effect ?? run.looks[last] else { return nil }
        let place = looks.firstIndex(of: end?.look ?? last) ?? 0
        let plain = order.plain(effect.normalScore, at: place)
        return plain == 0
          ? 0
          : effect.difference * order.medianUnbiased(effect.normalScore, at: place) / plain
      }
      func ofTheEffect(_ value: Double?) -> Double? {
        verdict.estimand.value == 0 ? nil : value.map { $0 / verdict.estimand.value }
      }
      return TrialRule(
        rule: name,
        falseAlarms: planned.falseAlarms { end($0.looks) != nil },
        power: Proportion(found.count, of: ends.count).wilson()
          ?? Estimate(0, from: 0, to: 1, confidence: 0.95),
        meanDays: days.reduce(0, +) / Double(max(1, days.count)),
        exaggeration: ofTheEffect(
          found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)),
        corrected: ofTheEffect(
          corrected.isEmpty ? nil : corrected.sorted().interpolatedQuantile(0.5)))
    }
  }

  /// With fewer rows in both arms together nobody looks.
  static let fewestRows = 100.0

  /// The mean number of rows at each look.
  func meanRows(of outcome: TrialDesignOutcome) -> [Double] {
    study.looks.indices.map { look in
      outcome.runs.reduce(0) { $0 + Double($1.rowsAtLooks[look]) }
        / Double(max(1, outcome.runs.count))
    }
  }
}

/// How good one way to analyse a design is, over all its runs.
public struct TrialVerdict: Sendable {
  public let design: TrialDesign
  public let estimator: TrialEstimator
  /// The runs in which it gave an effect.
  public let runs: Int
  /// What it estimates, and by how much that lies beside the truth.
  public let estimand: Estimate
  public let bias: Estimate
  /// The standard deviation of the effects.
  public let deviation: Double
  /// The mean of the claimed standard errors, as a proportion of it.
  public let claimed: Double
  /// The intervals that contain the truth, and those that contain what it estimates.
  public let coverage: Estimate
  public let ownCoverage: Estimate
  /// The runs in which it finds an effect, of all.
  public let power: Estimate
  /// The smallest effect that its own test would find in four of five runs; `nil` where none is.
  public let detectable: Estimate?
  /// The redrawn experiments without an effect in which it finds one; `nil` without any.
  public let falseAlarms: Estimate?

  /// Whether its intervals may be believed: its false alarms are as rare as claimed, and its own
  /// estimand is covered; `nil` where too few alarms were drawn to know.
  public var isValid: Bool? {
    if (falseAlarms?.low ?? 0) > 0.05 || ownCoverage.high < 0.94 { return false }
    return (falseAlarms?.high ?? 1) <= Self.mostAlarms ? true : nil
  }

  /// Twice what is claimed.
  private static let mostAlarms = 0.1

  /// Whether the whole interval of the bias lies within `tolerance`; `nil` where it lies on both sides.
  public func isTrue(to tolerance: Double) -> Bool? {
    if bias.low > tolerance || bias.high < -tolerance { return false }
    return bias.low >= -tolerance && bias.high <= tolerance ? true : nil
  }

  /// The number of runs after which the bias would probably be known to lie within `tolerance`, or not.
  public func runsToKnow(to tolerance: Double) -> Int? {
    Estimate(bias.value.magnitude, plusOrMinus: bias.halfWidth, confidence: bias.confidence)
      .countToDecide(tolerance, after: runs)
  }
}

extension TrialOutcome {
  /// The verdict on each estimator of each design that gave an effect in half of the runs.
  public var verdicts: [TrialVerdict] {
    guard let truth = truth() else { return [] }
    return designs.flatMap { outcome in
      outcome.design.estimators.indices.compactMap {
        verdict(on: $0, of: outcome, truth: truth.effect)
      }
    }
  }

  private func verdict(
    on number: Int, of outcome: TrialDesignOutcome, truth: Estimate
  ) -> TrialVerdict? {
    let effects = outcome.runs.compactMap { $0.effects[number] }
    guard effects.count >= 10, 2 * effects.count >= outcome.runs.count else { return nil }
    var differences = RunningMoments()
    var errors = RunningMoments()
    for effect in effects {
      differences.record(effect.difference)
      errors.record(effect.standardError)
    }
    guard let estimand = differences.meanEstimate(), let error = errors.mean,
      let test = RepeatedTest(outcome.runs.map { $0.effects[number]?.tested })
    else { return nil }
    func share(of all: Int, _ isCounted: (TrialEffect) -> Bool) -> Estimate {
      Proportion(effects.count(where: isCounted), of: all).wilson()
        ?? Estimate(0, from: 0, to: 1, confidence: 0.95)
    }
    let width = (estimand.halfWidth * estimand.halfWidth + truth.halfWidth * truth.halfWidth)
      .squareRoot()
    return TrialVerdict(
      design: outcome.design, estimator: outcome.design.estimators[number], runs: effects.count,
      estimand: estimand,
      bias: Estimate(estimand.value - truth.value, plusOrMinus: width, confidence: 0.95),
      deviation: test.deviation, claimed: error / test.deviation,
      coverage: share(of: effects.count) { !$0.rejects(truth.value) },
      ownCoverage: share(of: effects.count) { !$0.rejects(estimand.value) },
      power: share(of: outcome.runs.count) { $0.rejects() }, detectable: test.detectable(),
      falseAlarms: outcome.falseAlarms { $0.effects[number]?.rejects() })
  }
}

extension TrialEffect {
  /// The effect as a test of it sees it.
  var tested: RepeatedTest.Experiment { .init(difference: difference, reach: reach()) }
}
