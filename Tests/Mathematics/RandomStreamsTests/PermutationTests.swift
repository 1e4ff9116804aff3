import RandomStreams
import Testing

@Suite("Chance · a shuffle that is computed place by place")
struct PermutationTests {
  @Test func `every number has one place, whatever the count and the key`() {
    for count in Array(1...70) + [255, 256, 257, 999, 4_095, 4_096, 4_097] {
      for key in [0, 1, .max, 0x0123_4567_89AB_CDEF] as [UInt64] {
        let shuffled = Permutation(of: count, key: key)
        var isMet = [Bool](repeating: false, count: count)
        for place in 0..<count { isMet[shuffled[place]] = true }
        let isWhole = !isMet.contains(false)
        #expect(isWhole, "\(count) numbers, key \(key)")
      }
    }
  }

  @Test func `two hundred million numbers have different ones at the front and at the back`() {
    let shuffled = Permutation(of: 200_000_000, key: 5)
    let places = Array(0..<10_000) + Array(199_990_000..<200_000_000)
    let numbers = Set(places.map { shuffled[$0] })
    #expect(numbers.count == places.count)
    #expect(numbers.allSatisfy { (0..<200_000_000).contains($0) })
  }

  @Test func `every order of four is as likely as any other`() {
    let keys = 12_000
    var counts: [[Int]: Int] = [:]
    for key in 0..<UInt64(keys) {
      let shuffled = Permutation(of: 4, key: RandomStream(key: 9).words(key).low)
      counts[(0..<4).map { shuffled[$0] }, default: 0] += 1
    }
    #expect(counts.count == 24)
    // 24 orders: chi-square of 23 degrees exceeds 58.6 once in 20,000.
    #expect(Self.chiSquare(Array(counts.values), of: keys) < 58.6)
  }

  @Test(arguments: [100, 1_000, 100_000, 200_000_000])
  func `the numbers at the front lie evenly, alone and after one another`(count: Int) {
    // The first tenth of many shuffles, and of a large one, in ten equal parts.
    var parts = [Int](repeating: 0, count: 10)
    var pairs = [Int](repeating: 0, count: 100)
    var total = 0
    for key in 0..<UInt64(max(10, 100_000 / count)) {
      let shuffled = Permutation(of: count, key: RandomStream(key: 3).words(key).low)
      var last: Int?
      for place in 0..<min(count / 10, 1_000) {
        let part = shuffled[place] * 10 / count
        parts[part] += 1
        if let last { pairs[last * 10 + part] += 1 }
        last = part
        total += 1
      }
    }
    // Without replacement counts spread less than with it; 33.7 of 9 degrees, 161 of 99: one in 10,000.
    #expect(Self.chiSquare(parts, of: total) < 33.7)
    #expect(Self.chiSquare(pairs, of: pairs.reduce(0, +)) < 161)
  }

  @Test func `keys that are close give orders that are not`() {
    let (one, other) = (Permutation(of: 1_000, key: 1), Permutation(of: 1_000, key: 2))
    // Two orders have one number at the same place on average.
    #expect((0..<1_000).count { one[$0] == other[$0] } < 8)
  }

  private static func chiSquare(_ counts: [Int], of total: Int) -> Double {
    let expected = Double(total) / Double(counts.count)
    return counts.reduce(0) { sum, count in
      let distance = Double(count) - expected
      return sum + distance * distance / expected
    }
  }
}
