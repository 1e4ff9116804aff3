import Testing

@testable import AddressBooks

@Suite("Duplicates · how many entries are compared under one key")
struct CandidatePairsTests {
  /// The pairs of a book of which every entry has one number.
  private func pairs(_ count: UInt64) -> CandidatePairs {
    CandidatePairs(
      of: DuplicateColumns((0..<count).map { entry($0, "", "", phone: "+491715550101") }))
  }

  @Test(arguments: [0, 1, 2, 39, 40])
  func `up to forty are compared in all pairs`(count: UInt64) {
    let pairs = pairs(count)
    #expect(pairs.count == Int((count * count - count) / 2))
    #expect(pairs.allSatisfy { $0.left < $0.right })
  }

  @Test(arguments: [41, 42, 200])
  func `of more than forty each is compared with the next eight`(count: UInt64) {
    let pairs = pairs(count)
    // The last eight have fewer behind them: seven, six, and so on.
    #expect(pairs.count == Int(count - 8) * 8 + 28)
    #expect(pairs.allSatisfy { (1...8).contains($0.right - $0.left) })
  }

  @Test func `a pair that shares several keys comes once, and pairs come in order`() {
    let twice = entry(1, "Ingrid", "Vosberg", phone: "+491715550101", email: "iv@mail.example")
    let pairs = CandidatePairs(of: DuplicateColumns([twice, twice, twice]))
    #expect(pairs.map { [$0.left, $0.right] } == [[0, 1], [0, 2], [1, 2]])
  }
}
