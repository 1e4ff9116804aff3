import RandomStreams
import Testing

@testable import GrowthloopStudies

@Suite("Ranks · which rank computes which replication")
struct ReplicationDeskTests {
  /// Takes out all outcomes that are next.
  private static func delivered(_ desk: inout ReplicationDesk<String>) -> [String] {
    var outcomes: [String] = []
    while let (number, outcome) = desk.popNext() {
      #expect(outcome == "\(number)")
      outcomes.append(outcome)
    }
    return outcomes
  }

  @Test func `each rank has one number for each worker, and more ahead if they are short`() {
    var desk = ReplicationDesk<String>(total: 100)
    desk.join(0, workers: 1)
    desk.join(1, workers: 2)
    let first = (0..<4).map { _ in desk.assign() }
    #expect(first.map { $0?.number } == [0, 1, 2, nil])
    #expect(first.map { $0?.rank } == [0, 1, 1, nil])
    desk.ahead = 1
    let more = (0..<3).map { _ in desk.assign()?.rank }
    #expect(more == [0, 1, nil])
  }

  @Test func `outcomes leave in the order of their numbers`() {
    var desk = ReplicationDesk<String>(total: 3)
    desk.join(0, workers: 3)
    while desk.assign() != nil {}
    desk.record("2", of: 2)
    desk.record("1", of: 1)
    #expect(Self.delivered(&desk) == [])
    desk.record("0", of: 0)
    #expect(Self.delivered(&desk) == ["0", "1", "2"])
    #expect(desk.delivered == 3)
  }

  @Test func `the numbers of a lost rank go to others, and a late outcome counts once`() {
    var desk = ReplicationDesk<String>(total: 4)
    desk.join(1, workers: 2)
    desk.join(2, workers: 2)
    while desk.assign() != nil {}
    #expect(desk.leave(2) == 2)
    #expect(!desk.has(2))
    desk.record("0", of: 0)
    desk.record("2", of: 2)
    let again = [desk.assign(), desk.assign(), desk.assign()]
    #expect(again.map { $0?.number } == [1, 3, nil])
    #expect(again[0]?.rank == 1)
    let isFirst = [desk.record("1", of: 1), desk.record("1", of: 1)]
    #expect(
      isFirst == [true, false], "the lost rank was only slow, and then the other has it, too")
    desk.record("3", of: 3)
    #expect(Self.delivered(&desk) == ["0", "1", "2", "3"])
  }

  @Test func `a slow rank holds the others back before outcomes fill the memory`() {
    var desk = ReplicationDesk<String>(total: 1_000)
    desk.join(0, workers: 1)
    desk.join(1, workers: 1)
    _ = desk.assign()
    while let (rank, number) = desk.assign() {
      #expect(rank == 1)
      desk.record("\(number)", of: number)
    }
    #expect(desk.delivered == 0)
    desk.record("0", of: 0)
    #expect(Self.delivered(&desk).count == 32)
  }

  @Test func `any order of arrivals and losses delivers each number once, in order`() {
    for seed in 0..<200 {
      var chance = RandomSource(seed: UInt64(seed)).stream(for: Purpose(rawValue: 0))[0]
      var desk = ReplicationDesk<String>(total: 60)
      var held: [(rank: Int, number: Int)] = []
      var all: [String] = []
      desk.join(0, workers: 1)
      while all.count < 60 {
        switch chance.next() % 8 {
        case 0:
          let rank = Int(chance.next() % 4) + 1
          if desk.has(rank) { desk.leave(rank) } else { desk.join(rank, workers: 2) }
        case 1: desk.ahead = Int(chance.next() % 3)
        case 2...4: if let given = desk.assign() { held.append(given) }
        default:
          guard !held.isEmpty else { continue }
          // Of a lost rank, too.
          let one = held.remove(at: Int(chance.next() % UInt64(held.count)))
          desk.record("\(one.number)", of: one.number)
          all += Self.delivered(&desk)
        }
      }
      #expect(all == (0..<60).map(String.init))
    }
  }
}
