/// A model and its calendar, run event by event.
public struct Simulation<M: Model & ~Copyable>: ~Copyable {
  public var model: M
  public var calendar: EventCalendar<M.Time, M.Event>
  @usableFromInline var reached: M.Time
  @usableFromInline var happened = EventLog()

  /// A simulation that begins at `start`; nothing can be scheduled before.
  @inlinable
  public init(_ model: consuming M, from start: M.Time) {
    self.model = model
    calendar = EventCalendar(from: start)
    reached = start
  }

  /// The time that the simulation has reached.
  @inlinable
  public var now: M.Time { reached }

  /// The digest of all that happened.
  @inlinable
  public var log: EventLog { happened }
}
