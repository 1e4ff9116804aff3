/// What a simulation is of: a state that events change, and that schedules further events.
public protocol Model: ~Copyable {
  associatedtype Time: SimulationTime
  associatedtype Event: SimulationEvent

  /// Lets `event` happen.
  mutating func handle(
    _ event: Event, at now: Time, scheduling calendar: inout EventCalendar<Time, Event>)

  /// Learns of an event that happens soon, unless it is called off, to bring near what it will need.
  ///
  /// What happens does not depend on it.
  func anticipate(_ event: Event)

  /// Learns of the same event again, when what it asked for may have come: where one thing tells where
  /// the next one lies.
  func prepare(_ event: Event)

  /// Whether the model has seen enough; asked after every event.
  var isFinished: Bool { get }
}

extension Model where Self: ~Copyable {
  @inlinable
  public func anticipate(_ event: Event) {}

  @inlinable
  public func prepare(_ event: Event) {}

  @inlinable
  public var isFinished: Bool { false }
}

/// Something that happens: a small plain value.
public protocol SimulationEvent: BitwiseCopyable, Sendable {
  /// A number that differs for events that differ; it stands for the event in the log's hash.
  var fingerprint: UInt64 { get }
}

extension SimulationEvent where Self: FixedWidthInteger {
  @inlinable
  public var fingerprint: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension UInt32: SimulationEvent {}
