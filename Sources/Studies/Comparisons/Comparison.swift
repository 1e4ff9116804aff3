public import GrowthloopFindings
public import GrowthloopModel
import GrowthloopPlans
public import Profiles
public import SimulationKernel
public import Statistics
public import Vocabulary

/// A plan under a name, with its parameters.
public struct Setup: Sendable {
  /// The name in tables, taken from its file.
  public var name: String
  public var plan: GrowthPlan
  /// The parameters of the behaviour; empty for a plan without a scenario.
  public var parameters: [Parameter]
  /// The plans of draws from a posterior, one for each replication in turn; empty for `plan` alone.
  public var draws: [GrowthPlan] = []

  public init(_ name: String, _ plan: GrowthPlan, parameters: [Parameter] = []) {
    self.name = name
    self.plan = plan
    self.parameters = parameters
  }
}

/// A setting or parameter that differs between two setups.
public struct SettingDifference: Sendable, Hashable {
  public let name: String
  /// The values as files spell them; `nil` where one setup has no such parameter.
  public let base: String?
  public let variant: String?
}

extension Setup {
  /// Returns the differences of `variant`: rules first, then behaviour, then the length of the run.
  public func differences(to variant: Setup) -> [SettingDifference] {
    let profile = plan.profile.differences(to: variant.plan.profile)
    let names =
      parameters.map(\.name)
      + variant.parameters.map(\.name).filter { name in
        !parameters.contains { $0.name == name }
      }
    let behaviour = names.compactMap { name -> SettingDifference? in
      let (base, changed) = (value(of: name), variant.value(of: name))
      return base == changed
        ? nil : SettingDifference(name: name, base: base, variant: changed)
    }
    let days =
      plan.days == variant.plan.days
      ? []
      : [SettingDifference(name: "days", base: "\(plan.days)", variant: "\(variant.plan.days)")]
    return profile + behaviour + days
  }

  /// Returns the setup for members of the start who have lived under `base`, as they had until a
  /// change on the first day.
  public func sharingPast(of base: Setup) -> Setup {
    var setup = self
    setup.plan = plan.sharingPast(of: base.plan)
    for place in draws.indices where base.draws.indices.contains(place) {
      setup.draws[place] = draws[place].sharingPast(of: base.draws[place])
    }
    return setup
  }

