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
