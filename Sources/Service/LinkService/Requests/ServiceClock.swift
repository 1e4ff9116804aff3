internal import GrowthloopTransport
public import Vocabulary

/// The source of the service's time: the time of day, or a rehearsal.
public struct ServiceClock: Sendable {
  private enum Source: Sendable {
    case timeOfDay(MachineClocks)
    case faster(start: Instant, since: MonotonicTime, speed: Double)
    case requests
  }

  private let source: Source

  /// The time of day.
  public static let real = timeOfDay(by: .own)

  /// The time of day as these clocks have it.
  public static func timeOfDay(by clocks: MachineClocks) -> ServiceClock {
    ServiceClock(source: .timeOfDay(clocks))
  }

  /// A time that begins at `start` now, and runs `speed` times as fast as the real one.
  public static func rehearsing(from start: Instant, speed: Double) -> ServiceClock {
    precondition(speed > 0 && speed.isFinite, "time runs forward")
    return ServiceClock(source: .faster(start: start, since: .now(), speed: speed))
  }

  /// A time that every request gives for itself, so that the network has no influence.
  ///
  /// Concurrent requests may overtake each other by `lateness`.
  public static let toldByRequests = ServiceClock(source: .requests)

  /// The header field with a request's moment.
  public static let field = ServiceCall.momentHeader

  /// The allowed delay of a request behind the latest given moment.
  public var lateness: Interval { isToldByRequests ? .days(1) : .zero }

  var isToldByRequests: Bool {
    if case .requests = source { true } else { false }
  }

  /// The clocks that the time of day is read from; `nil` for a rehearsal.
  var machine: MachineClocks? {
    if case .timeOfDay(let clocks) = source { clocks } else { nil }
  }

  /// The current moment; where requests give it, the time of day.
  public func now() -> Instant { ownTime ?? Instant(milliseconds: WallTime.now()) }

  /// The current moment as the machine or a faster clock gives it; `nil` where requests give it.
  var ownTime: Instant? {
    switch source {
    case .timeOfDay(let clocks): return clocks.read().wall
    case .faster(let start, let since, let speed):
      let real = Double((MonotonicTime.now() - since).nanoseconds) / 1_000_000
      // Some 285,000 years, so that no speed overflows.
      return start + .milliseconds(Int64(min(real * speed, 9e15)))
    case .requests: return nil
    }
  }
}
