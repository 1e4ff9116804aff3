extension Simulation where M: ~Copyable {
  /// Why a run ended.
  public enum Ending: Sendable {
    /// Every event before the horizon has happened.
    case horizon
    /// No event is left.
    case exhausted
    /// The model said that it had seen enough.
    case finished
    /// The observer asked for it.
    case interrupted
  }

  /// How far a run has come.
  public struct Progress: Sendable {
    public let now: M.Time
    /// The number of events that have happened since the simulation began.
    public let events: UInt64
    /// The number of events to come.
    public let pending: Int
    /// The memory held for them.
    public let bytes: Int

    @inlinable
    init(now: M.Time, events: UInt64, pending: Int, bytes: Int) {
      self.now = now
      self.events = events
      self.pending = pending
      self.bytes = bytes
    }
  }

  /// Lets every event before `horizon` happen.
  ///
  /// After every `stride` events `observe` is told how far the run has come; it returns whether the run
  /// goes on. However a run ends, running on from there gives what one run would have given.
  ///
  /// - Throws: `SchedulingIntoPast`, after the event during which it happened; the event that was refused
  ///   is not in the calendar.
  @inlinable
  @discardableResult
  public mutating func run(
    until horizon: M.Time, every stride: Int = 65_536,
    observe: (Progress) -> Bool = { _ in true }
  ) throws(SchedulingIntoPast<M.Time, M.Event>) -> Ending {
    precondition(stride > 0, "a stride of \(stride) events never comes to an end")
    while true {
      if let refusal = calendar.takeRefusal() { throw refusal }
      let ending = runStretch(of: stride, until: horizon)
      if let refusal = calendar.takeRefusal() { throw refusal }
      if let ending { return ending }
      let progress = Progress(
        now: now, events: log.count, pending: calendar.count, bytes: calendar.bytes)
      if !observe(progress) { return .interrupted }
    }
  }

  /// Lets at most `stride` events happen; returns `nil` if the run can go on.
  @inlinable
  mutating func runStretch(of stride: Int, until horizon: M.Time) -> Ending? {
    // In a local variable, the log stays in registers from event to event.
    var log = happened
    defer { happened = log }
    for _ in 0..<stride {
      guard let (time, event) = calendar.next(before: horizon) else {
        if reached < horizon {
          reached = horizon
          calendar.advance(to: horizon)
        }
        return calendar.isEmpty ? .exhausted : .horizon
      }
      // Four events take about as long as memory does to come from afar.
      if let upcoming = calendar.upcoming(8) { model.anticipate(upcoming) }
      if let upcoming = calendar.upcoming(4) { model.prepare(upcoming) }
      reached = time
      log.add(time.tick, event.fingerprint)
      model.handle(event, at: time, scheduling: &calendar)
      if calendar.refusal != nil { return .finished }
      if model.isFinished { return .finished }
    }
    return nil
  }
}
