import Statistics

/// What looks on the way would have concluded, by a rule and by the habit of stopping on success.
struct ExperimentLooks: Encodable {
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
    let isEarly: Bool
    let isSignificant: Bool
    let difference: Double
    /// The effect that is above the truth as often as below, with its interval.
    let medianUnbiased, low, high: Double
  }

  let rule: String
  let days: Int
  let looks: [Look]
  let end: End
  /// Who looks each day, and stops at the first p below 0.05: the day; `nil` without one.
  let habitDay: Int?
  let habitDifference: Double?
  /// How often the habit finds an effect that is not there.
  let habitFalsePositives: Double

  static let rules = [
    "fixed", "daily", "pocock", "obrienFleming", "confidenceSequence",
  ]
  static let mostLooks = 60

  static func rule(_ name: String) -> LookRule? {
    switch name {
    case "fixed": .fixed
    case "daily": .daily
    case "pocock": .pocock
    case "obrienFleming": .obrienFleming
    case "confidenceSequence": .confidenceSequence()
    default: nil
    }
  }

  /// Looks at rows with a day by one of `rules`, `count` times evenly over the days, or else each
  /// day; `nil` where no look can compare the arms.
  init?(
    _ data: ExperimentData, control: Int, treatment: Int, ruleName: String, count: Int?
  ) {
    guard let rule = Self.rule(ruleName), let first = data.rows.map(\.day).min(),
      let last = data.rows.map(\.day).max()
    else { return nil }
    let days = last - first + 1
    let each = Self.daysOfLooks(days, min(days, Self.mostLooks))
    let sight = ExperimentSight(data, control: control, treatment: treatment, from: first)
    let daily = sight.seen(on: each)
    let planned = count.map { sight.seen(on: Self.daysOfLooks(days, min($0, days))) } ?? daily
    guard let final = planned.last, !daily.isEmpty else { return nil }
    let plan = LookPlan(rule, at: planned.map { Double($0.units) })
    looks = zip(planned, plan.bounds).map { seen, bound in
      Look(
        day: seen.day, units: seen.units, difference: seen.samples.difference, z: seen.z,
        bound: bound.isFinite ? bound : nil)
    }
    let crossed = planned.indices.first { plan.crosses(planned[$0].z, at: $0) }
    let place = crossed ?? planned.count - 1
    let stop = planned[place]
    let found = StoppingOrder(plan).estimate(stop.z, at: place)
    let unit =
      stop.samples.standardError * (Double(stop.units) / Double(final.units)).squareRoot()
    end = End(
      day: stop.day, isEarly: place < planned.count - 1, isSignificant: crossed != nil,
      difference: stop.samples.difference, medianUnbiased: found.value * unit,
      low: found.low * unit, high: found.high * unit)
    let habit = LookPlan(.daily, at: daily.map { Double($0.units) })
    let success = daily.indices.first { habit.crosses(daily[$0].z, at: $0) }.map { daily[$0] }
    habitDay = success?.day
    habitDifference = success?.samples.difference
    habitFalsePositives = habit.falsePositiveRateOfAllLooks
    self.rule = ruleName
    self.days = days
  }

  /// Returns so many days, 1 for the first, evenly spread, with the last.
  private static func daysOfLooks(_ days: Int, _ count: Int) -> [Int] {
    (1...count).map { (days * $0 + count - 1) / count }
  }
}
