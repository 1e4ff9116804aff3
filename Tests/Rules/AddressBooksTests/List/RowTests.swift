import AddressBooks
import CGrowthloopAllocationCounter
import Testing
import Vocabulary

@Suite("A row of the list")
struct RowTests {
  static func contact(circles: UInt8 = 0) -> Contact {
    var contact = Contact.named("Alice Johnson")
    contact.phones = [Phone("+1 (555) 123-4567"), Phone("+1 555 0199")]
    contact.emails = ["alice@mail.com"]
    for place in 0..<circles { contact.circles.insert(Circles.id(place)) }
    return contact
  }

  @Test func `ROW-01, ROW-03, ROW-11 · Alice Johnson, her number, two dots`() {
    let row = ContactRow(Self.contact(circles: 2))
    #expect(row.title == "Alice Johnson")
    #expect(row.subtitle == "+1 (555) 123-4567")
    #expect(row.dots.count == 2 && !row.isEnriched)
  }

  @Test func `ROW-02 · a photo, or initials`() {
    var contact = Self.contact()
    #expect(ContactRow(contact).avatar == .initials("AJ"))
    contact.hasPhoto = true
    #expect(ContactRow(contact).avatar == .photo(until: "AJ"))
    #expect(ContactRow(Contact(id: 1, phones: [Phone("1")])).avatar == .initials(""))
  }

  @Test func `ROW-15 · its parts have the design's names, and dots their circle's colour`() {
    var contact = Self.contact(circles: 2)
    #expect(ContactRow(contact).parts.map(\.rawValue) == ["AvatarView", "CircleDot", "CircleDot"])
    contact.enriched = [.photo]
    #expect(ContactRow(contact).parts.last?.rawValue == "EnrichmentBadge")
    #expect(ContactRow.Part.tabBadge.rawValue == "TabBadge")
    #expect(ListCircle(id: Circles.id(1), name: "Family").colour == "rin.circle.family")
  }

  @Test func `ROW-04 · the primary number, or else the primary e-mail address`() {
    var contact = Self.contact()
    contact.phones = []
    #expect(ContactRow(contact).subtitle == "alice@mail.com")
  }

  @Test func `ROW-05 · with neither: No contact info`() {
    #expect(ContactRow(.named("Bob")).subtitle == "No contact info")
  }

  @Test(arguments: [(0, 0, nil), (1, 1, nil), (4, 4, nil), (5, 3, "+2"), (9, 3, "+6")])
  func `ROW-06, ROW-07 · up to four dots; beyond that three and a number`(
    circles: UInt8, dots: Int, text: String?
  ) {
    let row = ContactRow(Self.contact(circles: circles))
    #expect(row.dots.count == dots)
    #expect(row.furtherText == text)
  }

  @Test func `ROW-08 · the mark is there with one enriched field`() {
    var contact = Self.contact()
    contact.enriched.insert(.company)
    #expect(ContactRow(contact).isEnriched)
  }

  @Test func `ROW-09 · a tap opens the contact, outside of selecting`() {
    var mode = MultiSelect()
    #expect(mode.receive(.tapped(1)) == .openContact(1))
  }

  /// The allocations of a list of `count` contacts, and those of one page of its rows.
  private static func allocations(of count: Int) -> (list: UInt64, page: UInt64) {
    let book = AddressBook(named: (1...count).map { "A name of many letters \(100_000 + $0)" })
    let before = allocation_count()
    let list = book.list()
    let between = allocation_count()
    let page = list.page(from: count / 2, limit: 14)
    let after = allocation_count()
    #expect(page.count == 14 && page[0].title == list[count / 2].title)
    return (between - before, after - between)
  }

  @Test func `ROW-10 · rows are made for what is in sight, however long the list is`() {
    _ = Self.allocations(of: 500)
    let (short, long) = (Self.allocations(of: 500), Self.allocations(of: 10_000))
    #expect(long.list < 100, "a row each would be ten thousand")
    #expect(long.page == short.page)
  }

  @Test func `ROW-10 · until a photo is there the initials are drawn`() {
    var contact = Self.contact()
    contact.hasPhoto = true
    let avatar = ContactRow(contact).avatar
    #expect(avatar.drawn(isLoaded: false) == .initials("AJ"))
    #expect(avatar.drawn(isLoaded: true) == .photo(until: "AJ"))
    #expect(Avatar.initials("AJ").drawn(isLoaded: true) == .initials("AJ"))
  }

  @Test(arguments: [1, 7, 14, 500, 501])
  func `HPF-06 · pages have every row of the list once`(limit: Int) {
    let list = AddressBook(named: (1...500).map { "Name \($0)" }).list()
    let pages = stride(from: 0, to: 500, by: limit).map { list.page(from: $0, limit: limit) }
    #expect(pages.joined().map(\.title) == list.titles)
    #expect(pages.allSatisfy { $0.count <= limit })
    #expect(list.page(from: 500, limit: limit).isEmpty && list.page(from: 0, limit: 0).isEmpty)
    #expect(list.page(from: -3, limit: 2).map(\.title) == Array(list.titles.prefix(2)))
  }

  @Test func `ROW-13 · in a search the second line tells what was found`() {
    let contact = Self.contact()
    #expect(SearchMode.foundBy("0199", in: contact) == "+1 555 0199")
    #expect(SearchMode.foundBy("alice@", in: contact) == nil)
    #expect(SearchMode.foundBy("mail.com", in: contact) == "alice@mail.com")
    #expect(SearchMode.foundBy("john", in: contact) == nil)
    #expect(ContactRow(contact, found: "+1 555 0199").subtitle == "+1 555 0199")
  }

  @Test func `ROW-12, ROW-14 · dots alone, and at least 64 points`() {
    #expect(ContactRow(Self.contact(circles: 2)).furtherText == nil)
    #expect(ContactRow.leastHeight == 64)
  }

  @Test func `the name that is shown`() {
    #expect(PersonName(given: "伟", family: "张").display == "张伟")
    #expect(PersonName(given: "Ann", middle: "B.", family: "Lee").display == "Ann B. Lee")
    #expect(PersonName(middle: "B.", nickname: "Mo").display == "B.")
    #expect(PersonName(nickname: "Mo").display == "Mo")
    #expect(PersonName(organisation: "Acme").display == "Acme")
    #expect(PersonName().display == nil)
  }
}
