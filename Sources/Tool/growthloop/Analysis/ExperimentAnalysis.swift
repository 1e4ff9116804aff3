import Statistics

/// What the rows of an experiment say of a metric in two of its arms.
struct ExperimentAnalysis: Encodable {
  /// What is asked of the rows.
  struct Question {
    /// The planned share of the treatment among the two arms.
    var allocation = 0.5
    var looks = ExperimentLooks.Plan()
    /// The change that would be too much; `nil` where an effect is asked for.
    var margin: Double?
    /// The comparisons that err together as often as one would.
    var comparisons = 1

    var falsePositiveRate: Double { 0.05 / Double(comparisons) }
    var confidence: Double { 1 - falsePositiveRate }
  }

  /// The effect by one estimator.
  struct Effect: Encodable {
    let estimator: String
    let control, treatment: Double
    let difference, low, high: Double
    /// The effect in proportion to the control; `nil` where that is nought.
    let relative, relativeLow, relativeHigh: Double?
    let standardError: Double
    let pValue: Double
  }

  /// Whether the arms have the planned sizes.
  struct Split: Encodable {
    let control, treatment: Int
    /// The probability of such a split by chance: at this one look, and at any number of looks.
    let pValue, pValueAtAnyTime: Double
    let isAlarming: Bool
  }

  /// What the answer rests on: one look at the end, or looks on the way.
  struct Answer: Encodable {
    let control, treatment, difference: Double
    /// The interval; `nil` where the plan has not looked yet.
    let low, high: Double?
    let isShown: Bool
    /// Whether a change as bad as the margin is left out; `nil` without a margin.
    let leavesOutMargin: Bool?
  }

  /// The name of the metric; empty where none is named.
  let metric: String
  let control, treatment: String
  let isShare: Bool
  /// What was assigned: units, or clusters of them.
  let assigned: String
  let split: Split
  let answer: Answer
  let margin: Double?
  /// The false positives that this comparison may have: 5% by all that are made together.
  let falsePositiveRate: Double
  /// The estimators, from the simplest to the one that one look rests on; and the one that holds at
  /// every look.
  let effects: [Effect]
  /// How skewed the difference is.
  let skewness: Double
  /// Whether the arms were drawn anew, because Student's interval may err.
  let isRedrawn: Bool
  /// What a unit counts at most, and the units that had more.
  let cap: Double?
  let cappedUnits: Int?
  let ignoredColumns: [String]
  /// Whether several rows of a unit were summed to one value, without denominators.
  let hasSummedRows: Bool
  /// What looks on the way conclude; `nil` without a column of days.
  let looks: ExperimentLooks?

  /// The effect that one look rests on.
  var chosen: Effect { effects[effects.count - 2] }
  /// The effect whose interval holds at every look.
  var anyTime: Effect { effects[effects.count - 1] }
  /// Whether Student's interval may miss too often; a few units in both arms do not tell.
  var isSkewed: Bool {
    skewness.magnitude > TwoSample.greatSkewness
      && max(split.control, split.treatment) >= Rerandomisation.fewest
  }

