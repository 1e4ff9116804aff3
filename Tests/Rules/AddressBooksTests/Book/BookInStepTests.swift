import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("OFF-08 · whatever happens to a book, list and search follow")
struct BookInStepTests {
  static let queries = [
    "a", "an", "ann", "mar", "mari", "maira", "bob", "smith acme", "55510", "1 (555) 10", "mo",
    "анна",
    "o brien", "muller", "com", "mail1@acme", "张", "jonathn",
  ]

  @Test(arguments: UInt64(0)..<12)
  func `after any edits the book is as one written anew`(seed: UInt64) {
    var people = RandomPeople(seed: seed)
    var book = AddressBook()
    var model: [ContactID: Contact] = [:]
    for step in 0..<60 {
      let change = edit(&book, by: &people, noting: &model)
      #expect(Set(change.inserted).isDisjoint(with: change.removed))
      #expect(book.count == model.count)
      if step % 6 == 5 { expectInStep(book, with: model) }
    }
  }

  /// Does one of the things that happen to a book, to it and to its model.
  private func edit(
    _ book: inout AddressBook, by people: inout RandomPeople,
    noting model: inout [ContactID: Contact]
  ) -> BookChange {
    let ids = (0...people.chance.next() % 20).map { _ in
      ContactID(rawValue: people.chance.next() % 120)
    }
    switch people.chance.next() % 4 {
    case 0:
      for id in ids { model[id] = nil }
      return book.apply(ids.map(BookEdit.remove))
    case 1:
      for id in ids { model[id] = nil }
      return book.removeByUser(ids)
    case 2:
      let contacts = ids.map { people.contact($0) }
      for contact in contacts { model[contact.id] = contact }
      return book.apply(contacts.map(BookEdit.put))
    default:
      let contacts = Set(ids).sorted().map { people.contact($0) }
      let change = book.take(SyncDelta(contacts: contacts), at: noon(40), removed: .comeBack)
      for contact in contacts { model[contact.id] = book[contact.id] }
      return change
    }
  }

  private func expectInStep(_ book: AddressBook, with model: [ContactID: Contact]) {
    Self.expect(book, with: model)
  }

  /// The book has the contacts of `model`, and lists and searches are those of a book written anew.
  static func expect(_ book: AddressBook, with model: [ContactID: Contact]) {
    let fresh = AddressBook(model.values.sorted { $0.id < $1.id })
    #expect(Array(book.contacts) == Array(fresh.contacts))
    for grouping in ListOptions.Grouping.allCases {
      for sort in ListOptions.Sort.allCases {
        var options = ListOptions(grouping: grouping)
        options.sort = sort
        #expect(book.list(options).ids == fresh.list(options).ids)
        #expect(book.list(options).sections == fresh.list(options).sections)
      }
    }
    var (search, other) = (ContactSearch(), ContactSearch())
    for query in queries {
      #expect(
        search.find(query, in: book, limit: 200) == other.find(query, in: fresh, limit: 200),
        "\(query)")
    }
  }

  @Test func `a long life leaves no more behind than a short one`() {
    var people = RandomPeople(seed: 3)
    let contacts = (0..<400).map { people.contact(ContactID(rawValue: $0)) }
    var book = AddressBook(contacts)
    for _ in 0..<30 { book.apply(contacts.map(BookEdit.put)) }
    expectInStep(book, with: Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0) }))
  }

  @Test func `a book is a value: a copy stays as it was`() {
    let book = AddressBook(named: ["Ann", "Bob"])
    var other = book
    other.apply([.remove(1), .put(.named("Carl", id: 3))])
    #expect(book.list().titles == ["Ann", "Bob"])
    #expect(other.list().titles == ["Bob", "Carl"])
  }
}
