import TestSupport
import Testing

@testable import Invites

@Suite("Links · how soon codes collide")
struct CodeSpaceTests {
  let codes = CodeSpace.inviteCodes

  private func isClose(_ left: Double, _ right: Double, within tolerance: Double) -> Bool {
    abs(left - right) <= tolerance * abs(right)
  }

  @Test func `There are 62 to the power of 8 codes`() {
    #expect(codes.count == (0..<8).reduce(1) { product, _ in product * 62 })
  }

  @Test func `Ten million codes have 0.23 colliding pairs, a hundred million 23`() {
    #expect(isClose(codes.expectedCollidingPairs(among: 10_000_000), 0.2290, within: 1e-4))
    #expect(isClose(codes.expectedCollidingPairs(among: 100_000_000), 22.90, within: 1e-4))
    #expect(codes.expectedCollidingPairs(among: 0) == 0)
    #expect(codes.expectedCollidingPairs(among: 1) == 0)
    // Two codes make one pair, three make three.
    #expect(CodeSpace(count: 100).expectedCollidingPairs(among: 2) == 0.01)
    #expect(isClose(CodeSpace(count: 100).expectedCollidingPairs(among: 3), 0.03, within: 1e-15))
  }

  @Test func `The chance of a collision agrees with the birthday problem`() {
    let days = CodeSpace(count: 365)
    // 23 people: 0.5072972343239854 (Feller); 57: 0.990122459341.
    #expect(isClose(days.probabilityOfCollision(among: 23), 0.507_297_234_323_985_4, within: 1e-14))
    #expect(isClose(days.probabilityOfCollision(among: 57), 0.990_122_459_341, within: 1e-12))
    #expect(days.probabilityOfCollision(among: 0) == 0)
    #expect(days.probabilityOfCollision(among: 1) == 0)
    #expect(days.probabilityOfCollision(among: 366) == 1)
  }

  @Test func `Few codes have a tiny chance, exactly`() {
    // 1/N for two codes, and 3/N − 2/N² for three: nothing of it may be lost to rounding.
    #expect(
      isClose(codes.probabilityOfCollision(among: 2), 4.580_010_609_233_563e-15, within: 1e-12))
    #expect(
      isClose(codes.probabilityOfCollision(among: 3), 1.374_003_182_770_064_6e-14, within: 1e-12))
  }

  @Test func `The closed form takes over where the product would be long`() {
    let space = CodeSpace(count: 50_000_000)
    var product = 0.0
    for drawn in 0..<9_000 { product += (1 - product) * Double(drawn) / 50_000_000 }
    #expect(isClose(space.probabilityOfCollision(among: 9_000), product, within: 1e-11))
    // 1 − exp(−0.2290005…) at ten million, and as good as certain at a hundred million.
    #expect(isClose(codes.probabilityOfCollision(among: 10_000_000), 0.204_671_871, within: 1e-8))
    #expect(1 - codes.probabilityOfCollision(among: 100_000_000) < 2e-10)
  }

  @Test func `The bound holds against codes that were really drawn`() {
    // 4 000 draws of 64 000 codes, 300 times: the mean number of pairs is 124.97 ± 0.65.
    var dice = SeededChance(seed: 3)
    let space = CodeSpace(count: 64_000)
    var pairs = 0
    for _ in 0..<300 {
      var seen = [Int](repeating: 0, count: 64_000)
      for _ in 0..<4_000 {
        let code = Int(dice.number(below: 64_000))
        pairs += seen[code]
        seen[code] += 1
      }
    }
    #expect(abs(Double(pairs) / 300 - space.expectedCollidingPairs(among: 4_000)) < 4 * 0.65)
  }

  @Test func `A mint draws once as a rule, and more often as codes run out`() {
    #expect(isClose(codes.probabilityThatNextCollides(taken: 10_000_000), 4.58e-8, within: 1e-4))
    #expect(codes.expectedDrawsPerMint(taken: 0) == 1)
    #expect(isClose(codes.expectedDrawsPerMint(taken: codes.count / 2), 2, within: 1e-12))
    #expect(codes.expectedDrawsPerMint(taken: codes.count) == .infinity)
    #expect(codes.probabilityOfRefusal(taken: codes.count, draws: 8) == 1)
    #expect(
      isClose(codes.probabilityOfRefusal(taken: codes.count / 2, draws: 8), 1 / 256, within: 1e-9))
  }

  @Test(arguments: [
    // x and 1 − e⁻ˣ, to 15 digits.
    (1e-12, 9.999_999_999_995e-13), (0.001, 9.995_001_666_250_08e-4),
    (0.125, 0.117_503_097_415_404_6), (0.5, 0.393_469_340_287_367),
    (1.0, 0.632_120_558_828_558), (3.0, 0.950_212_931_632_136), (20.0, 0.999_999_997_938_846),
  ])
  func `One minus e to the minus x keeps its digits`(x: Double, value: Double) {
    #expect(isClose(CodeSpace.chanceOfAny(expecting: x), value, within: 2e-14))
  }

  @Test func `A draw below a bound has no favourites`() {
    // Of all 2⁶⁴ numbers, those that fall on 0…2 are equally many: here the excess is drawn anew.
    var dice = LoadedDice(0, 1 << 63)
    #expect(dice.number(below: 3) == 1)
    #expect(dice.drawn == 2)
    // Below 3·2⁶² the excess is 2⁶²: a product that ends in 0 is drawn anew, one in 2⁶² counts.
    var edge = LoadedDice(4, 3)
    #expect(edge.number(below: 3 << 62) == 2)
    #expect(edge.drawn == 2)
    var other = SeededChance(seed: 11)
    let counts = (0..<30_000).reduce(into: [0, 0, 0]) { counts, _ in
      counts[Int(other.number(below: 3))] += 1
    }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 330 })
  }
}
