/// A model and its calendar, run event by event.
public struct Simulation<M: Model & ~Copyable>: ~Copyable {
  /// The model in its present state, which the caller may read and change between runs.
  public var model: M
  /// The pending events; the caller schedules the first ones before the first run.
  public var calendar: EventCalendar<M.Time, M.Event>
  @usableFromInline var reached: M.Time
  @usableFromInline var happened = EventLog()

  /// Creates a simulation that begins at `start`, before which nothing can be scheduled.
  @inlinable
  public init(_ model: consuming M, from start: M.Time) {
    self.model = model
    calendar = EventCalendar(from: start)
    reached = start
  }

  /// The time that the simulation has reached.
  @inlinable
  public var now: M.Time { reached }

  /// The digest of all handled events.
  @inlinable
  public var log: EventLog { happened }
}
