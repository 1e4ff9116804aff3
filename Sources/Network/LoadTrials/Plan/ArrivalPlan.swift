public import LoadGenerator
public import Vocabulary

/// When requests come, as a plan says it.
public struct ArrivalPlan: Hashable, Sendable {
  /// How the rate goes.
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
  /// Requests a second, before and after anything else.
  public var rate = 500.0
  public var peak: Double?
  public var after = Interval.zero
  public var lasting = Interval.zero
  public var rise = Interval.zero
  public var fall = Interval.zero
  public var rates: [Double] = []
  public var trace: RecordedTrace?
  public var spacing = Arrivals.Spacing.random

  public init() {}

  /// How long the parts take that stand at fixed times.
  public var fixedLength: Interval {
    switch course {
    case .spike: after + lasting
    case .flashCrowd: after + rise + fall
    case .constant, .ramp, .steps, .day, .recorded: .zero
    }
  }

  /// The arrivals over a length; keys that the course needs and that are not there count as nothing.
  public func arrivals(for length: Interval) -> Arrivals {
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

/// Moments of requests as they were seen once.
public struct RecordedTrace: Hashable, Sendable {
  /// The file that they come from.
  public let name: String
  /// After the first, in order.
  public let nanoseconds: [Int64]

  /// Takes moments in seconds, in any order and from any epoch.
  public init(_ seconds: [Double], called name: String) {
    self.name = name
    let sorted = seconds.sorted()
    let first = sorted.first ?? 0
    nanoseconds = sorted.map { Int64((($0 - first) * 1e9).rounded()) }
  }
}

extension Interval {
  /// The same as the clocks of the standard library count it.
  public var duration: Duration { .milliseconds(milliseconds) }
}
