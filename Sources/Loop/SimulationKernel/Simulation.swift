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

/// A point in simulated time, mapped to an integer that a calendar can divide into windows.
public protocol SimulationTime: Comparable, BitwiseCopyable, Sendable {
  /// The position in the order of times: smaller for every earlier time, equal only for equal
  /// times.
  ///
  /// `UInt64.max` is reserved for "never", at which nothing happens.
  var tick: UInt64 { get }

  /// Creates the time at `tick`, which must be the tick of a time.
  init(tick: UInt64)
}

extension Int64: SimulationTime {
  /// The number with its sign bit inverted, so that negative ones come first; `Int64.max` is never.
  @inlinable
  public var tick: UInt64 { UInt64(bitPattern: self) ^ (1 << 63) }

  /// Creates the number whose `tick` this is.
  @inlinable
  public init(tick: UInt64) { self = Int64(bitPattern: tick ^ (1 << 63)) }
}

extension Double: SimulationTime {
  /// The bits of the number, reordered so that they sort as the numbers do; NaN is never.
  @inlinable
  public var tick: UInt64 {
    if isNaN { return .max }
    // Adding zero turns −0 into 0, which equals it.
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | (1 << 63) : ~bits
  }

  /// Creates the number whose `tick` this is; a zero is positive.
  @inlinable
  public init(tick: UInt64) {
    self = Double(bitPattern: tick >> 63 == 1 ? tick & ~(1 << 63) : ~tick)
  }
}
