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
