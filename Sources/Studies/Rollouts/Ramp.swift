internal import RandomStreams
public import Statistics

/// The share of members that a change reaches, stage by stage.
public struct Ramp: Sendable, Hashable {
  /// A share of the members, and the day from which on the change reaches it.
  public struct Stage: Sendable, Hashable {
    /// Above 0, at most 1.
    public let share: Double
    /// From 0 for the start of the rollout.
    public let day: Int

    /// Creates a stage; its ramp judges it.
    public init(_ share: Double, from day: Int) {
      self.share = share
      self.day = day
    }
  }

  /// The stages, in order.
  public let stages: [Stage]
  /// The share of the members that the change never reaches: a control for the last stage too.
  public let holdback: Double
  /// The length in days, the last stage included.
  public let days: Int

  /// Creates a ramp of rising shares on rising days, from day 0; it ends after so many days.
  public init(_ stages: [Stage], holdback: Double = 0, days: Int) {
    precondition(stages.first?.day == 0, "a ramp starts on day 0, unlike \(stages)")
    precondition(
      zip(stages, stages.dropFirst()).allSatisfy { $0.day < $1.day && $0.share < $1.share }
        && stages.allSatisfy { $0.share > 0 && $0.share <= 1 },
      "days and shares of a ramp rise, unlike \(stages)")
    precondition(holdback >= 0 && holdback < 1, "a hold-back of \(holdback) leaves no one")
    precondition(
      days > stages[stages.count - 1].day, "\(days) days end before the last of \(stages)")
    self.stages = stages
    self.holdback = holdback
    self.days = days
  }

  /// The ramp of the product document (P-PLN-08): 10, 50 and 100% over 5 days.
  public static let product = Ramp(
    [Stage(0.1, from: 0), Stage(0.5, from: 2), Stage(1, from: 4)], days: 5)
  /// The ramp of the design document (D-PLN-05): 5, 25 and 100% over 8 days.
  public static let design = Ramp(
    [Stage(0.05, from: 0), Stage(0.25, from: 3), Stage(1, from: 7)], days: 8)

  /// Returns the share of the members that the change reaches in a stage.
  public func reached(in stage: Int) -> Double { min(stages[stage].share, 1 - holdback) }

  /// Returns whether a stage leaves members without the change, to compare with.
  public func isControlled(_ stage: Int) -> Bool { reached(in: stage) < 1 }

  /// Returns the planned days of a stage.
  public func length(of stage: Int) -> Int {
    (stage + 1 < stages.count ? stages[stage + 1].day : days) - stages[stage].day
  }

  /// The stages whose days can be compared with a control.
  public var controlledStages: [Int] { stages.indices.filter(isControlled) }
  /// The days that can be compared with a control.
  public var controlledDays: Int { controlledStages.reduce(0) { $0 + length(of: $1) } }
}

/// How soon members meet a change: they read its flag when a session starts the app anew.
public struct FlagReading: Sendable, Hashable {
  /// The chance that a session starts the app anew.
  public let freshStarts: Double
  public let sessionsPerDay: Double

  /// Creates the law; sessions come at random, at one rate.
  public init(freshStarts: Double, sessionsPerDay: Double) {
    precondition(freshStarts > 0 && freshStarts <= 1 && sessionsPerDay >= 0, "no chance or rate")
    self.freshStarts = freshStarts
    self.sessionsPerDay = sessionsPerDay
  }

  /// Flags that are read in every session.
  public static let always = FlagReading(freshStarts: 1, sessionsPerDay: 1)

  /// Returns the proportion of the sessions of a day that do not know of a change yet; day 0 begins
  /// with it.
  public func unaware(onDay day: Int) -> Double {
    let rate = freshStarts * sessionsPerDay
    guard rate > 0 else { return 0 }
    return (1 - freshStarts) * Double.exp(-rate * Double(day)) * -Double.expMinusOne(-rate) / rate
  }

  /// The days of sessions that a change misses in all, as many with a kill switch as with a stage.
  public var lingering: Double {
    sessionsPerDay > 0 ? (1 - freshStarts) / (freshStarts * sessionsPerDay) : 0
  }
}

/// A metric that a rollout must not harm, and how its harm is found.
public struct Guardrail: Sendable, Hashable {
  /// What the change is held against.
  public enum Limit: Sendable, Hashable {
    /// Members without the change on the same days: at most so much worse, in the metric's unit.
    case control(worseBy: Double)
    /// A number: each day's value with the change is compared as it is.
    case floor(Double)
  }

  /// The direction in which the metric gets worse.
  public enum Harm: String, Sendable, Hashable, CaseIterable {
    case fall, rise
  }

  /// The key of the metric.
  public let metric: String
  /// Whether its events are a part of what they are counted of; else they are counts.
  public var isShare = true
  public var limit = Limit.control(worseBy: 0)
  public var harm = Harm.fall
  /// The fewest that each arm must have, in all, before a look decides; of a floor, each day.
  public var minimum = 0
  /// How each daily look at the comparison decides.
  public var rule = LookRule.pocock
  /// The limit of false positives: of all looks together, under `daily` of each.
  public var falsePositiveRate = 0.05
  /// The harm that must be excluded before a stage ends; `nil`: the minimum is enough.
  public var excludes: Double?

  /// Creates a guardrail: no worse than the control, by Lan and DeMets' Pocock bounds at 5%.
  public init(_ metric: String) {
    self.metric = metric
  }
}

/// What follows where a stage ends and its guardrails have decided nothing.
public enum UndecidedPolicy: String, Sendable, Hashable, CaseIterable {
  /// The next stage begins, as GrowthBook ships what it cannot judge.
  case advance
  /// The stage goes on, as Argo pauses; after `mostHeldDays` the rollout stands still.
  case hold
  /// The change is taken back, as LaunchDarkly reverts it.
  case rollback
}

/// A staged rollout with its guardrails.
public struct RolloutPlan: Sendable, Hashable {
  public var ramp: Ramp
  public var guardrails: [Guardrail]
  public var onUndecided: UndecidedPolicy
  /// The most days that each stage is prolonged while it is undecided, under `hold`.
  public var mostHeldDays: Int
  /// The days between the look that finds harm and the end of the change.
  public var reaction: Double
  /// How soon members meet a stage, and the end of the change.
  public var reading: FlagReading

  /// Creates a plan; it advances where nothing is decided, and reacts at once, for everybody.
  public init(
    _ ramp: Ramp, guardrails: [Guardrail], onUndecided: UndecidedPolicy = .advance,
    mostHeldDays: Int = 7, reaction: Double = 0, reading: FlagReading = .always
  ) {
    precondition(mostHeldDays >= 0 && reaction >= 0, "days are not negative")
    self.ramp = ramp
    self.guardrails = guardrails
    self.onUndecided = onUndecided
    self.mostHeldDays = mostHeldDays
    self.reaction = reaction
    self.reading = reading
  }

  /// The days that a stage may be prolonged.
  var allowance: Int { onUndecided == .hold ? mostHeldDays : 0 }

  /// Returns the days of the whole volume that the smaller arm of a guardrail has at its last look, if
  /// each stage takes as long as it may; of a floor, on its greatest day.
  public func daysOfFewest(at place: Int) -> Double {
    guard !guardrails[place].isFloor else { return ramp.reached(in: ramp.stages.count - 1) }
    let days = ramp.controlledStages.map { Double(ramp.length(of: $0) + allowance) }
    let reached = zip(ramp.controlledStages, days).reduce(0) { sum, stage in
      sum + ramp.reached(in: stage.0) * stage.1
    }
    return min(reached, days.reduce(0, +) - reached)
  }
}