  /// Compares two arms by their places; `nil` where an arm has too few units, or nothing varies.
  init?(
    _ data: ExperimentData, _ outcome: ExperimentOutcome, control: Int, treatment: Int,
    _ question: Question
  ) {
    let units = outcome.capped(outcome.units)
    let groups = data.groups(outcome)
    let byUnit = (Self.sample(units, control), Self.sample(units, treatment))
    let byGroup = (Self.sample(groups, control), Self.sample(groups, treatment))
    let counts = [byGroup.0.count, byGroup.1.count]
    let planned = [1 - question.allocation, question.allocation]
    guard let mismatch = SampleRatioMismatch(counts: counts, expectedSplit: planned) else {
      return nil
    }
    let sequential = SequentialSampleRatio(counts: counts, expectedSplit: planned)
    guard let pairs = Self.pairs(byUnit, byGroup, of: data, outcome), let last = pairs.last else {
      return nil
    }
    let confidence = question.confidence
    skewness = TwoSample.skewness(control: byGroup.0, treatment: byGroup.1)
    let fixed: Compared = { $0.fixedHorizon(confidence: confidence) }
    var redrawn: Compared?
    if skewness.magnitude > TwoSample.greatSkewness {
      let drawn = Rerandomisation(
        control: byGroup.0, treatment: byGroup.1, isAdjusted: outcome.hasBefore)
      redrawn = drawn.map { drawn in { drawn.comparison(of: $0, confidence: confidence) } }
    }
    isRedrawn = redrawn != nil
    let sequence = ConfidenceSequence(
      tunedFor: question.looks.units.map(Double.init) ?? ConfidenceSequence().tunedFor,
      confidence: confidence)
    var compared = pairs.map { ($0, fixed) }
    func same(_ words: String) -> Pair { ("the same, \(words)", last.control, last.treatment) }
    if let redrawn { compared.append((same("by drawing the arms anew"), redrawn)) }
    compared.append((same("at any number of looks"), { sequence.comparison(of: $0) }))
    let effects = compared.compactMap { Self.effect($0.0, $0.1) }
    guard effects.count == compared.count else { return nil }
    self.effects = effects
    metric = outcome.columns.name
    self.control = data.arms[control]
    self.treatment = data.arms[treatment]
    isShare = outcome.isShare
    assigned = data.hasClusters ? "clusters" : "units"
    ignoredColumns = data.ignoredColumns
    hasSummedRows = outcome.hasSummedRows
    cap = outcome.cap?.value
    cappedUnits = outcome.cap?.units
    margin = question.margin
    falsePositiveRate = question.falsePositiveRate
    looks =
      data.hasTime
      ? ExperimentLooks(
        data, outcome, control: control, treatment: treatment, plan: question.looks,
        falsePositiveRate: question.falsePositiveRate) : nil
    split = Split(
      control: counts[0], treatment: counts[1], pValue: mismatch.pValue,
      pValueAtAnyTime: sequential.pValue, isAlarming: mismatch.isAlarming())
    let chosen = effects[effects.count - 2]
    answer =
      if let end = looks?.end {
        Answer(
          control: end.control, treatment: end.treatment,
          difference: end.medianUnbiased ?? end.difference, low: end.low, high: end.high,
          isShown: end.isSignificant,
          leavesOutMargin: Self.leavesOut(question.margin, end.low, end.high))
      } else {
        Answer(
          control: chosen.control, treatment: chosen.treatment, difference: chosen.difference,
          low: chosen.low, high: chosen.high, isShown: chosen.low > 0 || chosen.high < 0,
          leavesOutMargin: Self.leavesOut(question.margin, chosen.low, chosen.high))
      }
  }

  /// Whether an interval leaves a margin out; `nil` without one of both.
  private static func leavesOut(_ margin: Double?, _ low: Double?, _ high: Double?) -> Bool? {
    guard let margin, let low, let high else { return nil }
    return margin < 0 ? low > margin : high < margin
  }

  private typealias Pair = (name: String, control: SampleSummary, treatment: SampleSummary)
  private typealias Compared = (TwoSample) -> Comparison

  /// The summaries of both arms by each estimator; `nil` where an arm has none.
  private static func pairs(
    _ byUnit: (RatioSample, RatioSample), _ byGroup: (RatioSample, RatioSample),
    of data: ExperimentData, _ outcome: ExperimentOutcome
  ) -> [Pair]? {
    guard let ours = byGroup.0.summary, let theirs = byGroup.1.summary else { return nil }
    var pairs: [Pair] = []
    if data.hasClusters, let own = byUnit.0.summary, let other = byUnit.1.summary {
      pairs.append(("by unit, as if independent", own, other))
    }
    pairs.append((data.hasClusters ? "by cluster" : "by unit", ours, theirs))
    if outcome.hasBefore,
      let adjusted = RatioSample.adjusted(control: byGroup.0, treatment: byGroup.1)
    {
      pairs.append(("with what they did before (CUPED)", adjusted.control, adjusted.treatment))
    }
    return pairs
  }

  static func sample(_ rows: [ExperimentOutcome.Sums], _ arm: Int) -> RatioSample {
    var sample = RatioSample()
    for row in rows where row.arm == arm {
      sample.record(
        numerator: row.numerator, denominator: row.denominator, before: row.before)
    }
    return sample
  }

  private static func effect(_ pair: Pair, _ compare: Compared) -> Effect? {
    guard let samples = TwoSample(control: pair.control, treatment: pair.treatment) else {
      return nil
    }
    let found = compare(samples)
    let relative = TwoSample(
      control: pair.control, treatment: pair.treatment, effect: .relative
    ).map(compare)
    return Effect(
      estimator: pair.name, control: pair.control.mean, treatment: pair.treatment.mean,
      difference: samples.difference, low: found.estimate.low, high: found.estimate.high,
      relative: relative?.estimate.value, relativeLow: relative?.estimate.low,
      relativeHigh: relative?.estimate.high, standardError: samples.standardError,
      pValue: found.pValue)
  }
}
