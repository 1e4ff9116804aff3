import growthloop
import Testing

@Suite("Regressions · both builds take turns")
struct InterleavingTests {
  @Test(arguments: [1, 2, 77] as [UInt64])
  func `every round has both, and of two rounds each begins one`(_ seed: UInt64) {
    let order = Interleaving(seed: seed)
    for pair in 0..<50 {
      let first = order.order(inRound: 2 * pair)
      #expect(Set(first) == [.baseline, .candidate])
      #expect(order.order(inRound: 2 * pair + 1) == first.reversed())
    }
  }

  @Test func `who begins is chance, and the same seed gives the same`() {
    func begins(_ seed: UInt64) -> [Build] {
      (0..<200).map { Interleaving(seed: seed).order(inRound: 2 * $0)[0] }
    }
    #expect(begins(5) == begins(5))
    #expect(begins(5) != begins(6))
    #expect((70...130).contains(begins(5).count { $0 == .baseline }))
  }
}
