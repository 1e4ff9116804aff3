import AddressBooks
import Testing

@Suite("OFF-07 · import, merge, undo, delete and sync in any order lose nobody")
struct BookLifeTests {
  @Test(arguments: UInt64(0)..<6)
  func `a large book stays in step with the device, and is as one written anew`(seed: UInt64) {
    var life = BookLife(seed: seed, contacts: 800)
    var events: Set<BookLife.Event> = []
    for step in 0..<80 {
      events.insert(life.live())
      #expect(life.lost == [], "after step \(step)")
      #expect(life.book.count == life.expected.count)
      if step % 20 == 19 { BookInStepTests.expect(life.book, with: life.expected) }
    }
    #expect(events == Set(BookLife.Event.allCases))
  }

  @Test(arguments: UInt64(20)..<23)
  func `once every merge is undone, an import brings back what the device has`(seed: UInt64) {
    var life = BookLife(seed: seed, contacts: 200)
    for _ in 0..<60 { _ = life.live() }
    life.undoAll()
    #expect(life.lost == [])
    BookInStepTests.expect(life.book, with: life.expected)
    let kept = life.book.contacts.filter { life.device[$0.id] != nil }
    #expect(kept.allSatisfy { $0.phones == life.device[$0.id]?.phones })
    #expect(life.book.count == kept.count)
  }
}
