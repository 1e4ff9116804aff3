public import Vocabulary

/// The arrivals of a plan.
public struct ArrivalPlan: Hashable, Sendable {
  /// The course of the rate.
  public enum Course: String, CaseIterable, Sendable {
    case constant
    /// Evenly from `rate` to `peak`.
    case ramp
    /// One of `rates` after the other, each as long.
    case steps
    /// Once to `peak` for `lasting`, at once.
    case spike
    /// To `peak` by the same factor in equal times, and back.
    case flashCrowd
    /// Through `rates` and back to the first, with even changes between them.
    case day
    /// At the moments of `trace`.
    case recorded
  }

  public var course = Course.constant
  /// Requests a second, outside of the course's changes.
  public var rate = 500.0
  public var peak: Double?
  public var after = Interval.zero
  public var lasting = Interval.zero
  public var rise = Interval.zero
  public var fall = Interval.zero
  public var rates: [Double] = []
  public var trace: RecordedTrace?
  public var spacing = ArrivalProcess.Spacing.random

  public init() {}

  /// The length of the parts at fixed times.
  public var fixedLength: Interval {
    switch course {
    case .spike: after + lasting
    case .flashCrowd: after + rise + fall
    case .constant, .ramp, .steps, .day, .recorded: .zero
    }
  }

  /// Returns the arrivals over a length; missing keys of the course count as zero.
  public func arrivals(for length: Interval) -> ArrivalProcess {
    let whole = length.duration
    switch course {
    case .constant: return .constant(rate, for: whole, spacing: spacing)
    case .ramp: return .ramp(from: rate, to: peak ?? rate, over: whole, spacing: spacing)
    case .steps:
      let part = whole / max(1, rates.count)
      return .steps(rates.map { ($0, part) }, spacing: spacing)
    case .spike:
      return .spike(
        base: rate, peak: peak ?? rate, after: after.duration, lasting: lasting.duration,
        for: whole, spacing: spacing)
    case .flashCrowd:
      return .flashCrowd(
        base: rate, peak: peak ?? rate, after: after.duration, rise: rise.duration,
        fall: fall.duration, for: whole, spacing: spacing)
    case .day: return .day(rates, in: whole, spacing: spacing)
    case .recorded: return .recorded(trace?.nanoseconds ?? [])
    }
  }
}

/// Recorded moments of requests.
public struct RecordedTrace: Hashable, Sendable {
  /// The file that they come from.
  public let name: String
  /// The moments after the first, in order.
  public let nanoseconds: [Int64]

  /// Creates a trace from moments in seconds, in any order and from any epoch.
  public init(_ seconds: [Double], called name: String) {
    self.name = name
    let sorted = seconds.sorted()
    let first = sorted.first ?? 0
    nanoseconds = sorted.map { Int64((($0 - first) * 1e9).rounded()) }
  }
}

extension Interval {
  /// The length as a `Duration`.
  public var duration: Duration { .milliseconds(milliseconds) }
}
