import RandomStreams
public import Vocabulary

/// How long people take.
public enum Delay: Hashable, Sendable {
  case fixed(Interval)
  case exponential(mean: Interval)
  /// Half are done by the median; sigma is the spread of the logarithm.
  case logNormal(median: Interval, sigma: Double)
}

/// A delay that is ready to be drawn, in seconds.
enum DelaySampler: Sendable {
  case fixed(Double)
  case exponential(Exponential)
  case logNormal(LogNormal)

  init(_ delay: Delay) throws(InvalidParameter) {
    func seconds(_ interval: Interval) -> Double { Double(interval.milliseconds) / 1_000 }
    self =
      switch delay {
      case .fixed(let interval): .fixed(seconds(interval))
      case .exponential(let mean): .exponential(try Exponential(mean: seconds(mean)))
      case .logNormal(let median, let sigma):
        .logNormal(try LogNormal(median: seconds(median), sigma: sigma))
      }
  }

  /// The whole seconds that someone takes whose luck is `u`, strictly between 0 and 1.
  func seconds(_ u: Double) -> UInt32 {
    let length =
      switch self {
      case .fixed(let length): length
      case .exponential(let distribution): distribution.quantile(u)
      case .logNormal(let distribution): distribution.quantile(u)
      }
    // Beyond a hundred years it does not matter any more.
    return length < 3e9 ? UInt32(length.rounded()) : 3_000_000_000
  }
}
