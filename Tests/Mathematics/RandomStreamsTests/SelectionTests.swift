import RandomStreams
import Testing

@Suite("Chance · a selection takes none twice and prefers none")
struct SelectionTests {
  private let stream = RandomStream(key: 5)

  @Test func `all subsets of 3 of 6 are equally likely`() throws {
    let selection = try Selection(3, of: 6)
    var counts = [Int](repeating: 0, count: 64)
    for entity: UInt64 in 0..<4_000 {
      var draw = stream[entity]
      counts[selection.sample(using: &draw).reduce(0) { $0 | 1 << $1 }] += 1
    }
    let subsets = (0..<64).filter { $0.nonzeroBitCount == 3 }
    #expect(subsets.reduce(0) { $0 + counts[$1] } == 4_000)
    let found = subsets.map { counts[$0] }
    #expect(GoodnessOfFit.ofCounts(found, [Double](repeating: 1 / 20.0, count: 20)) > 0.001)
  }

  @Test func `all orders of 2 of 4 are equally likely`() throws {
    let selection = try Selection(2, of: 4)
    var counts = [Int](repeating: 0, count: 16)
    for entity: UInt64 in 0..<3_000 {
      var draw = stream[entity, 1]
      let places = selection.sample(using: &draw)
      counts[places[0] * 4 + places[1]] += 1
    }
    let found = counts.indices.filter { $0 / 4 != $0 % 4 }.map { counts[$0] }
    #expect(found.reduce(0, +) == 3_000)
    #expect(GoodnessOfFit.ofCounts(found, [Double](repeating: 1 / 12.0, count: 12)) > 0.001)
  }

  @Test(arguments: [(0, 0), (0, 9), (9, 9), (1, 1), (400, 500), (300, 1_000_000_000_000_000)])
  func `a selection has its size, and no place twice`(size: Int, total: Int) throws {
    var draw = stream[UInt64(size)]
    let places = try Selection(size, of: total).sample(using: &draw)
    #expect(places.count == size)
    #expect(Set(places).count == size)
    #expect(places.allSatisfy { 0..<total ~= $0 })
  }

  @Test func `what is remembered of the shuffle is the shuffle itself`() throws {
    for total in [1, 2, 7, 64, 300] {
      var (whole, part) = (stream[8], stream[8])
      var places = Array(0..<total)
      places.shuffle(by: &whole)
      #expect(try Selection(total, of: total).sample(using: &part) == places)
    }
  }

  @Test func `a shuffle makes every order equally likely`() {
    var counts = [Int](repeating: 0, count: 27)
    for entity: UInt64 in 0..<1_200 {
      var draw = stream[entity, 2]
      var letters = [0, 1, 2][...]
      letters.shuffle(by: &draw)
      counts[letters[0] * 9 + letters[1] * 3 + letters[2]] += 1
    }
    let found = counts.filter { $0 > 0 }
    #expect(found.count == 6)
    #expect(GoodnessOfFit.ofCounts(found, [Double](repeating: 1 / 6.0, count: 6)) > 0.001)
  }
}