  func value(of name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension [Setup] {
  /// The setups for members of the start who have lived under the first of them: of a comparison the
  /// base, in whatever parts and processes it is run.
  var sharingPastOfFirst: [Setup] { prefix(1) + dropFirst().map { $0.sharingPast(of: self[0]) } }
}

extension Profile {
  /// Returns the settings that differ in `variant`, with the profile itself first.
  public func differences(to variant: Profile) -> [SettingDifference] {
    let itself =
      id == variant.id
      ? []
      : [SettingDifference(name: "profile", base: id.rawValue, variant: variant.id.rawValue)]
    return itself
      + Setting.all.compactMap { setting in
        let (base, changed) = (setting.value(in: self), setting.value(in: variant))
        return base == changed
          ? nil : SettingDifference(name: setting.name, base: base, variant: changed)
      }
  }
}

/// What-ifs beside a base under common random numbers: each person's numbers are the same in all.
public struct Comparison: Sendable {
  public var base: Setup
  public var variants: [Setup]
  public var seed: UInt64
  /// The number of replications; with a stop, the greatest number.
  public var replications: Int
  /// The stopping rule: the paired intervals of one metric are narrow enough, of all variants.
  ///
  /// A relative width is a proportion of the base's mean.
  public var stop: Study.Stop?
  /// Replications that parts of the run have computed, of the base and the variants in that order.
  public var recorded = RecordedReplications()
  /// The ranks that compute the replications, in place of workers.
  package var ranks: RankGroup?
  /// Whether the variants run once more with independent random numbers, to measure the saving.
  public var measuresPairing = false
  /// Whether the draws of a posterior run once more with other random numbers, to tell inputs and
  /// chance apart.
  public var measuresInputs = false
  /// The place in `Metric.all` of a metric whose values are stored, replication by replication.
  public var stored: Int?
  /// How many people one person of the plans stands for: as many times are the metrics that count.
  public var standsFor = 1.0

  public init(_ base: Setup, _ variants: [Setup], seed: UInt64 = 1, replications: Int = 16) {
    self.base = base
    self.variants = variants
    self.seed = seed
    self.replications = replications
  }

  /// The number of replications over all plans.
  public var total: Int {
    replications
      * (1 + variants.count * (measuresPairing ? 2 : 1)
        + (measuresInputs ? 1 + variants.count : 0))
  }

  /// Runs all plans, replication by replication; the result does not depend on the number of
  /// workers.
  ///
  /// When the task is cancelled, the outcome contains the replications that all plans had finished.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> ComparisonOutcome {
    try await run(on: workers, meter: meter) { _, _ in }
  }

  /// Does the same, and calls `look` after each replication with the outcome so far, and with the
  /// replication of the base and of every variant.
  package func run(
    on workers: Workers, meter: ProgressMeter? = nil,
    afterEach look: (ComparisonOutcome, [ReplicateOutcome]) -> Void
  ) async throws -> ComparisonOutcome {
    let setups = ([base] + variants).sharingPastOfFirst
    let plans = setups.map(\.plan)
    let again = measuresPairing ? Array(setups.dropFirst()) : []
    var batch = Batch(
      plans + again.map(\.plan), seed: seed, replications: replications, workers: workers,
      meter: meter)
    for place in plans.count..<plans.count + again.count {
      // Behind all plans with common random numbers.
      batch.first[place] = UInt32(replications)
    }
    batch.draws = (setups + again).map(\.draws)
    batch.recorded = recorded
    batch.ranks = ranks
    var outcome = ComparisonOutcome(of: self)
    let isComplete = try await batch.run { row in
      outcome.record(row.map { $0.replicate.standing(for: standsFor) })
      look(outcome, row)
      return !isPrecise(outcome)
    }
    if isComplete, measuresInputs {
      var twins = Batch(
        plans, seed: seed, replications: outcome.replications, workers: workers, meter: meter)
      twins.first = plans.map { _ in UInt32(2 * replications) }
      twins.draws = setups.map(\.draws)
      _ = try await twins.run { row in
        outcome.recordTwins(row.map { $0.replicate.standing(for: standsFor) })
        return true
      }
    }
    outcome.isPartial = !isComplete
    outcome.isPrecise = isComplete && isPrecise(outcome)
    return outcome
  }

  /// Returns whether the differences of every variant have the required precision.
  private func isPrecise(_ outcome: ComparisonOutcome) -> Bool {
    guard let stop, outcome.replications >= Study.Stop.minimum,
      let place = Metric.place(of: stop.metric)
    else { return false }
    return outcome.variants.allSatisfy { variant in
      let difference = variant.metrics[place]
      guard difference.paired.count == outcome.replications, let estimate = difference.estimate,
        let base = difference.paired.before.mean
      else { return false }
      return stop.target.isReached(by: estimate, of: base)
    }
  }
}

/// The result of a comparison.
public struct ComparisonOutcome: Sendable {
  public let comparison: Comparison
  /// The replications that all plans have finished.
  public private(set) var replications = 0
  /// The base's values, in the order of `Metric.all`.
  public private(set) var base = Metric.all.indices.map { MetricMoments(at: $0) }
  public private(set) var variants: [VariantOutcome]
  /// The values of the comparison's stored metric: of the base and then each variant, by
  /// replication.
  public private(set) var stored: [[Double?]]
  /// What the replications of the base and then each variant cost and brought; empty without money.
  private(set) var money: [[MoneySide]]
  public internal(set) var isPartial = false
  /// Whether it ended because the intervals were narrow enough.
  public internal(set) var isPrecise = false

  init(of comparison: Comparison) {
    self.comparison = comparison
    stored = Array(repeating: [], count: 1 + comparison.variants.count)
    money = Array(repeating: [], count: 1 + comparison.variants.count)
    let isDrawn = !comparison.base.draws.isEmpty
    variants = comparison.variants.map {
      VariantOutcome(
        setup: $0, differences: comparison.base.differences(to: $0), drawn: isDrawn)
    }
  }

