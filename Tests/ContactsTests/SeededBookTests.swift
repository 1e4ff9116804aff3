import AddressBooks
import Testing

@testable import GrowthloopContacts

@Suite("Address books of people who do not exist")
struct SeededBookTests {
  static let book = SeededBook(count: 2_000, seed: 3)

  @Test func `the same seed gives the same book, another one another`() {
    #expect(SeededBook(count: 300, seed: 3).contacts == Array(Self.book.contacts.prefix(300)))
    #expect(SeededBook(count: 300, seed: 4).contacts != Array(Self.book.contacts.prefix(300)))
  }

  @Test func `they have many scripts, households, several numbers and nameless entries`() {
    let contacts = Self.book.contacts
    let scripts: [ClosedRange<UInt32>] = [
      0x41...0x7A, 0x370...0x3FF, 0x400...0x4FF, 0x590...0x5FF, 0x600...0x6FF, 0x900...0x97F,
      0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3040...0x30FF,
    ]
    for script in scripts {
      #expect(
        contacts.contains { $0.title.unicodeScalars.contains { script.contains($0.value) } })
    }
    #expect(contacts.count { $0.name.display == nil } > 10)
    #expect(contacts.count { $0.phones.count > 1 } > 500)
    let homes = zip(contacts, contacts.dropFirst()).count { one, next in
      one.name.family == next.name.family && !one.name.family.isEmpty
    }
    #expect(homes > 200)
  }

  @Test func `duplicates are mistyped, called by other names, or swapped`() {
    let (book, contacts) = (Self.book, Self.book.contacts)
    #expect((100...260).contains(book.doubles.count))
    let pairs = book.doubles.map {
      (contacts[Int($0.rawValue)].name, contacts[Int($1.rawValue)].name)
    }
    #expect(pairs.contains { $0.given == $1.family && $0.family == $1.given && $0 != $1 })
    #expect(pairs.contains { Person.nicknames[$1.given] == $0.given })
    #expect(pairs.contains { $0.given == $1.given && $0.family != $1.family })
    #expect(book.doubles.allSatisfy { $0 > $1 })
  }

  @Test func `the rules find most of them, and merge hardly anybody else`() {
    let found = DuplicateFinder().search(Self.book.contacts.map(DuplicateRecord.init))
    func first(_ id: ContactID) -> ContactID { Self.book.doubles[id] ?? id }
    #expect(found.groups.count > 60)
    let wrong = found.groups.filter { Set($0.members.map(first)).count > 1 }
    #expect(wrong.count * 50 <= found.groups.count, "\(wrong)")
  }

  @Test func `searches are typed letter by letter, and most find whom they mean`() {
    let typing = Typing(64, in: Self.book.contacts, seed: 3)
    #expect(Set(typing.searches.map(\.way)) == Set(Typing.Way.allCases))
    #expect(typing.keystrokes.count > 64 * 4)
    let book = AddressBook(Self.book.contacts)
    var search = ContactSearch()
    for wanted in typing.searches {
      let found = search.find(wanted.text, in: book, limit: 2_000)?.nearest ?? []
      if let meant = wanted.meant {
        #expect(found.contains(meant), "\(wanted.text)")
      } else {
        #expect(found.isEmpty, "\(wanted.text)")
      }
    }
  }

  @Test func `changes are a hundred at most, and repeat`() {
    let (once, again) = (Self.book.changes(4), Self.book.changes(4))
    #expect(once == again)
    #expect(once != Self.book.changes(5))
    #expect((80...100).contains(once.contacts.count + once.removed.count))
  }
}
