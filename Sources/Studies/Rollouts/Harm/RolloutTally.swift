public import Statistics

/// How many rollouts of one plan went.
public struct RolloutTally: Sendable, Hashable {
  /// The number of rollouts.
  public private(set) var ramps = 0
  /// The rollouts in which each guardrail, by its place, was the first to find harm.
  public private(set) var found: [Int]
  /// The rollouts taken back since a stage ended undecided.
  public private(set) var rolledBackUndecided = 0
  /// The rollouts that stood still, undecided.
  public private(set) var heldUp = 0
  /// The rollouts in which a guardrail found harm before the last stage.
  public private(set) var foundBeforeLastStage = 0
  /// The rollouts in which a guardrail found harm, by the day from 1 at whose end it did.
  public private(set) var foundOnDay: [Int] = []
  /// The sum of the shares reached, and the rollouts that were off by its end, by day from 0.
  public private(set) var reached: [Double] = []
  public private(set) var offByDay: [Int] = []
  /// What was lost until the change was taken back, by meter, and what was lost later.
  public private(set) var before: [RunningMoments]
  public private(set) var after: [RunningMoments]
  /// What was lost in all, by meter.
  public private(set) var lost: [RunningMoments]

  init(guardrails: Int, meters: Int) {
    found = [Int](repeating: 0, count: guardrails)
    before = [RunningMoments](repeating: RunningMoments(), count: meters)
    after = before
    lost = before
  }

  mutating func record(_ outcome: RolloutOutcome, of plan: RolloutPlan, by meters: [HarmMeter]) {
    ramps += 1
    switch outcome.ending {
    case .completed: break
    case .heldUp: heldUp += 1
    case .rolledBackUndecided: rolledBackUndecided += 1
    case .rolledBack(let place):
      found[place] += 1
      if !outcome.wasInLastStage { foundBeforeLastStage += 1 }
      while foundOnDay.count <= outcome.days { foundOnDay.append(0) }
      foundOnDay[outcome.days] += 1
    }
    while reached.count < outcome.days {
      reached.append(0)
      offByDay.append(0)
    }
    for (day, share) in outcome.reached.enumerated() { reached[day] += share }
    if outcome.isRolledBack { offByDay[outcome.days - 1] += 1 }
    for (place, meter) in meters.enumerated() {
      let harm = meter.harm(
        of: outcome, reaction: plan.reaction, lingering: plan.reading.lingering)
      before[place].record(harm.before)
      after[place].record(harm.after)
      lost[place].record(harm.before + harm.after)
    }
  }

  /// The rollouts in which a guardrail found harm.
  public var detected: Proportion { Proportion(found.reduce(0, +), of: ramps) }
  /// The same before the last stage.
  public var detectedInTime: Proportion { Proportion(foundBeforeLastStage, of: ramps) }
  /// The rollouts that were taken back, for whatever reason.
  public var rolledBack: Proportion {
    Proportion(found.reduce(0, +) + rolledBackUndecided, of: ramps)
  }

  /// The rollouts that were taken back or stood still.
  public var stopped: Proportion { Proportion(rolledBack.successes + heldUp, of: ramps) }

  /// The median day, from 1, at whose end harm was found; `nil` if never.
  public var medianDay: Int? {
    let all = foundOnDay.reduce(0, +)
    var sum = 0
    return all == 0
      ? nil
      : foundOnDay.indices.first { day in
        sum += foundOnDay[day]
        return sum * 2 >= all
      }
  }
}

extension RolloutWalker {
  /// Returns how so many rollouts go, whose days `days` gives by their numbers.
  public mutating func tally(
    _ ramps: Int, watching watched: [Int]? = nil, meters: [HarmMeter] = [],
    days: (Int) -> some RolloutDays
  ) -> RolloutTally {
    var tally = RolloutTally(guardrails: plan.guardrails.count, meters: meters.count)
    for number in 0..<ramps {
      var days = days(number)
      tally.record(walk(&days, watching: watched), of: plan, by: meters)
    }
    return tally
  }
}
