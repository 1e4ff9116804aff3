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
