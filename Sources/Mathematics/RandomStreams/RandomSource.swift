/// The root of all chance in one replication of a run.
///
/// A stream depends on seed, replication and purpose alone, never on what was asked before.
@frozen
public struct RandomSource: Hashable, Sendable, BitwiseCopyable {
  public let seed: UInt64
  /// Which repetition of the run this is.
  public let replication: UInt32

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
