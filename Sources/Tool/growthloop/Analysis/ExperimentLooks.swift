import Statistics

/// What looks on the way conclude, by a rule and by the habit of stopping on success.
struct ExperimentLooks: Encodable {
  /// How the looks were planned, before the first of them.
  struct Plan {
    var rule = LookRule.Name.confidenceSequence
    /// The units of both arms, or the days, at the last look; without either the looks have no end,
    /// and only a rule that holds at any look may decide.
    var units: Int?
    var days: Int?
    /// The number of looks, evenly over the plan; `nil` for one each day.
    var count: Int?

    var hasEnd: Bool { units != nil || days != nil }
  }

  struct Look: Encodable {
    /// The day, 1 for the first.
    let day: Int
    let units: Int
    let difference: Double
    /// The normal score of the difference, and the distance from nought that ends the test; `nil`
    /// where the look cannot end it.
    let z: Double
    let bound: Double?
  }

  /// The look that ended the test, or the last one, with its effect.
  struct End: Encodable {
    let day: Int
    let isSignificant: Bool
    /// The values of both arms, and their difference.
    let control, treatment, difference: Double
    /// The effect that is above the truth as often as below, where a plan ended.
    let medianUnbiased: Double?
    /// The interval that allows for all looks; `nil` before a rule with one look at the end.
    let low, high: Double?
  }

  let rule: LookRule.Name
  /// The days with rows, and those of the plan.
  let days: Int
  let plannedDays, plannedUnits: Int?
  /// Whether the plan has been reached.
  let isComplete: Bool
  let looks: [Look]
  let end: End
  /// Who looks each day, and stops at the first p below 0.05: the day; `nil` without one.
  let habitDay: Int?
  let habitDifference: Double?
  /// How often the habit finds an effect that is not there.
  let habitFalsePositives: Double

  var hasEnd: Bool { plannedDays != nil || plannedUnits != nil }

  static let mostLooks = 60

  /// Looks at rows with a day, as planned; `nil` where no look can compare the arms.
  init?(
    _ data: ExperimentData, _ outcome: ExperimentOutcome, control: Int, treatment: Int,
    plan: Plan, falsePositiveRate: Double
  ) {
    guard let first = outcome.rows.map(\.day).min(), let last = outcome.rows.map(\.day).max()
    else { return nil }
    let days = last - first + 1
    let sight = ExperimentSight(data, outcome, control: control, treatment: treatment, from: first)
    let each = Self.daysOfLooks(days, min(days, Self.mostLooks))
    let daily = sight.seen(on: each)
    let (dates, reached) = plan.hasEnd ? plan.looks(in: sight, of: days) : (each, 0)
    let seen = plan.hasEnd ? sight.seen(on: dates, isComplete: reached >= 1) : daily
    guard let final = seen.last, !daily.isEmpty else { return nil }
    let information = seen.map { Double($0.units) }
    let progress = plan.hasEnd ? seen.map { plan.progress(day: $0.day, units: $0.units) } : nil
    let bounds = LookPlan(
      plan.lookRule(at: Double(final.units)), at: information, progress: progress,
      falsePositiveRate: falsePositiveRate)
    looks = zip(seen, bounds.bounds).map { seen, bound in
      Look(
        day: seen.day, units: seen.units, difference: seen.samples.difference, z: seen.z,
        bound: bound.isFinite ? bound : nil)
    }
    let crossed = seen.indices.first { bounds.crosses(seen[$0].z, at: $0) }
    let place = crossed ?? seen.count - 1
    let stop = seen[place]
    isComplete = crossed != nil || reached >= 1
    var low, high, median: Double?
    if plan.hasEnd, isComplete {
      let found = StoppingOrder(bounds).estimate(
        stop.z, at: place, confidence: 1 - falsePositiveRate)
      let unit =
        stop.samples.standardError * (Double(stop.units) / Double(final.units)).squareRoot()
      (low, high, median) = (found.low * unit, found.high * unit, found.value * unit)
    } else if bounds.bounds[place].isFinite {
      let repeated = stop.samples.interval(
        within: bounds.bounds[place], confidence: 1 - falsePositiveRate)
      (low, high) = (repeated.low, repeated.high)
    }
    end = End(
      day: stop.day, isSignificant: crossed != nil, control: stop.samples.control.mean,
      treatment: stop.samples.treatment.mean, difference: stop.samples.difference,
      medianUnbiased: median, low: low.flatMap(Self.finite), high: high.flatMap(Self.finite))
    let habit = LookPlan(.daily, at: daily.map { Double($0.units) })
    let success = daily.indices.first { habit.crosses(daily[$0].z, at: $0) }.map { daily[$0] }
    habitDay = success?.day
    habitDifference = success?.samples.difference
    habitFalsePositives = habit.falsePositiveRateOfAllLooks
    rule = plan.rule
    self.days = days
    plannedDays = plan.days
    plannedUnits = plan.units
  }

  private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

  /// Returns so many days, 1 for the first, evenly spread, with the last.
  private static func daysOfLooks(_ days: Int, _ count: Int) -> [Int] {
    (1...count).map { (days * $0 + count - 1) / count }
  }
}

extension ExperimentLooks.Plan {
  /// Returns the days of the looks until now, and the proportion of the plan that the last day has
  /// reached.
  ///
  /// Each look is taken on the first day that has reached its proportion, so that more rows change
  /// no earlier look.
  fileprivate func looks(in sight: ExperimentSight, of days: Int) -> ([Int], Double) {
    let units = sight.units(untilDay: days)
    let most = count ?? min(self.days ?? ExperimentLooks.mostLooks, ExperimentLooks.mostLooks)
    var taken = 0
    var dates: [Int] = []
    var reached = 0.0
    for day in 1...days {
      reached = progress(day: day, units: units[day - 1])
      let due = Int((reached * Double(most) + 1e-9).rounded(.down))
      guard due > taken else { continue }
      taken = due
      dates.append(day)
      if reached >= 1 { break }
    }
    return (dates, reached)
  }

  /// The proportion of the plan that a day with so many units has reached.
  fileprivate func progress(day: Int, units: Int) -> Double {
    min(1, days.map { Double(day) / Double($0) } ?? Double(units) / Double(self.units ?? units))
  }

  /// The rule, where the last look has so much information.
  fileprivate func lookRule(at last: Double) -> LookRule {
    // What the two rules without an end are tuned for must not grow with the data.
    let tuned = units.map(Double.init) ?? ConfidenceSequence().tunedFor
    return LookRule(rule, plannedFor: tuned, tunedFor: tuned / last)
  }
}
