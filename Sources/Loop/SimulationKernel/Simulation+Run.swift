extension Simulation where M: ~Copyable {
  /// The reason why a run ended.
  public enum Ending: Sendable {
    /// Every event before the horizon was handled.
    case horizon
    /// No event is pending.
    case exhausted
    /// The next event does not come before the model's `pause`.
    case paused
    /// The model ended the run.
    case finished
    /// `observe` returned `false`.
    case interrupted
  }

  /// The progress of a run.
  public struct Progress: Sendable {
    /// The time of the last handled event.
    public let now: M.Time
    /// The number of events handled since the simulation began.
    public let events: UInt64
    /// The number of pending events.
    public let pending: Int
    /// The memory of the pending events, in bytes.
    public let bytes: Int

    @inlinable
    init(now: M.Time, events: UInt64, pending: Int, bytes: Int) {
      self.now = now
      self.events = events
      self.pending = pending
      self.bytes = bytes
    }
  }

  /// Handles every event before `horizon`.
  ///
  /// After every `stride` events, `observe` receives the progress and returns whether the run
  /// continues. However a run ends, continuing it gives the result of a single run.
  ///
  /// - Throws: `SchedulingIntoPast`, after the event that caused it; the refused event is not in
  ///   the calendar.
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

  /// Handles at most `stride` events; returns `nil` if the run can continue.
  @inlinable
  mutating func runStretch(of stride: Int, until horizon: M.Time) -> Ending? {
    // A local variable keeps the log in registers from event to event.
    var log = happened
    defer { happened = log }
    for _ in 0..<stride {
      let pause = model.pause
      guard let (time, event) = calendar.next(before: min(horizon, pause)) else {
        if pause < horizon { return .paused }
        if reached < horizon {
          reached = horizon
          calendar.advance(to: horizon)
        }
        return calendar.isEmpty ? .exhausted : .horizon
      }
      // Four events take about as long as a load from main memory.
      if let upcoming = calendar.upcoming(8) { model.anticipate(upcoming) }
      if let upcoming = calendar.upcoming(4) { model.prepare(upcoming) }
      reached = time
      log.add(time.tick, model.fingerprint(of: event))
      model.handle(event, at: time, scheduling: &calendar)
      if calendar.refusal != nil { return .finished }
      if model.isFinished { return .finished }
    }
    return nil
  }
}
