import RandomStreams
import Vocabulary

/// A delay made ready: how long it takes those who stand at a given place among all.
struct DelayTable: Sendable {
  private enum Shape {
    case fixed(Interval)
    case exponential(Exponential)
    case logNormal(LogNormal)

    /// The milliseconds that a share `place` of all do not exceed.
    func quantile(_ place: Double) -> Double {
      switch self {
      case .fixed(let interval): Double(interval.milliseconds)
      case .exponential(let distribution): distribution.quantile(place)
      case .logNormal(let distribution): distribution.quantile(place)
      }
    }
  }

  private let shape: Shape
  private let table: QuantileTable

  /// Checks the parameters of `delay`.
  init(_ delay: Delay) throws(InvalidParameter) {
    switch delay {
    case .fixed(let interval):
      guard interval >= .zero else {
        throw InvalidParameter(
          "delay", is: Double(interval.milliseconds), allowed: "at least 0 milliseconds")
      }
      shape = .fixed(interval)
    case .exponential(let mean):
      shape = .exponential(try Exponential(mean: Double(mean.milliseconds)))
    case .logNormal(let median, let sigma):
      shape = .logNormal(try LogNormal(median: Double(median.milliseconds), sigma: sigma))
    }
    table = QuantileTable(shape.quantile)
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
  @inline(__always)
  func time(at place: Double) -> Interval {
    // A hundred years is longer than anybody waits, and far from where the arithmetic overflows.
    .milliseconds(Int64(min(table.quantile(place, else: shape.quantile), 3e12) + 0.5))
  }

  /// That time in whole seconds.
  @inline(__always)
  func seconds(at place: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: (time(at: place).milliseconds + 500) / 1_000)
  }
}
