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
