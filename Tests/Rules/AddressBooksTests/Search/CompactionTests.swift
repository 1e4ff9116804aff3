import Testing
import Vocabulary

@testable import AddressBooks

@Suite("Memory that deleted names took is given back")
struct CompactionTests {
  @Test func `an index is compacted once a thousand rows, and half of them, are deleted`() {
    var book = AddressBook(named: ["Ann Lee"])
    var most = 0
    for round in 0..<2_000 {
      book.apply([.put(.named("Ann\(round) Lee", id: 1))])
      most = max(most, book.index.owners.count)
    }
    #expect(most == 1_026, "two rows, and 1,024 deleted ones")
    var short = AddressBook(named: ["Ann"])
    most = 0
    for round in 0..<2_000 {
      short.apply([.put(.named("Bob\(round)", id: 1))])
      most = max(most, short.index.owners.count)
    }
    #expect(most == 1_025, "one row, and 1,024 deleted ones")
    // Beside many that stay, a thousand are no reason yet.
    var large = AddressBook(named: (0..<2_000).map { "Ann\($0)" })
    for round in 0..<2_000 { large.apply([.put(.named("Bob\(round)", id: 1))]) }
    #expect(large.index.owners.count == 4_000)
    large.apply([.put(.named("Cy", id: 1))])
    #expect(large.index.owners.count == 2_000)
  }

  @Test func `the place of an entry that left is taken by the next`() {
    var book = AddressBook(named: ["Ann", "Bob"])
    for id in 3...50 as ClosedRange<UInt64> {
      book.apply([.remove(ContactID(rawValue: id - 1))])
      book.apply([.put(.named("Cy", id: ContactID(rawValue: id)))])
    }
    #expect(book.entries.capacity == 2 && book.count == 2)
  }

  @Test func `a text that another begins with comes first, whatever stands behind it`() {
    var store = TextStore<UInt8>()
    let spans = [[1, 2, 3], [1, 2], [9, 9], [1, 2], [0], [1, 2, 3], [9]].map { store.append($0) }
    for (short, long) in [(1, 0), (1, 5), (3, 0), (3, 5)] {
      #expect(store.precedes(spans[short], spans[long]) == true)
      #expect(store.precedes(spans[long], spans[short]) == false)
    }
    #expect(store.precedes(spans[1], spans[3]) == nil && store.precedes(spans[0], spans[5]) == nil)
  }

  @Test func `texts are wasteful once more than 1,024 units, and more than half, are waste`() {
    for (kept, wasted, isWasteful) in [
      (0, 1_024, false), (0, 1_025, true), (1_024, 1_025, true), (1_025, 1_025, false),
      (1_026, 1_025, false), (9_000, 9_001, true),
    ] {
      var store = TextStore<UInt8>()
      _ = store.append([UInt8](repeating: 1, count: kept))
      store.giveUp(store.append([UInt8](repeating: 2, count: wasted)))
      #expect(store.isWasteful == isWasteful, "\(kept) kept, \(wasted) wasted")
    }
  }
}
