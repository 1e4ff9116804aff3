import RandomStreams

/// The distribution of the delay after which the HOLD model reinserts an event.
public enum IncrementMix: String, CaseIterable, Sendable {
  /// Exponential increments with a mean of 10^9 ticks.
  case exponential
  /// Two exponential components: nine of ten are short, a tenth of the mean, and one is long.
  case bimodal
  /// Milliseconds between the events of people.
  ///
  /// Minutes within a session, a session a day, clicks some hours after an invite, windows of 7
  /// days and links that last for 30.
  case dayScale = "day-scale"
}

extension IncrementMix {
  /// Returns a table of 2^16 increments in ticks, the same at every call.
  public func table() -> [UInt64] {
    var chance = TableChance(state: 0x1CEB_00DA)
    return (0..<65_536).map { _ in UInt64(draw(from: &chance)) }
  }

  private func draw(from chance: inout TableChance) -> Double {
    let choice = chance.uniform()
    switch self {
    case .exponential: return chance.exponential(mean: 1e9)
    case .bimodal: return chance.exponential(mean: choice < 0.9 ? 0.1e9 : 9.1e9)
    case .dayScale:
      let hour = 3.6e6
      let day = 24 * hour
      return switch choice {
      case ..<0.2: chance.exponential(mean: hour / 6)
      case ..<0.6: 9.5 * hour * Double.exp(1.634 * chance.normal())
      case ..<0.85: chance.exponential(mean: day)
      case ..<0.95: 7 * day
      default: 30 * day
      }
    }
  }
}

/// The random numbers of a table, by SplitMix64, which suffices for a benchmark.
struct TableChance {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number above 0 and at most 1.
  mutating func uniform() -> Double {
    Double((next() >> 11) + 1) / 0x1p53
  }

  mutating func exponential(mean: Double) -> Double {
    -mean * Double.log(uniform())
  }

  /// Returns one of the two numbers of the polar method (Marsaglia 1964).
  mutating func normal() -> Double {
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      if square > 0 && square < 1 {
        return x * (-2 * Double.log(square) / square).squareRoot()
      }
    }
  }
}
