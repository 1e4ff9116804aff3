import AddressBooks
import TestSupport
import Testing
import Vocabulary

/// Three circles of the user's and the one of everyone.
enum Circles {
  static func id(_ place: UInt8) -> CircleID {
    guard let id = CircleID(rawValue: place) else { preconditionFailure("no circle \(place)") }
    return id
  }

  static let family = ListCircle(id: id(1), name: "Family", emoji: "🏠")
  static let friends = ListCircle(id: id(2), name: "Friends", emoji: "🎈")
  static let climbers = ListCircle(id: id(3), name: "Climbers")
  static let everyone = ListCircle(id: id(0), name: "Contacts", holdsEveryone: true)
  static let all = [everyone, family, friends, climbers]
}

extension Contact {
  func joining(_ circles: ListCircle...) -> Contact {
    var contact = self
    for circle in circles { contact.circles.insert(circle.id) }
    return contact
  }
}

@Suite("The list and its groups")
struct GroupingTests {
  static let book = AddressBook([
    Contact.named("Ann", id: 1).joining(Circles.everyone, Circles.friends),
    Contact.named("Ben", id: 2).joining(Circles.friends, Circles.climbers),
    Contact.named("Cleo", id: 3).joining(Circles.friends),
    Contact.named("Dora", id: 4).joining(Circles.everyone),
    Contact.named("Emil", id: 5),
    Contact.named("Fay", id: 6).joining(Circles.family),
  ])

  @Test func `LST-01 · the header counts the contacts`() {
    let names = (1...342).map { "Name \($0)" }
    #expect(AddressBook(named: names).list().header == "ALL CONTACTS (342)")
  }

  @Test func `LST-15 · the header counts all, under a filter too`() {
    var options = ListOptions()
    options.toggle(Circles.family.id)
    let list = Self.book.list(options, circles: Circles.all)
    #expect(list.count == 1)
    #expect(list.header == "ALL CONTACTS (6)")
  }

  @Test func `LST-02 · the header's button has the symbol of a filter`() {
    #expect(HomeTab.filterSymbol == "line.3.horizontal.decrease.circle")
  }

  @Test func `LST-03, FLT-10 · the sheet offers two groupings, four orders and the circles`() {
    #expect(ListOptions.Grouping.allCases.map(\.title) == ["Alphabetical", "By Circle"])
    #expect(ListOptions.Sort.allCases.count == 4)
    #expect(ListOptions().chipBar(of: Circles.all).isEmpty)
  }

  @Test func `LST-13, FLT-07 · at first: alphabetical, A to Z, all`() {
    let options = ListOptions()
    #expect(options.grouping == .alphabetical)
    #expect(options.sort == .nameAscending)
    #expect(options.showsAll)
  }

  @Test func `LST-06, LST-07 · who has no name stands under #, behind Z`() {
    let book = AddressBook([
      Contact(id: 1, phones: [Phone("+1 555 0100")]), .named("Zoe", id: 2), .named("Иван", id: 3),
      Contact(id: 4, emails: ["who@mail.com"]),
    ])
    #expect(book.list().page == ["Z: Zoe", "#: +1 555 0100, who@mail.com, Иван"])
  }

  @Test func `LST-08, LST-10, LST-16 · circles in the user's order, the others at the bottom`() {
    let list = Self.book.list(ListOptions(grouping: .byCircle), circles: Circles.all)
    #expect(
      list.page == [
        "🏠 Family: Fay", "🎈 Friends: Ann, Cleo", "Climbers: Ben", "Contacts: Dora, Emil",
      ])
  }

  @Test func `LST-09 · in several circles: once, under the smallest, never under Contacts`() {
    let list = Self.book.list(ListOptions(grouping: .byCircle), circles: Circles.all)
    #expect(list.titles.filter { $0 == "Ben" }.count == 1)
    #expect(list.page.contains("Climbers: Ben"))
    #expect(list.page.contains { $0.hasPrefix("🎈 Friends") && $0.contains("Ann") })
  }

  @Test(arguments: UInt64(1)...4)
  func `LST-11, HTB-11 · everybody stands under one heading, once`(seed: UInt64) {
    var people = RandomPeople(seed: seed)
    let book = AddressBook((0..<200).map { people.contact(ContactID(rawValue: $0)) })
    for grouping in ListOptions.Grouping.allCases {
      let list = book.list(ListOptions(grouping: grouping), circles: Circles.all)
      #expect(Set(list.ids).count == 200)
      #expect(list.sections.map(\.rows.count).reduce(0, +) == 200)
      #expect(list.sections.allSatisfy { !$0.rows.isEmpty })
    }
  }

  @Test func `LST-12 · what was chosen is kept, to the letter`() throws {
    var options = ListOptions(grouping: .byCircle)
    options.sort = .recentlyAdded
    options.toggle(Circles.family.id)
    options.toggle(Circles.climbers.id)
    #expect(options.rawValue == "byCircle recentlyAdded 1+3")
    #expect(ListOptions(rawValue: options.rawValue) == options)
    #expect(ListOptions(rawValue: ListOptions().rawValue) == ListOptions())
    for broken in ["", "byCircle", "byCircle upwards ", "byCircle nameAscending 400"] {
      #expect(ListOptions(rawValue: broken) == nil, "\(broken)")
    }
  }
}
