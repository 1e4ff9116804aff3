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
