/// Philox4x32-10: a keyed bijection of counters, whose values serve as random numbers.
///
/// Ten rounds of two multiplications each: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
/// easy as 1, 2, 3" (2011).
public enum Philox {
  /// Four words of 32 bits: a counter, or the block that Philox makes of it.
  @frozen
  public struct Words: Hashable, Sendable, BitwiseCopyable {
    /// The first word, which is the low half of `low`.
    public var first: UInt32
    /// The second word, which is the high half of `low`.
    public var second: UInt32
    /// The third word, which is the low half of `high`.
    public var third: UInt32
    /// The fourth word, which is the high half of `high`.
    public var fourth: UInt32

    /// Creates a counter or a block from its four words, the lowest first.
    @inlinable
    public init(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32) {
      self.first = first
      self.second = second
      self.third = third
      self.fourth = fourth
    }
  }

  /// Returns the block of `counter` under `key`, whose low half is the key's first word.
  @inlinable
  public static func block(_ counter: Words, key: UInt64) -> Words {
    var words = counter
    var first = UInt32(truncatingIfNeeded: key)
    var second = UInt32(truncatingIfNeeded: key &>> 32)
    var round = 0
    while round < 10 {
      let left = UInt64(words.first) &* 0xD251_1F53
      let right = UInt64(words.third) &* 0xCD9E_8D57
      words = Words(
        UInt32(truncatingIfNeeded: right &>> 32) ^ words.second ^ first,
        UInt32(truncatingIfNeeded: right),
        UInt32(truncatingIfNeeded: left &>> 32) ^ words.fourth ^ second,
        UInt32(truncatingIfNeeded: left))
      first &+= 0x9E37_79B9
      second &+= 0xBB67_AE85
      round &+= 1
    }
    return words
  }
}

extension Philox.Words {
  /// The first two words as one number; the first word is its low half.
  @inlinable
  public var low: UInt64 { UInt64(second) &<< 32 | UInt64(first) }

  /// The last two words as one number; the third word is its low half.
  @inlinable
  public var high: UInt64 { UInt64(fourth) &<< 32 | UInt64(third) }

  /// Each word as a number from 0 up to, not including, 1, in steps of 2^−32.
  @inlinable
  public var uniforms: (Double, Double, Double, Double) {
    (
      Double(first) * 0x1p-32, Double(second) * 0x1p-32,
      Double(third) * 0x1p-32, Double(fourth) * 0x1p-32
    )
  }

  /// Each word as a number above 0 and below 1, in steps of 2^−32 that lie evenly about one half.
  @inlinable
  public var openUniforms: (Double, Double, Double, Double) {
    (
      (Double(first) + 0.5) * 0x1p-32, (Double(second) + 0.5) * 0x1p-32,
      (Double(third) + 0.5) * 0x1p-32, (Double(fourth) + 0.5) * 0x1p-32
    )
  }
}
