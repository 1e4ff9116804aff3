import AddressBooks
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
    #expect(ContactRow(contact).avatar == .photo)
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

  @Test func `ROW-10 · a list is read row by row`() {
    let list = AddressBook(named: (1...500).map { "Name \($0)" }).list()
    #expect(ContactRow(list[499]).title == list.titles[499])
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
