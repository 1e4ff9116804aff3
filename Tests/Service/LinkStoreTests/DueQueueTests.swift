import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Due rows · found first, whatever order they came in")
struct DueQueueTests {
  /// A queue over rows that come and go, and the number of times that it looked at one.
  private struct World {
    var queue = DueQueue<Int>()
    var rows: [Int: Instant] = [:]
    var looks = 0

    mutating func put(_ name: Int, since moment: Instant) {
      rows[name] = moment
      let rows = rows
      var looks = 0
      queue.add(name, since: moment, of: rows.count) {
        looks += 1
        return rows[$0] == $1
      }
      self.looks += looks
    }

    mutating func due(before moment: Instant, atMost most: Int) -> [Int] {
      let rows = rows
      var looks = 0
      let found = queue.rows(before: moment, atMost: most) {
        looks += 1
        return rows[$0] == $1 ? $0 : nil
      }
      self.looks += looks
      return found
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `rows that come, move and go in any order are due by their start`(seed: UInt64) {
    var luck = SeededChance(seed: seed)
    var world = World()
    for step in 0..<4_000 {
      let name = Int(luck.next() % 300)
      switch luck.next() % 3 {
      case 0: world.rows[name] = nil
      // The same name at one moment again, as a turn that was taken back leaves it.
      case 1: if let moment = world.rows[name] { world.put(name, since: moment) }
      default: world.put(name, since: noon(0) + .minutes(Int64(luck.next() % 5_000)))
      }
      guard step % 40 == 0 else { continue }
      let now = noon(0) + .minutes(Int64(luck.next() % 5_000))
      let due = world.rows.values.filter { $0 < now }.sorted()
      let most = Int(luck.next() % 200)
      let found = world.due(before: now, atMost: most)
      #expect(found.map { world.rows[$0] } == due.prefix(most).map { $0 })
      #expect(Set(found).count == found.count)
    }
  }

  @Test func `twice the rows take twice the looks, and no more room`() {
    func looks(at count: Int) -> Int {
      var world = World()
      world.put(-1, since: noon(0))
      for number in 0..<count {
        world.rows[number - 1] = number == 0 ? world.rows[-1] : nil
        // Behind one that stays, each replaces the one before it, and claims to be older.
        world.put(number, since: noon(9) - .seconds(Int64(number)))
        world.rows[-1] = noon(0)
        #expect(world.queue.count <= 2 * world.rows.count + 1_001)
      }
      return world.looks
    }
    let (once, twice) = (looks(at: 5_000), looks(at: 10_000))
    #expect(twice <= 3 * once)
    #expect(once <= 4 * 5_000)
  }
}
