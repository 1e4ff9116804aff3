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
  /// The sum of the shares reached, by day from 0, without those that stay as an ended rollout left them.
  private var walked: [Double] = []
  /// The sum of the shares at which rollouts ended that were not taken back, by the days they took.
  private var stayed: [Double] = [0]
  /// The rollouts that were off by its end, by day from 0.
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
    while walked.count < outcome.days {
      walked.append(0)
      stayed.append(0)
      offByDay.append(0)
    }
    for (day, share) in outcome.reached.enumerated() { walked[day] += share }
    if outcome.isRolledBack {
      offByDay[outcome.days - 1] += 1
    } else {
      stayed[outcome.days] += outcome.reached.last ?? 0
    }
    for (place, meter) in meters.enumerated() {
      let harm = meter.harm(
        of: outcome, reaction: plan.reaction, lingering: plan.reading.lingering)
      before[place].record(harm.before)
      after[place].record(harm.after)
      lost[place].record(harm.before + harm.after)
    }
  }

  /// The sum of the shares reached on each of so many days; who has a change that stays keeps it.
  public func reached(in days: Int) -> [Double] {
    var kept = 0.0
    return (0..<days).map { day in
      kept += day < stayed.count ? stayed[day] : 0
      return kept + (day < walked.count ? walked[day] : 0)
    }
  }

  /// The number of days of the longest rollout.
  public var days: Int { walked.count }

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

/// The time from sending an invite to what it brings, as a sample in days.
public struct DelayLaw: Sendable, Hashable {
  private let delays: [Double]
  /// The sums of the delays before each place.
  private let sums: [Double]

  /// Creates the law of a sample, of one delay at least.
  public init(days: [Double]) {
    precondition(!days.isEmpty && days.allSatisfy { $0 >= 0 }, "delays are not negative")
    delays = days.sorted()
    var sum = 0.0
    sums =
      [0]
      + delays.map {
        sum += $0
        return sum
      }
  }

  /// Returns the share that has come of what was sent evenly in the last so many days: w(L).
  ///
  /// The rest comes after a kill switch, which recalls no invite.
  public func arrived(within days: Double) -> Double { arrived(from: 0, to: days) }

  /// Returns the share that has come of what was sent evenly from `start` to `end` days ago.
  public func arrived(from start: Double, to end: Double) -> Double {
    precondition(start >= 0 && end > start, "\(start) to \(end) days ago is no time")
    return (integral(to: end) - integral(to: start)) / (end - start)
  }

  /// The integral of the distribution function from 0.
  private func integral(to time: Double) -> Double {
    var (low, high) = (0, delays.count)
    while low < high {
      let middle = (low + high) / 2
      if delays[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return (time * Double(low) - sums[low]) / Double(delays.count)
  }
}

/// What a defect costs while it reaches everybody, and when that cost shows.
public struct HarmMeter: Sendable, Hashable {
  /// The loss of each day of the rollout if the defect reached all; the last is that of later days.
  public let losses: [Double]
  /// The time until a loss shows; `nil` for at once.
  public let delay: DelayLaw?

  /// Creates a meter of losses by day, at least one.
  public init(losses: [Double], delay: DelayLaw? = nil) {
    precondition(!losses.isEmpty, "a loss is given, if only of nought")
    self.losses = losses
    self.delay = delay
  }

  /// Returns what a rollout lost until the change was taken back or its days ended, and what is lost
  /// later, by invites that are out and by members who have not read that it is off.
  ///
  /// `reaction` is the time in days that it takes to take a change back, and `lingering` the days of
  /// sessions that do not know of it yet.
  public func harm(
    of outcome: RolloutOutcome, reaction: Double, lingering: Double = 0
  ) -> (before: Double, after: Double) {
    let pause = outcome.isRolledBack ? reaction : 0
    let end = Double(outcome.days) + pause
    var (before, after) = (0.0, 0.0)
    func add(_ reached: Double, on day: Int, from start: Double, to stop: Double) {
      let loss = reached * losses[min(day, losses.count - 1)] * (stop - start)
      let arrived = delay?.arrived(from: end - stop, to: end - start) ?? 1
      before += loss * arrived
      after += loss * (1 - arrived)
    }
    for (day, reached) in outcome.reached.enumerated() {
      add(reached, on: day, from: Double(day), to: Double(day + 1))
    }
    if pause > 0, let last = outcome.reached.last {
      add(last, on: outcome.days, from: Double(outcome.days), to: end)
    }
    if outcome.isRolledBack, let last = outcome.reached.last {
      after += last * losses[min(outcome.days, losses.count - 1)] * lingering
    }
    return (before, after)
  }
}
