/// The random stream of one purpose: numbers that depend on an entity and an index, not on the
/// order of calls.
///
/// An entity is the owner of the draws, such as a person or an invite; the index counts its draws.
/// Draws of different entities or indexes never share a block.
@frozen
public struct RandomStream: Hashable, Sendable, BitwiseCopyable {
  /// The key, which differs from those of other streams.
  public let key: UInt64

  /// Creates the stream of `key`; equal keys give equal numbers.
  @inlinable
  public init(key: UInt64) {
    self.key = key
  }

  /// The draw number `index` of `entity`: a generator of its own, of any length.
  @inlinable
  public subscript(entity: UInt64, index: UInt32 = 0) -> Draw {
    Draw(key: key, entity: entity, index: index)
  }

  /// Returns the first four words of a draw at once, for several small questions of one moment.
  @inlinable
  public func words(_ entity: UInt64, _ index: UInt32 = 0) -> Philox.Words {
    self[entity, index].words(0)
  }

  /// Returns the first number of a draw, from 0 up to, not including, 1, in steps of 2^−53.
  @inlinable
  public func uniform(_ entity: UInt64, _ index: UInt32 = 0) -> Double {
    Double(unit: words(entity, index).low)
  }

  /// Returns the first number of a draw, above 0 and below 1.
  @inlinable
  public func openUniform(_ entity: UInt64, _ index: UInt32 = 0) -> Double {
    Double(openUnit: words(entity, index).low)
  }

  /// Returns the value of `distribution` that belongs to draw number `index` of `entity`.
  @inlinable
  public func sample<Chance: Distribution>(
    _ distribution: Chance, _ entity: UInt64, _ index: UInt32 = 0
  ) -> Chance.Value {
    var draw = self[entity, index]
    return distribution.sample(using: &draw)
  }
}

/// The generator of one draw: the blocks of Philox whose counter holds the draw's entity and index.
///
/// A sampler may take any number of values without changing another draw. They repeat after 2^33
/// numbers.
@frozen
public struct Draw: RandomNumberGenerator, Sendable, BitwiseCopyable {
  @usableFromInline let key: UInt64
  @usableFromInline let entity: UInt64
  @usableFromInline var spare: UInt64 = 0
  @usableFromInline let index: UInt32
  @usableFromInline var nextBlock: UInt32 = 0
  @usableFromInline var hasSpare = false

  @inlinable
  init(key: UInt64, entity: UInt64, index: UInt32) {
    self.key = key
    self.entity = entity
    self.index = index
  }

  @inlinable
  public mutating func next() -> UInt64 {
    if hasSpare {
      hasSpare = false
      return spare
    }
    let words = words(nextBlock)
    nextBlock &+= 1
    spare = words.high
    hasSpare = true
    return words.low
  }

  /// Returns the words of the draw's block with this number, from 0: two numbers of the generator.
  @inlinable
  public func words(_ number: UInt32) -> Philox.Words {
    let counter = Philox.Words(
      number, index, UInt32(truncatingIfNeeded: entity), UInt32(truncatingIfNeeded: entity &>> 32))
    return Philox.block(counter, key: key)
  }
  /// Continues the generator with the first number of this block.
  @inlinable
  public mutating func skip(toBlock number: UInt32) {
    nextBlock = number
    hasSpare = false
  }
}

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

extension Double {
  /// The number from 0 up to, not including, 1 that the upper 53 of these random bits give.
  @inlinable
  public init(unit bits: UInt64) {
    self = Double(bits &>> 11) * 0x1p-53
  }

  /// The number above 0 and below 1 that the upper 52 of these random bits give.
  ///
  /// They lie evenly about one half, and one less such a number is exact.
  @inlinable
  public init(openUnit bits: UInt64) {
    self = (Double(bits &>> 12) + 0.5) * 0x1p-52
  }
}

// Not the standard library's `random(in:using:)`, whose numbers may change with its version.
extension RandomNumberGenerator {
  /// Returns a number from 0 up to, not including, 1, in steps of 2^−53.
  @inlinable
  public mutating func uniform() -> Double { Double(unit: next()) }

  /// Returns a number above 0 and below 1.
  @inlinable
  public mutating func openUniform() -> Double { Double(openUnit: next()) }

  /// Returns a whole number below `bound`, which is above zero; all are equally likely.
  ///
  /// Nearly always one multiplication (Lemire, 2019).
  @inlinable
  public mutating func uniform(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "no number is below a bound of 0")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let excess = (0 &- bound) % bound
      while product.low < excess { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }
}

/// The root of all random streams of one replication.
///
/// A stream depends on seed, replication and purpose alone, never on earlier draws.
@frozen
public struct RandomSource: Hashable, Sendable, BitwiseCopyable {
  /// The random seed, which the replications of one run share.
  public let seed: UInt64
  /// The number of the replication.
  public let replication: UInt32

  /// Creates the root of the streams of one replication, by default number 0.
  @inlinable
  public init(seed: UInt64, replication: UInt32 = 0) {
    self.seed = seed
    self.replication = replication
  }

  /// Returns the stream of `purpose`.
  ///
  /// Keys are 64 bits of Philox under the seed: two of a million streams share theirs with a chance
  /// of 3 in 10^8.
  @inlinable
  public func stream(for purpose: Purpose) -> RandomStream {
    let counter = Philox.Words(purpose.rawValue, replication, 0, 0)
    return RandomStream(key: Philox.block(counter, key: seed).low)
  }

  /// Returns the stream of a purpose of the caller's own enumeration.
  @inlinable
  public func stream<Purposes: RawRepresentable<UInt32>>(for purpose: Purposes) -> RandomStream {
    stream(for: Purpose(rawValue: purpose.rawValue))
  }
}

/// The purpose of draws; each purpose has a stream of its own.
///
/// A new purpose changes no number of another.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension Purpose: ExpressibleByIntegerLiteral {
  /// Creates the purpose with this raw value, so that a literal can name one.
  @inlinable
  public init(integerLiteral value: UInt32) {
    self.init(rawValue: value)
  }
}
