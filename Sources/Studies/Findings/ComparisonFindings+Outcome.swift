public import GrowthloopFindings
import GrowthloopModel
import Vocabulary
import Profiles
public import GrowthloopPlans
import Statistics

extension ComparisonFindings {
  /// Creates the findings of a comparison with `scenario`.
  ///
  /// A what-if that is compared alone asks its own question, or none, by its own metric. `changes` are
  /// the differences of the base from profile and defaults.
  public init(
    _ outcome: ComparisonOutcome, with scenario: GrowthScenario,
    variants scenarios: [GrowthScenario] = [], changes: [SettingDifference] = [], command: String
  ) {
    self.init()
    self.command = command
    base = outcome.comparison.base.name
    title = scenario.title
    let asking = scenarios.count == 1 ? scenarios[0] : scenario
    // What the base asks by itself is not what a change of it asks.
    let isInherited = scenarios.count == 1 && asking.question == scenario.question
    question = isInherited ? nil : asking.question ?? scenario.question
    answeringMetric = asking.answer ?? scenario.answer
    seed = outcome.comparison.seed
    replicationsWanted = outcome.comparison.replications
    replications = outcome.replications
    ending = outcome.ending
    isPartial = outcome.isPartial
    uncertainty = UncertainInputs(
      outcome,
      of: Metric.headline.filter { $0.hasPrefix("k.") || $0 == answeringMetric }
        + [answeringMetric].compactMap(\.self).filter { !Metric.headline.contains($0) })
    measuresPairing = outcome.comparison.measuresPairing
    variants = outcome.variants.enumerated().map { place, variant in
      var found = Variant(variant, of: outcome.replications)
      found.money = MoneyFound(outcome, ofVariant: place)
      found.landing = LandingRange(of: variant.setup, besides: outcome.comparison.base)
      return found
    }
    if scenario.targets == .document { targetsThatConflict = SeedTargets.sentences }
    parameters = outcome.comparison.base.parameters
    baseChanges = changes.map { ScenarioChange($0.name, profile: $0.base, value: $0.variant) }
    days = outcome.comparison.base.plan.days
  }
}

extension SweepFindings {
  /// Creates the findings of a sweep over `scenario`, which ranks by the metric at `place`.
  ///
  /// `points` are those of the sweep that ran; the outcome's further variants are the ranking's. A draft
  /// leaves out the other metrics, whose judging takes longer than all else.
  public init(
    _ outcome: ComparisonOutcome, over sweep: Sweep, at points: [Sweep.Point],
    ranking: [FairRanking.Effect], metric place: Int, beside places: [Int],
    of scenario: GrowthScenario, command: String, isDraft: Bool = false
  ) {
    self.init()
    let metric = Metric.all[place]
    self.command = command
    title = scenario.title
    question = scenario.question
    self.metric = metric.key
    metricName = metric.name
    definition = metric.definition
    unit = metric.unit
    style = metric.style
    seed = outcome.comparison.seed
    replicationsWanted = outcome.comparison.replications
    replications = outcome.replications
    ending = outcome.ending
    isPartial = outcome.isPartial
    isOneAtATime = sweep.isOneAtATime
    base = outcome.base[place].mean
    self.points = zip(points, outcome.variants).map { point, variant in
      let difference = variant.metrics[place]
      return Measured(
        SweepPoint(point.description, mean: difference.paired.after.mean),
        difference.measured(of: outcome.replications))
    }
    beside = Self.beside(places, in: outcome, at: points)
    tornado = sweep.tornado(outcome, at: points, ofMetric: place).map {
      TornadoBar(
        $0.key, lowestValue: $0.lowest.value, lowest: $0.lowest.difference,
        highestValue: $0.highest.value, highest: $0.highest.difference)
    }
    moves = ranking.map { Measured($0, in: metric.style, of: outcome.replications) }
    variants =
      isDraft
      ? [] : outcome.variants.prefix(points.count).map { Variant($0, of: outcome.replications) }
    days = outcome.comparison.base.plan.days
    parameters = outcome.comparison.base.parameters
  }