  /// Adds the results of one replication: the base, the variants, and the independent variants.
  mutating func record(_ row: [Replicate]) {
    replications += 1
    for (place, reading) in row[0].readings.enumerated() { base[place].record(reading) }
    if let place = comparison.stored {
      for plan in stored.indices { stored[plan].append(row[plan].readings[place].value) }
    }
    for place in money.indices { money[place].append(MoneySide(row[place])) }
    for place in variants.indices {
      let again = place + 1 + variants.count
      variants[place].record(
        base: row[0], row[place + 1], independent: again < row.count ? row[again] : nil)
    }
  }
}

extension ComparisonOutcome {
  /// Adds the same inputs with other random numbers: the base, and the variants.
  mutating func recordTwins(_ row: [Replicate]) {
    for place in variants.indices { variants[place].recordTwin(base: row[0], row[place + 1]) }
  }
}

/// The differences of one variant from the base.
public struct VariantOutcome: Sendable {
  public let setup: Setup
  /// The changed settings.
  public let differences: [SettingDifference]
  /// In the order of `Metric.all`.
  public private(set) var metrics: [MetricDifference]
  private var ruleDifferences: [RuleID: EventDifference] = [:]
  private var replications = 0

  init(setup: Setup, differences: [SettingDifference], drawn: Bool = false) {
    self.setup = setup
    self.differences = differences
    metrics = Metric.all.indices.map { MetricDifference(at: $0, drawn: drawn) }
  }

  mutating func recordTwin(base: Replicate, _ variant: Replicate) {
    for place in metrics.indices {
      metrics[place].recordTwin(base: base.readings[place], variant.readings[place])
    }
  }

  mutating func record(base: Replicate, _ variant: Replicate, independent: Replicate?) {
    for place in metrics.indices {
      metrics[place].record(
        base: base.readings[place], variant.readings[place],
        independent: independent?.readings[place])
    }
    recordRules(base, variant)
    replications += 1
  }

  private mutating func recordRules(_ base: Replicate, _ variant: Replicate) {
    var counts: [RuleID: (base: Int, variant: Int)] = [:]
    for count in base.rules { counts[count.rule, default: (0, 0)].base = count.count }
    for count in variant.rules { counts[count.rule, default: (0, 0)].variant = count.count }
    for rule in Set(counts.keys).union(ruleDifferences.keys) {
      let (first, second) = counts[rule] ?? (0, 0)
      // A rule that had never been applied until now.
      var difference = ruleDifferences[rule] ?? .silent(for: replications)
      difference.record(
        before: EventCounts(first, per: 1), after: EventCounts(second, per: 1))
      ruleDifferences[rule] = difference
    }
  }

  /// The metrics that differ at all, the surest first; equals in the order of `Metric.all`.
  public var ranked: [MetricDifference] {
    // Each is judged once: its interval takes longer than all the sorting.
    metrics.enumerated()
      .map { (place: $0.offset, difference: $0.element, certainty: $0.element.certainty) }
      .filter { $0.certainty > 0 }
      .sorted { ($1.certainty, $0.place) < ($0.certainty, $1.place) }
      .map(\.difference)
  }

  /// The change in the number of applications of each rule, the greatest change first.
  public var rules: [(rule: RuleID, difference: EventDifference)] {
    ruleDifferences.map { (rule: $0.key, difference: $0.value) }
      .filter { ($0.difference.difference.mean ?? 0) != 0 }
      .sorted { left, right in
        let first = left.difference.difference.mean?.magnitude ?? 0
        let second = right.difference.difference.mean?.magnitude ?? 0
        return first == second ? left.rule < right.rule : first > second
      }
  }
}

extension EventDifference {
  fileprivate static func silent(for replications: Int) -> EventDifference {
    var silent = EventDifference()
    let nothing = EventCounts(0, per: 1)
    for _ in 0..<replications { silent.record(before: nothing, after: nothing) }
    return silent
  }
}

/// The effect of a variant on one metric.
public struct MetricDifference: Sendable {
  public let metric: Metric
  /// Over the replications in which both have a value.
  public private(set) var paired = PairedDifference()
  /// The events behind the values; `nil` where the metric counts none.
  public private(set) var counted: EventDifference?
  /// The metric in all replications of the variant.
  public private(set) var variant: MetricMoments
  /// The same difference under independent random numbers, where it was measured.
  public private(set) var independent = RunningMoments()
  /// The differences, replication by replication, where each has a draw of its own of what is not
  /// known; empty elsewhere.
  private(set) var draws: [Double?] = []
  /// The same draws with other random numbers.
  private(set) var twins: [Double?] = []
  private let isDrawn: Bool

  init(at place: Int, drawn: Bool = false) {
    metric = Metric.all[place]
    variant = MetricMoments(at: place)
    isDrawn = drawn
  }

