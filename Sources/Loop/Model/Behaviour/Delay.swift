import RandomStreams
public import Vocabulary

/// The distribution of a delay.
public enum Delay: Hashable, Sendable {
  case fixed(Interval)
  case exponential(mean: Interval)
  /// Half of all delays are at most the median; sigma is the standard deviation of the logarithm.
  case logNormal(median: Interval, sigma: Double)
}

/// A delay with its quantiles in a lookup table.
struct DelayTable: Sendable {
  private enum Shape {
    case fixed(Interval)
    case exponential(Exponential)
    case logNormal(LogNormal)

    /// Returns the quantile at the proportion `place`, in milliseconds.
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

  /// Validates `delay` and computes its table.
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

  /// Returns the table of a delay whose parameters are constants in the source.
  static func certain(_ delay: Delay) -> DelayTable {
    do {
      return try DelayTable(delay)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the quantile at the proportion `place`, above 0 and below 1, to the millisecond.
  @inline(__always)
  func time(at place: Double) -> Interval {
    // The limit of a hundred years is far from where the arithmetic overflows.
    .milliseconds(Int64(min(table.quantile(place, else: shape.quantile), 3e12) + 0.5))
  }

  /// Returns that quantile in whole seconds.
  @inline(__always)
  func seconds(at place: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: (time(at: place).milliseconds + 500) / 1_000)
  }
}
