/// A simulated state that events change, and that schedules further events.
public protocol Model: ~Copyable {
  /// The simulated time of the events.
  associatedtype Time: SimulationTime
  /// The events that the model handles and schedules.
  associatedtype Event: SimulationEvent

  /// Handles `event` at `now`.
  mutating func handle(
    _ event: Event, at now: Time, scheduling calendar: inout EventCalendar<Time, Event>)

  /// Receives an event that happens soon, unless it is cancelled, to prefetch the memory that it
  /// needs.
  ///
  /// The result of a run does not depend on it.
  func anticipate(_ event: Event)

  /// Receives the same event again, once the memory prefetched by `anticipate(_:)` may have
  /// arrived, to prefetch what that refers to.
  func prepare(_ event: Event)

  /// Returns the number that represents `event` in the log; read right before the event is handled.
  ///
  /// A model whose events refer to its memory by place names them here by what does not depend on
  /// it.
  func fingerprint(of event: Event) -> UInt64

  /// The moment before which the run pauses, so that the model's owner can change it; read before
  /// every event.
  var pause: Time { get }

  /// Whether the model ends the run; read after every event.
  var isFinished: Bool { get }
}

extension Model where Self: ~Copyable {
  /// Does nothing: a model that prefetches no memory needs no implementation.
  @inlinable
  public func anticipate(_ event: Event) {}

  /// Does nothing: a model that prefetches no memory needs no implementation.
  @inlinable
  public func prepare(_ event: Event) {}

  /// The event's own number.
  @inlinable
  public func fingerprint(of event: Event) -> UInt64 { event.fingerprint }

  /// Never.
  @inlinable
  public var pause: Time { Time(tick: .max) }

  /// `false`: the run ends at its horizon, or when no event is pending.
  @inlinable
  public var isFinished: Bool { false }
}

/// An event: a small plain value.
public protocol SimulationEvent: BitwiseCopyable, Sendable {
  /// A number that differs for different events; it represents the event in the log's hash.
  var fingerprint: UInt64 { get }
}

extension SimulationEvent where Self: FixedWidthInteger {
  /// The number, extended or truncated to 64 bits.
  @inlinable
  public var fingerprint: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension UInt32: SimulationEvent {}
