/// The design effect of correlated requests: a stall makes hundreds late at once.
public enum BlockEffect {
  /// Neighbouring seconds are merged until at most this many blocks are left.
  static let mostBlocks = 30
  static let fewestBlocks = 10

  /// Returns the factor on the variance of a proportion, from its counts by second; at least 1.
  ///
  /// The variance of a ratio between blocks against that of independent requests. `nil` where there
  /// are too few seconds for an estimate. Source: Cochran (1977), "Sampling Techniques", §6.3 and
  /// §9.
  public static func factor(hits: [Int], of totals: [Int]) -> Double? {
    precondition(hits.count == totals.count, "each second has hits and a total")
    let busy = zip(hits, totals).filter { $0.1 > 0 }
    guard busy.count >= fewestBlocks else { return nil }
    let width = (busy.count + mostBlocks - 1) / mostBlocks
    let blocks = stride(from: 0, to: busy.count, by: width).map { start in
      busy[start..<min(start + width, busy.count)].reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    }
    let hit = blocks.reduce(0) { $0 + $1.0 }
    let total = Double(blocks.reduce(0) { $0 + $1.1 })
    let share = Double(hit) / total
    guard share > 0, share < 1 else { return 1 }
    let squares = blocks.reduce(0.0) { sum, block in
      let distance = Double(block.0) - share * Double(block.1)
      return sum + distance * distance
    }
    let count = Double(blocks.count)
    let between = squares * count / (count - 1) / (total * total)
    return max(1, between / (share * (1 - share) / total))
  }
}
