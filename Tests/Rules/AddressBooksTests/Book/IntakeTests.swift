import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("What the device reports")
struct IntakeTests {
  @Test func `PTR-11, PTR-13 · new, different and gone are inserts, updates and deletes`() {
    var book = AddressBook(named: ["Ann", "Bob", "Carl"])
    let delta = SyncDelta(
      contacts: [.named("Bobby", id: 2), .named("Dora", id: 4)], removed: [1])
    let change = book.take(delta, at: noon(1))
    #expect(change.inserted == [4])
    #expect(change.updated == [2])
    #expect(change.removed == [1])
    #expect(book.list().titles == ["Bobby", "Carl", "Dora"])
    #expect(SyncAftermath.steps(after: change) == [.sections, .list(change), .badge])
  }

  @Test func `OFF-08 · the same report twice is the same book as once`() {
    var book = AddressBook(named: ["Ann", "Bob"])
    let delta = SyncDelta(contacts: [.named("Anna", id: 1), .named("Dora", id: 4)], removed: [2])
    book.take(delta, at: noon(1))
    let once = Array(book.contacts)
    #expect(book.take(delta, at: noon(2)).isEmpty)
    #expect(Array(book.contacts) == once)
  }

  @Test func `OFF-07 · an import that breaks off takes nobody away`() {
    var book = AddressBook(named: ["Ann", "Bob", "Carl"])
    var broken = BookImport()
    broken.take([.named("Ann", id: 1)], into: &book, at: noon(1))
    #expect(book.list().titles == ["Ann", "Bob", "Carl"])
  }

  @Test func `an import that ends takes away what the device no longer has`() {
    var book = AddressBook(named: ["Ann", "Bob", "Carl"])
    var typed = Contact.named("Typed", id: 9)
    typed.source = .manual
    book.apply([.put(typed)])
    var whole = BookImport()
    whole.take([.named("Ann", id: 1)], into: &book, at: noon(1))
    whole.take([.named("Carl", id: 3)], into: &book, at: noon(1))
    #expect(whole.finish(in: &book, at: noon(1)).removed == [2])
    #expect(book.list().titles == ["Ann", "Carl", "Typed"])
  }

  @Test func `what the user and the network did stays through a sync`() throws {
    var known = Contact.named("Ann", id: 1)
    known.circles = [try #require(CircleID(rawValue: 5))]
    known.enriched = [.company]
    known.addedAt = noon(0)
    known.source = .manual
    var book = AddressBook([known])
    book.take(SyncDelta(contacts: [.named("Ann Lee", id: 1)]), at: noon(3))
    let ann = try #require(book[1])
    #expect(ann.source == .manual)
    #expect(ann.circles == known.circles)
    #expect(ann.enriched == [.company])
    #expect(ann.addedAt == noon(0))
    #expect(ann.updatedAt == noon(3))
  }

  @Test func `SEL-12 · who was removed here stays away, or comes back where a setting says so`() {
    for (policy, titles) in [
      (RemovedContacts.stayAway, ["Bob"]), (.comeBack, ["Ann", "Bob"]),
    ] {
      var book = AddressBook(named: ["Ann", "Bob"])
      book.removeByUser([1])
      book.take(SyncDelta(contacts: [.named("Ann", id: 1)]), at: noon(1), removed: policy)
      #expect(book.list().titles == titles)
    }
  }

  @Test func `SEL-12 · who was added again follows the device again`() {
    var book = AddressBook(named: ["Ann", "Bob"])
    book.removeByUser([1])
    book.apply([.put(.named("Ann", id: 1))])
    #expect(book.removedByUser.isEmpty)
    book.take(SyncDelta(contacts: [.named("Anna", id: 1)]), at: noon(1))
    #expect(book.list().titles == ["Anna", "Bob"])
  }

  @Test func `SEL-12 · who left the device too need not stay away`() {
    var book = AddressBook(named: ["Ann", "Bob"])
    book.removeByUser([1, 2])
    var whole = BookImport()
    whole.take([.named("Bob", id: 2)], into: &book, at: noon(1))
    #expect(whole.finish(in: &book, at: noon(1)).isEmpty)
    #expect(book.removedByUser == [2])
    book.take(SyncDelta(contacts: [.named("Ann", id: 1)]), at: noon(2))
    #expect(book.list().titles == ["Ann"])
  }
}
