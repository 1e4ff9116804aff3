/// The score of each agreeing signal, in thousandths.
public struct MatchWeights: Hashable, Sendable, BitwiseCopyable {
  private var values = SIMD16<Int32>(repeating: 0)

  /// Creates weights that are all zero.
  public init() {}

  /// The weight of `signal` in thousandths; zero if it does not count.
  public subscript(signal: Signal) -> Int {
    get { Int(values[Int(signal.rawValue)]) }
    set { values[Int(signal.rawValue)] = Int32(newValue) }
  }
}

extension MatchWeights: ExpressibleByDictionaryLiteral {
  /// Creates the weights of a literal such as `[.address: 500]`; all others are zero.
  public init(dictionaryLiteral elements: (Signal, Int)...) {
    for (signal, weight) in elements { self[signal] = weight }
  }
}

extension MatchWeights {
  /// Whether every weight is zero, so that the required signals alone decide.
  public var isEmpty: Bool { values == SIMD16(repeating: 0) }

  /// The signals with a weight.
  public var signals: Signal.Set {
    var weighing: UInt32 = 0
    for place in 0..<16 where values[place] != 0 { weighing |= 1 << UInt32(place) }
    return Signal.Set(rawValue: weighing)
  }

  /// Returns the weight of `signals` together.
  public func total(of signals: Signal.Set) -> Int {
    var sum = 0
    var rest = signals.rawValue
    while rest != 0 {
      sum += Int(values[rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return sum
  }
}