  mutating func record(
    base: MetricReading, _ reading: MetricReading, independent other: MetricReading?
  ) {
    variant.record(reading)
    if isDrawn { draws.append(Self.difference(base, reading)) }
    guard let before = base.value else { return }
    if let after = reading.value { paired.record(before: before, after: after) }
    if let other = other?.value { independent.record(other - before) }
    guard let before = base.events(of: metric), let after = reading.events(of: metric) else {
      return
    }
    var difference = counted ?? EventDifference()
    difference.record(before: before, after: after)
    counted = difference
  }

  mutating func recordTwin(base: MetricReading, _ reading: MetricReading) {
    twins.append(Self.difference(base, reading))
  }

  private static func difference(_ base: MetricReading, _ reading: MetricReading) -> Double? {
    base.value.flatMap { base in reading.value.map { $0 - base } }
  }

  /// Variant − base with its interval over the pairs; `nil` before the second.
  ///
  /// Where the inputs are drawn, it is the interval of a single draw's difference.
  public var estimate: Estimate? {
    guard isDrawn else { return mean }
    return Estimate(predictionBy: draws.compactMap(\.self))?.reaching(over: mean)
  }

  /// The mean of variant − base with its interval.
  ///
  /// Where the metric counts events, the interval is valid for few of them too (`EventDifference`);
  /// otherwise it is Student's.
  private var mean: Estimate? {
    if let counted {
      return counted.estimate(storedEffect: metric.designEffect, isShare: metric.style == .share)
    }
    return paired.difference.minimum == paired.difference.maximum
      ? paired.difference.equalEstimate() : paired.estimate()
  }

  /// The distance from zero, in standard errors.
  ///
  /// For equal pairs it is the root of their number, as in a test of their signs.
  public var certainty: Double {
    guard let estimate, estimate.value != 0 else { return 0 }
    if case .equality(let pairs) = estimate.basis { return Double(pairs).squareRoot() }
    let error = estimate.value > 0 ? estimate.value - estimate.low : estimate.high - estimate.value
    return estimate.value.magnitude / error * 1.959_963_984_540_054
  }

  /// Whether the interval excludes zero.
  public var isCertain: Bool { estimate.map { !$0.contains(0) } ?? false }

  /// The factor by which independent seeds would need more replications for the same interval.
  ///
  /// It follows from the variances of both sides; `nil` where both are constant.
  public var savedByPairing: Double? {
    paired.varianceReduction.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The runs of base and variant each, with random numbers of their own, that would see the
  /// difference four times in five; `nil` where it is not sure, or the inputs are drawn.
  public var runsWithoutPairing: Double? {
    guard !isDrawn, isCertain, let mean = paired.difference.mean,
      let before = paired.before.variance, let after = paired.after.variance
    else { return nil }
    return PowerAnalysis().sizePerGroup(difference: mean, variance: (before + after) / 2)
  }

  /// The same factor, measured in runs with independent seeds; `nil` where it was not measured.
  public var measuredSaving: Double? {
    guard let alone = independent.variance, let together = paired.difference.variance,
      together > 0
    else { return nil }
    return alone / together
  }
}

extension MetricReading {
  /// Returns the events behind the value; whole steps are events.
  fileprivate func events(of metric: Metric) -> EventCounts? {
    counts ?? (metric.dispersion == .steps ? value.map { EventCounts($0, per: 1) } : nil)
  }
}

/// The clicks that a completed share brings: its recipients times their chance to tap.
///
/// The sources count these, and neither factor by itself.
public enum SharedClicks {
  /// The clicks a share that Friendbuy counts.
  static let sourced = 1.8...2.8

  /// Returns a remark on the variants that leave the sourced number, where the base keeps it; `remedy`
  /// ends it.
  public static func remark(
    on variants: [Setup], besides base: Setup, remedy: String
  ) -> String? {
    guard sourced.contains(clicks(base)) else { return nil }
    let outside = variants.filter { setup in
      let clicks = clicks(setup)
      // A hundredth of tolerance, for ends that are rounded.
      return clicks < sourced.lowerBound * 0.99 || clicks > sourced.upperBound * 1.01
    }
    guard let first = outside.first else { return nil }
    let others = outside.count > 1 ? " (and \(outside.count - 1) more)" : ""
    return
      "\(first.name)\(others) makes \(NumberText.significant(clicks(first))) clicks a share, which is "
      + "sharing.recipients × recipients.tap; the source counts \(sourced.lowerBound) to "
      + "\(sourced.upperBound). \(remedy)"
  }

  private static func clicks(_ setup: Setup) -> Double {
    setup.plan.behaviour.sharing.recipients * setup.plan.behaviour.recipients.tap
  }
}