  private static func beside(
    _ places: [Int], in outcome: ComparisonOutcome, at points: [Sweep.Point]
  ) -> [Measured<SweptMetric>] {
    let variants = zip(points, outcome.variants).map { point, variant in
      (Optional(point.description), variant.metrics.map(\.variant))
    }
    return ([(nil, outcome.base)] + variants).flatMap { point, moments in
      places.map { place in
        let metric = Metric.all[place]
        return Measured(
          SweptMetric(metric.key, at: point),
          Measure(
            moments[place].mean, moments[place].estimate(), in: metric.style,
            count: moments[place].count, of: outcome.replications))
      }
    }
  }
}

extension LandingRange {
  private static let key = "recipients.landing"

  /// Compares the page of a variant with the base's; `nil` where both take as long, or where a second
  /// of waiting costs something else.
  fileprivate init?(of variant: Setup, besides base: Setup) {
    let name = "\(Self.key).lossPerSecond"
    let second = variant.parameters.first { $0.name == name }
    let further = Self.wait(in: variant) - Self.wait(in: base)
    guard further != .zero, [nil, second?.value].contains(base.value(of: name)) else { return nil }
    self.init(second) { 1 - LandingWait.kept(of: Double(further.milliseconds), losing: $0) }
  }

  /// The time of the page beyond that for which installs are known.
  private static func wait(in setup: Setup) -> Interval {
    func time(_ name: String) -> Interval {
      setup.value(of: "\(key).\(name)").flatMap { ValueText.interval($0) } ?? .zero
    }
    return time("time") - time("known")
  }
}

extension ComparisonOutcome {
  fileprivate var ending: ReplicationsEnding {
    isPartial ? .cancelled : isPrecise ? .precise : .complete
  }
}

extension Variant {
  init(_ outcome: VariantOutcome, of replications: Int) {
    self.init(
      outcome.setup.name,
      changes: outcome.differences.map {
        SettingChange($0.name, base: $0.base, variant: $0.variant)
      },
      metrics: Metric.places(in: outcome.setup.plan).map { outcome.metrics[$0] }
        .filter { !$0.metric.isOfOneDay || $0.paired.after.mean != nil }
        .map { Measured($0, of: replications, members: outcome.members) },
      ranking: outcome.ranked.map(\.metric.key),
      rules: outcome.rules.map { rule, difference in
        Measured(
          RuleDifferenceSubject(
            rule: rule.description, meaning: RuleBook.rule(rule.description)?.meaning,
            base: difference.before.mean, variant: difference.after.mean),
          Measure(difference.difference.mean, difference.estimate(of: .applications), in: .count))
      })
  }
}

extension Measured<ParameterMove> {
  fileprivate init(_ effect: FairRanking.Effect, in style: NumberStyle, of replications: Int) {
    let range = effect.yardstick.range
    self.init(
      ParameterMove(
        effect.yardstick.key, from: range.low, to: range.high, isAssumed: range.isAssumed,
        atLow: effect.differences.low, atHigh: effect.differences.high,
        elasticity: Measure(effect.elasticity, in: .ratio)), Measure(effect.movement, in: style))
  }
}

extension VariantOutcome {
  /// The members at home at the end of a run of the base.
  fileprivate var members: Double? {
    Metric.place(of: "members.atHome").flatMap { metrics[$0].paired.before.mean }
  }
}

extension MetricDifference {
  /// Returns variant − base with its interval.
  fileprivate func measured(of replications: Int) -> Measure {
    Measure(
      paired.difference.mean, estimate, in: metric.style, count: paired.count, of: replications)
  }
}

extension Measured<MetricDifferenceSubject> {
  init(_ difference: MetricDifference, of replications: Int, members: Double? = nil) {
    self.init(
      MetricDifferenceSubject(
        metric: difference.metric.key, name: difference.metric.name,
        unit: difference.metric.unit,
        base: difference.paired.before.mean, variant: difference.paired.after.mean,
        standardErrors: difference.certainty, savedByPairing: difference.savedByPairing,
        measuredSaving: difference.measuredSaving,
        testMembers: difference.runsWithoutPairing.flatMap { runs in members.map { runs * $0 } }),
      difference.measured(of: replications))
  }
}
