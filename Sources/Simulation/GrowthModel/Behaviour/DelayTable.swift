import RandomStreams
import Vocabulary

/// A delay made ready: how long it takes those who stand at a given place among all.
enum DelayTable: Hashable, Sendable {
  case fixed(Interval)
  case exponential(Exponential)
  case logNormal(LogNormal)

  /// Checks the parameters of `delay`.
  init(_ delay: Delay) throws(InvalidParameter) {
    switch delay {
    case .fixed(let interval):
      guard interval >= .zero else {
        throw InvalidParameter(
          "delay", is: Double(interval.milliseconds), allowed: "at least 0 milliseconds")
      }
      self = .fixed(interval)
    case .exponential(let mean):
      self = .exponential(try Exponential(mean: Double(mean.milliseconds)))
    case .logNormal(let median, let sigma):
      self = .logNormal(try LogNormal(median: Double(median.milliseconds), sigma: sigma))
    }
  }

  /// A delay whose parameters stand in the source, and are right.
  static func certain(_ delay: Delay) -> DelayTable {
    do {
      return try DelayTable(delay)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The time that a share `place` of all do not exceed, above 0 and below 1, to the millisecond.
  func time(at place: Double) -> Interval {
    switch self {
    case .fixed(let interval): interval
    case .exponential(let distribution): Self.milliseconds(distribution.quantile(place))
    case .logNormal(let distribution): Self.milliseconds(distribution.quantile(place))
    }
  }

  /// That time in whole seconds.
  func seconds(at place: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: (time(at: place).milliseconds + 500) / 1_000)
  }

  // A hundred years is longer than anybody waits, and far from where the arithmetic overflows.
  private static func milliseconds(_ count: Double) -> Interval {
    .milliseconds(Int64(min(count, 3e12) + 0.5))
  }
}
