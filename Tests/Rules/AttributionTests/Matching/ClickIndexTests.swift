import TestSupport
import Testing

@testable import Attribution

@Suite("Matching · where the clicks of one digest stand")
struct ClickIndexTests {
  /// What an index is held to: a plain list of digests.
  struct Pair {
    var index: ClickIndex
    var digests: [UInt32?] = []

    mutating func append(_ digest: UInt32?) {
      index.append(digest)
      digests.append(digest)
    }

    func found(_ digest: UInt32) -> [Int] {
      Array(sequence(first: index.newest(digest)) { $0.map { index.next(after: $0, digest) } })
        .prefix { $0 != nil }.compactMap { $0 }
    }

    func expected(_ digest: UInt32) -> [Int] {
      digests.indices.reversed().filter { digests[$0].map { max($0, 1) } == max(digest, 1) }
    }
  }

  @Test(arguments: [0, .max - 5_000, .max] as [UInt32])
  func `every click is found while it is kept, however many came before`(number: UInt32) {
    var luck = SeededChance(seed: 5)
    var pair = Pair(index: ClickIndex(after: number))
    for _ in 0..<12_000 {
      switch Int.random(in: 0..<20, using: &luck) {
      case 0:
        pair.append(nil)
      case 1 where !pair.digests.isEmpty:
        pair.index.removeNewest()
        pair.digests.removeLast()
      default:
        pair.append(.random(in: 0...(Bool.random(using: &luck) ? 9 : 4_000), using: &luck))
      }
      if pair.digests.count == 3 * Slabs<UInt32>.size {
        pair.index.dropSlab()
        pair.digests.removeFirst(Slabs<UInt32>.size)
      }
    }
    for digest: UInt32 in 0...4_000 {
      #expect(pair.found(digest) == pair.expected(digest), "digest \(digest)")
    }
  }
}
