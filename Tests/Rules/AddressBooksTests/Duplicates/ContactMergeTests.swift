import AddressBooks
import Testing
import Vocabulary

@Suite("DUP-01 · merging entries, and undoing it")
struct ContactMergeTests {
  private static let full = Contact(
    id: ContactID(rawValue: 7), name: PersonName(given: "Ingrid", family: "Vosberg"),
    phones: [Phone("+49 171 5550101")], emails: ["iv@mail.example"],
    addresses: [PostalAddress(city: "Aachen")], hasPhoto: true,
    addedAt: Instant(milliseconds: 500))
  private static let short = Contact(
    id: ContactID(rawValue: 3), name: PersonName(given: "I.", nickname: "Inga"),
    phones: [Phone("+491715550101"), Phone("+492415550102")], emails: ["IV@mail.example"],
    birthday: Birthday(year: 1980, month: 5, day: 4), addedAt: Instant(milliseconds: 100))

  @Test func `the fuller entry stays, with what the other knew`() throws {
    let merge = try #require(ContactMerge(of: [Self.short, Self.full]))
    #expect(merge.merged.id == Self.full.id)
    #expect(
      merge.merged.name == PersonName(given: "Ingrid", family: "Vosberg", nickname: "Inga"))
    #expect(merge.merged.phones.map(\.digits.description) == ["+491715550101", "+492415550102"])
    #expect(merge.merged.emails == ["iv@mail.example"])
    #expect(merge.merged.birthday == Self.short.birthday)
    #expect(merge.merged.hasPhoto)
    #expect(merge.merged.addedAt == Self.short.addedAt)
  }

  @Test(arguments: [(500, 100, 3), (100, 500, 9)] as [(Int64, Int64, UInt64)])
  func `a photo counts as a number does: of two that know as much the older stays`(
    seen: Int64, called: Int64, expected: UInt64
  ) throws {
    let name = PersonName(given: "Ingrid", family: "Vosberg")
    let merge = ContactMerge(of: [
      Contact(
        id: ContactID(rawValue: 9), name: name, hasPhoto: true,
        addedAt: Instant(milliseconds: seen)),
      Contact(
        id: ContactID(rawValue: 3), name: name, phones: [Phone("+49 171 5550101")],
        addedAt: Instant(milliseconds: called)),
    ])
    #expect(try #require(merge).merged.id == ContactID(rawValue: expected))
  }

  @Test(arguments: [true, false])
  func `of two that differ in a birthday alone the one with it stays`(isFirst: Bool) {
    var contacts = [3, 9].map { (id: ContactID) in
      Contact(id: id, name: PersonName(given: "Ingrid", family: "Vosberg"))
    }
    contacts[isFirst ? 0 : 1].birthday = Birthday(month: 5, day: 4)
    #expect(ContactMerge(of: contacts)?.merged.id == (isFirst ? 3 : 9))
  }

  @Test(
    arguments: [
      ("Jo", "Joe", 9), ("Joe", "Jo", 3), ("Ann", "Anna", 3), ("Ann", "Annabella", 3),
      ("J", "Jo", 9),
    ] as [(String, String, UInt64)])
  func `a name of three letters is whole, and of two whole ones the older stays`(
    older: String, newer: String, expected: UInt64
  ) throws {
    let contacts = [(3, older), (9, newer)].map { id, given in
      Contact(
        id: ContactID(rawValue: id), name: PersonName(given: given, family: "Vosberg"),
        addedAt: Instant(milliseconds: Int64(id)))
    }
    #expect(ContactMerge(of: contacts)?.merged.id == ContactID(rawValue: expected))
  }

  @Test func `a merge is as old as its first entry, and as new as its last change`() throws {
    var (full, short) = (Self.full, Self.short)
    for (one, other) in [(600, 700), (700, 600)] as [(Int64, Int64)] {
      full.updatedAt = Instant(milliseconds: one)
      short.updatedAt = Instant(milliseconds: other)
      let merged = try #require(ContactMerge(of: [full, short])).merged
      #expect(merged.addedAt == Instant(milliseconds: 100))
      #expect(merged.updatedAt == Instant(milliseconds: 700))
    }
  }

  @Test func `circles, photo and what was looked up come from either entry`() throws {
    let circles = [try #require(CircleID(rawValue: 0)), try #require(CircleID(rawValue: 9))]
    for order in [[0, 1], [1, 0]] {
      var contacts = [Self.full, Self.short]
      // By far the fuller one, with a photo or without.
      contacts[0].emails += ["iv@other.example", "iv@third.example"]
      for place in [0, 1] {
        contacts[place].circles.insert(circles[order[place]])
        contacts[place].enriched.insert([.phone, .company][order[place]])
        contacts[place].hasPhoto = order[place] == 0
      }
      let merged = try #require(ContactMerge(of: contacts)).merged
      #expect(merged.circles.members == circles)
      #expect(merged.enriched == [.phone, .company])
      #expect(merged.hasPhoto)
      for place in [0, 1] { contacts[place].hasPhoto = false }
      let faceless = try #require(ContactMerge(of: contacts)).merged
      #expect(!faceless.hasPhoto)
    }
  }

  @Test func `each part tells where it comes from`() throws {
    let provenance = try #require(ContactMerge(of: [Self.short, Self.full])).provenance
    let (full, short) = (Self.full.id, Self.short.id)
    #expect(provenance.name == full)
    #expect(provenance.birthday == short)
    #expect(provenance.phones == [[full, short], [short]])
    #expect(provenance.emails == [[full, short]])
  }

  @Test func `an address at another domain is kept beside the first`() throws {
    var full = Self.full
    full.emails = ["iv@mail.example", "iv@other.example"]
    var short = Self.short
    short.emails = ["Iv@Mail.example", "iv@third.example"]
    let merge = try #require(ContactMerge(of: [short, full]))
    #expect(
      merge.merged.emails == ["iv@mail.example", "iv@other.example", "iv@third.example"])
    #expect(merge.provenance.emails == [[full.id, short.id], [full.id], [short.id]])
  }

  @Test func `the order of the entries does not matter`() {
    #expect(
      ContactMerge(of: [Self.short, Self.full]) == ContactMerge(of: [Self.full, Self.short]))
  }

  @Test func `one entry is not merged`() {
    #expect(ContactMerge(of: [Self.full]) == nil)
    var ledger = MergeLedger()
    let none = ledger.merge([])
    #expect(none == nil)
    #expect(ledger == MergeLedger())
  }

  @Test func `an undo gives back exactly what was`() throws {
    var ledger = MergeLedger()
    let made = ledger.merge([Self.short, Self.full])
    let merge = try #require(made)
    #expect(ledger.current(Self.short.id) == Self.full.id)
    #expect(ledger.latestMerge(into: Self.full.id) == merge)
    let given = ledger.undo(Self.full.id)
    let restored = try #require(given)
    #expect(Set(restored) == [Self.short, Self.full])
    #expect(ledger == MergeLedger())
    let again = ledger.undo(Self.full.id)
    #expect(again == nil)
  }

  @Test func `a merge of a merge is undone from the outside in`() throws {
    var ledger = MergeLedger()
    let first = ledger.merge([Self.short, Self.full])
    let inner = try #require(first).merged
    let third = Contact(
      id: ContactID(rawValue: 9), name: inner.name, phones: inner.phones, emails: inner.emails,
      addresses: [PostalAddress(street: "Lindenweg 12"), PostalAddress(city: "Aachen")],
      birthday: inner.birthday, hasPhoto: true)
    let second = ledger.merge([inner, third])
    let outer = try #require(second)
    #expect(outer.merged.id == third.id)
    #expect(ledger.current(Self.short.id) == third.id)
    let early = ledger.undo(inner.id)
    #expect(early == nil)
    let outside = ledger.undo(third.id)
    #expect(outside == [third, inner])
    let inside = ledger.undo(inner.id)
    #expect(inside == [Self.full, Self.short])
    #expect(ledger == MergeLedger())
  }

  @Test func `a contact is searched by its primary address, its numbers and its names`() {
    var contact = Self.short
    contact.addresses = [
      PostalAddress(street: "12 Linden Lane", city: "Aachen", postalCode: "52062"),
      PostalAddress(street: "Elsewhere 1"),
    ]
    let record = DuplicateRecord(contact)
    #expect(record.address.number == "12")
    #expect(record.address.street == "Linden Lane")
    #expect(record.address.locality == "Aachen")
    #expect(record.otherNames == ["Inga"])
    #expect(record.phones == ["+491715550101", "+492415550102"])
    contact.addresses = [PostalAddress(street: "Lindenweg 12a")]
    #expect(DuplicateRecord(contact).address.number == "12a")
    #expect(DuplicateRecord(contact).address.street == "Lindenweg")
  }
}
