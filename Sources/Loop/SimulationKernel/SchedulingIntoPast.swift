/// The error of a model that scheduled an event before the present, or never.
public struct SchedulingIntoPast<Time: SimulationTime, Event: BitwiseCopyable & Sendable>: Error {
  /// The refused event, which is not in the calendar.
  public let event: Event
  /// The requested time of the event.
  public let time: Time
  /// The time that the simulation had reached.
  public let now: Time

  @inlinable
  init(_ event: Event, at time: Time, now: Time) {
    self.event = event
    self.time = time
    self.now = now
  }
}

extension SchedulingIntoPast: CustomStringConvertible {
  public var description: String {
    let fault =
      time.tick == .max ? "which never comes; the present is" : "which is before the present,"
    return "the model scheduled the event '\(event)' at \(time), \(fault) \(now)"
  }
}
