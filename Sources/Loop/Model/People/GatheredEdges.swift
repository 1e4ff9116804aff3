/// Pairs of a list that is still being read, in blocks: an array that grows would be copied, and take
/// three times the memory meanwhile.
public struct GatheredEdges: Sendable {
  private var full: [[EdgeList.Edge]] = []
  private var block: [EdgeList.Edge] = []

  private static let blockLength = 1 << 16

  public init() {}

  /// The number of pairs.
  public var count: Int { full.count * Self.blockLength + block.count }

  public mutating func append(_ edge: EdgeList.Edge) {
    if block.count == Self.blockLength {
      full.append(block)
      block = []
    }
    if block.isEmpty { block.reserveCapacity(Self.blockLength) }
    block.append(edge)
  }

  /// Passes on the pairs in their order.
  func forEach(_ take: (EdgeList.Edge) -> Void) {
    for block in full { block.forEach(take) }
    block.forEach(take)
  }
}
