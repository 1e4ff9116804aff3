@testable import GrowthloopStudies
@testable import GrowthloopModel

/// A run that nobody lived through: counts written by hand.
func handMadeRun(days: Int = 60, _ fill: (inout Tally) -> Void) -> Observation {
  var plan = GrowthPlan()
  plan.days = days
  var tally = Tally(days: days)
  fill(&tally)
  return Observation(plan: plan, tally: tally)
}

extension Observation {
  func value(_ key: String) -> Double? { Metric.named(key)?.value(in: self) }
}

/// A small market in which much is shared, so that a debug build runs it in a moment.
func livelyPlan(people: Int = 2_000, days: Int = 40) -> GrowthPlan {
  var plan = GrowthPlan()
  plan.days = days
  plan.behaviour.market.people = people
  plan.behaviour.arrivals.seeds = people / 20
  plan.behaviour.arrivals.organicPerDay = 5
  plan.behaviour.sharing.visit = 0.1
  plan.behaviour.recipients.install = 0.6
  return plan
}

extension OriginTally {
  /// Counts invites that reached a stage, as a run does.
  mutating func count(_ stage: Stage, _ origin: Origin, times: Int = 1) {
    counts[Self.place(of: stage, origin)] += times
  }
}
