import AddressBooks
import Testing
import Vocabulary

@Suite("The picker of an invite")
struct ContactPickerTests {
  static let contacts = [
    reachable("Zoë", 1), reachable("ann", 2), .named("Bare", id: 3), reachable("Björn", 4),
  ]

  static func reachable(_ name: String, _ id: ContactID) -> Contact {
    var contact = Contact.named(name, id: id)
    contact.phones = [Phone("+1555000\(id.rawValue)")]
    return contact
  }

  @Test func `D-PCK-04 · by name, with a search and a count`() {
    var picker = ContactPicker(Self.contacts)
    #expect((0..<picker.count).map { picker[$0].title } == ["ann", "Bare", "Björn", "Zoë"])
    #expect(picker.badge == nil)
    picker.toggle(1)
    picker.toggle(4)
    #expect(picker.badge == 2)
    picker.toggle(1)
    #expect(picker.badge == 1)
  }

  @Test func `D-PCK-09, D-PCK-10 · ticks stay, and are counted, through every search`() {
    var picker = ContactPicker(Self.contacts)
    picker.toggle(1)
    #expect(picker.find("bjorn")?.nearest == [4])
    #expect(picker.badge == 1)
    #expect(picker.ticked == [1])
    #expect(picker.find("") == nil)
  }

  @Test(arguments: [
    (ContactPicker.Unreachable.listed, 4, true), (.shownOnly, 4, false), (.leftOut, 3, false),
  ])
  func `D-PCK-14 · whom no invite reaches is listed, locked or left out`(
    setting: ContactPicker.Unreachable, count: Int, canTick: Bool
  ) {
    var picker = ContactPicker(Self.contacts, unreachable: setting)
    #expect(picker.count == count)
    #expect(picker.canTick(3) == canTick)
    picker.toggle(3)
    #expect(picker.ticked.contains(3) == canTick)
  }

  @Test(arguments: [5_000, 10_000])
  func `D-PCK-11, CNF-35 · thousands are listed, and found, like few`(size: Int) {
    var people = RandomPeople(seed: 5)
    let contacts = (0..<size).map { people.contact(ContactID(rawValue: UInt64($0))) }
    var picker = ContactPicker(contacts)
    #expect(picker.count == size)
    let found = picker.find("jose lopez")
    #expect(found?.total == contacts.filter { $0.name.display == "José López" }.count)
    #expect(found?.nearest.count == min(50, found?.total ?? 0))
  }

  @Test func `nobody is there twice, and nobody unknown can be ticked`() {
    var picker = ContactPicker(Self.contacts + Self.contacts)
    #expect(picker.count == 4)
    picker.toggle(99)
    #expect(picker.ticked.isEmpty)
  }
}
