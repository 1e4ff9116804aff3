import Statistics

/// What the rows of an experiment say of two of its arms.
struct ExperimentAnalysis: Encodable {
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

  let control, treatment: String
  let isShare: Bool
  /// What was assigned: units, or clusters of them.
  let assigned: String
  let split: Split
  /// The estimators, from the simplest to the one that the answer rests on; and the last, which
  /// holds at every look.
  let effects: [Effect]
  let ignoredColumns: [String]
  /// Whether several rows of a unit were summed to one value, without denominators.
  let hasSummedRows: Bool
  /// What looks on the way would have concluded; `nil` without a column of days.
  let looks: ExperimentLooks?

  /// The effect that the answer rests on.
  var chosen: Effect { effects[effects.count - 2] }
  /// The effect whose interval holds at every look.
  var anyTime: Effect { effects[effects.count - 1] }

  /// Compares two arms by their places; `nil` where an arm has too few units, or nothing varies.
  ///
  /// `allocation` is the planned share of the treatment; data with days are looked at by `rule`,
  /// `looks` times or each day.
  init?(
    _ data: ExperimentData, control: Int, treatment: Int, allocation: Double,
    rule: String = "pocock", looks: Int? = nil
  ) {
    let groups = data.clusters.isEmpty ? data.units : data.clusters
    let byUnit = (Self.sample(data.units, control), Self.sample(data.units, treatment))
    let byGroup = (Self.sample(groups, control), Self.sample(groups, treatment))
    guard
      let mismatch = SampleRatioMismatch(
        counts: [byGroup.0.count, byGroup.1.count], expectedSplit: [1 - allocation, allocation])
    else { return nil }
    let sequential = SequentialSampleRatio(
      counts: [byGroup.0.count, byGroup.1.count], expectedSplit: [1 - allocation, allocation])
    var pairs: [(name: String, control: SampleSummary, treatment: SampleSummary)] = []
    guard let ours = byGroup.0.summary, let theirs = byGroup.1.summary else { return nil }
    if !data.clusters.isEmpty, let own = byUnit.0.summary, let other = byUnit.1.summary {
      pairs.append(("by unit, as if independent", own, other))
    }
    pairs.append((data.clusters.isEmpty ? "by unit" : "by cluster", ours, theirs))
    if data.hasBefore,
      let adjusted = RatioSample.adjusted(control: byGroup.0, treatment: byGroup.1)
    {
      pairs.append(("with what they did before (CUPED)", adjusted.control, adjusted.treatment))
    }
    guard let last = pairs.last else { return nil }
    var effects: [Effect] = []
    for pair in pairs {
      guard let effect = Self.effect(pair.name, pair.control, pair.treatment, { $0.fixedHorizon() })
      else { return nil }
      effects.append(effect)
    }
    guard
      let always = Self.effect(
        "the same, at any number of looks", last.control, last.treatment,
        { ConfidenceSequence().comparison(of: $0) })
    else { return nil }
    self.control = data.arms[control]
    self.treatment = data.arms[treatment]
    self.effects = effects + [always]
    isShare = data.isShare
    assigned = data.clusters.isEmpty ? "units" : "clusters"
    ignoredColumns = data.ignoredColumns
    hasSummedRows = data.hasSummedRows
    self.looks =
      data.hasTime
      ? ExperimentLooks(
        data, control: control, treatment: treatment, ruleName: rule, count: looks) : nil
    split = Split(
      control: byGroup.0.count, treatment: byGroup.1.count, pValue: mismatch.pValue,
      pValueAtAnyTime: sequential.pValue, isAlarming: mismatch.isAlarming())
  }

  static func sample(_ rows: [ExperimentData.Sums], _ arm: Int) -> RatioSample {
    var sample = RatioSample()
    for row in rows where row.arm == arm {
      sample.record(
        numerator: row.numerator, denominator: row.denominator, before: row.before)
    }
    return sample
  }

  private static func effect(
    _ name: String, _ control: SampleSummary, _ treatment: SampleSummary,
    _ compare: (TwoSample) -> Comparison
  ) -> Effect? {
    guard let samples = TwoSample(control: control, treatment: treatment) else { return nil }
    let found = compare(samples)
    let relative = TwoSample(control: control, treatment: treatment, effect: .relative)
      .map(compare)
    return Effect(
      estimator: name, control: control.mean, treatment: treatment.mean,
      difference: samples.difference, low: found.estimate.low, high: found.estimate.high,
      relative: relative?.estimate.value, relativeLow: relative?.estimate.low,
      relativeHigh: relative?.estimate.high, standardError: samples.standardError,
      pValue: found.pValue)
  }
}
