import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("HPF-01 · a book that was saved is there at the next launch")
struct SavedBookTests {
  private static func book(seed: UInt64) -> AddressBook {
    var people = RandomPeople(seed: seed)
    var book = AddressBook((0..<200).map { people.contact(ContactID(rawValue: $0)) })
    book.apply((0..<40).map { .remove(ContactID(rawValue: $0 * 3)) })
    book.removeByUser([1, 2, 200])
    book.apply((300..<330).map { .put(people.contact(ContactID(rawValue: $0))) })
    return book
  }

  @Test(arguments: UInt64(0)..<8)
  func `it has the same contacts, the same lists and finds the same`(seed: UInt64) throws {
    let book = Self.book(seed: seed)
    let restored = try #require(AddressBook(saved: book.saved()))
    #expect(Array(restored.contacts) == Array(book.contacts))
    #expect(restored.removedByUser == book.removedByUser)
    for grouping in ListOptions.Grouping.allCases {
      let options = ListOptions(grouping: grouping)
      #expect(restored.list(options).ids == book.list(options).ids)
      #expect(restored.list(options).sections == book.list(options).sections)
    }
    var (search, other) = (ContactSearch(), ContactSearch())
    for query in BookInStepTests.queries {
      #expect(search.find(query, in: restored) == other.find(query, in: book), "\(query)")
    }
  }

  @Test(arguments: UInt64(0)..<4)
  func `it lives on as if it had never been away`(seed: UInt64) throws {
    var book = Self.book(seed: seed)
    var restored = try #require(AddressBook(saved: book.saved()))
    var people = RandomPeople(seed: seed + 100)
    let edits = (0..<150).map { _ in people.contact(ContactID(rawValue: people.chance.next() % 400))
    }
    let change = book.apply(edits.map(BookEdit.put))
    #expect(restored.apply(edits.map(BookEdit.put)) == change)
    #expect(restored.list().ids == book.list().ids)
    #expect(restored.saved().count == book.saved().count)
  }

  @Test func `every part of a contact comes back`() throws {
    let contact = Contact(
      id: 7,
      name: PersonName(
        given: "Zoë", middle: "M.", family: "Müller", nickname: "Zo", organisation: "Acme & Söhne"),
      phones: [Phone("+49 171 5550101", label: .home), Phone("110", label: .fax)],
      emails: ["zoe@mail.example", "张@例子.中国"],
      addresses: [
        PostalAddress(
          street: "Hauptstr. 1", extra: "3. OG", city: "Köln", region: "NRW", postalCode: "50667",
          country: "DE")
      ],
      birthday: Birthday(month: 2, day: 29), source: .manual,
      circles: [try #require(CircleID(rawValue: 3)), try #require(CircleID(rawValue: 127))],
      enriched: [.phone, .photo], hasPhoto: true, addedAt: Instant(milliseconds: -5),
      updatedAt: noon(3))
    let restored = try #require(AddressBook(saved: AddressBook([contact]).saved()))
    #expect(restored[7] == contact)
  }

  @Test func `an empty book is a book`() throws {
    #expect(try #require(AddressBook(saved: AddressBook().saved())).isEmpty)
  }

  @Test func `what is cut off is no book`() {
    let saved = Self.book(seed: 1).saved()
    for length in stride(from: 0, to: saved.count, by: 97) {
      #expect(AddressBook(saved: Array(saved.prefix(length))) == nil, "\(length)")
    }
    #expect(AddressBook(saved: saved + [0]) == nil)
  }

  @Test func `damage does no harm`() {
    let saved = Self.book(seed: 2).saved()
    var chance = SeededChance(seed: 9)
    for _ in 0..<300 {
      var damaged = saved
      damaged[Int(chance.next() % UInt64(saved.count))] = UInt8(truncatingIfNeeded: chance.next())
      guard let book = AddressBook(saved: damaged) else { continue }
      var search = ContactSearch()
      #expect(book.list().count == book.count)
      #expect(search.find("an", in: book) != nil)
    }
  }

  @Test func `a book in the order of another language is read anew`() {
    let saved = AddressBook([.named("Åsa")], collation: CollationTests.Swedish()).saved()
    #expect(AddressBook(saved: saved) == nil)
    #expect(AddressBook(saved: saved, collation: CollationTests.Swedish()) != nil)
  }
}
