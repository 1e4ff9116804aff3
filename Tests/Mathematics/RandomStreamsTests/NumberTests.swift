import RandomStreams
import Testing

@Suite("Chance · random bits become numbers")
struct NumberTests {
  /// A generator that gives the numbers of a list.
  private struct Listed: RandomNumberGenerator {
    var numbers: [UInt64]
    mutating func next() -> UInt64 { numbers.removeFirst() }
  }

  @Test func `a unit number is from 0 up to the last one below 1`() {
    #expect(Double(unit: 0) == 0)
    #expect(Double(unit: 1 << 63) == 0.5)
    #expect(Double(unit: .max) == Double(1).nextDown)
  }

  @Test func `an open unit number is never 0 or 1, and lies evenly about one half`() {
    #expect(Double(openUnit: 0) == 0x1p-53)
    #expect(Double(openUnit: .max) == Double(1).nextDown)
    #expect(Double(openUnit: 1 << 63) == 0.5 + 0x1p-53)
    var chance = RandomStream(key: 1)[0]
    for _ in 0..<1_000 {
      let bits = chance.next()
      #expect(Double(openUnit: bits) + Double(openUnit: ~bits) == 1)
    }
  }

  @Test func `a bounded number takes the upper part and refuses what would be unfair`() {
    // 2^64 = 3 · 6148914691236517205 + 1: of 3 one number is refused, the one whose low part is 0.
    var chance = Listed(numbers: [0, 1, .max, 1 << 63])
    #expect(chance.uniform(below: 3) == 0)
    #expect(chance.numbers == [.max, 1 << 63])
    #expect(chance.uniform(below: 3) == 2)
    #expect(chance.uniform(below: 3) == 1)
  }

  @Test func `bounded numbers are equally likely`() {
    var chance = RandomStream(key: 2)[0]
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<14_000 { counts[Int(chance.uniform(below: 7))] += 1 }
    #expect(GoodnessOfFit.ofCounts(counts, [Double](repeating: 1 / 7.0, count: 7)) > 0.001)
  }
}
