public import AddressBooks
import TestSupport
import Vocabulary

extension ContactID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt64) { self.init(rawValue: value) }
}

extension Contact {
  /// Someone with a name of one or two words.
  static func named(_ name: String, id: ContactID = 1) -> Contact {
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    let person = PersonName(given: parts.first ?? "", family: parts.dropFirst().first ?? "")
    return Contact(id: id, name: person)
  }
}

extension AddressBook {
  /// A book of people with these names, numbered from 1.
  init(named names: [String]) {
    self.init(
      zip(names, 1...).map { .named($0, id: ContactID(rawValue: UInt64($1))) })
  }
}

extension ContactList {
  var titles: [String] { (0..<count).map { self[$0].title } }
  var ids: [ContactID] { (0..<count).map { self[$0].id } }

  /// The list as a page: each heading and whom it has.
  var page: [String] {
    sections.map { section in
      "\(section.title): " + section.rows.map { self[$0].title }.joined(separator: ", ")
    }
  }
}

/// A book whose people are drawn from few names, so that many are alike.
struct RandomPeople {
  var chance: SeededChance

  init(seed: UInt64) { chance = SeededChance(seed: seed) }

  private static let given = [
    "Anna", "Robert", "Bob", "José", "Zoë", "Łukasz", "Иван", "Анна", "伟", "محمد", "Γιώργος", "",
    "9to5",
    "🎉 Ann", "Maria", "Mario", "Marian", "jonathan", "Jonathon",
  ]
  private static let family = [
    "Smith", "Müller", "López", "Øster", "Иванов", "张", "O'Brien", "van der Berg", "", "Kovalenko",
    "Smyth",
  ]

  mutating func contact(_ id: ContactID) -> Contact {
    let name = PersonName(
      given: pick(RandomPeople.given), family: pick(RandomPeople.family),
      nickname: chance.next() % 5 == 0 ? "Mo" : "",
      organisation: chance.next() % 4 == 0 ? "Acme" : "")
    let phones = (0..<chance.next() % 3).map { _ in Phone("+1555\(1000 + chance.next() % 50)") }
    let emails = chance.next() % 2 == 0 ? ["mail\(chance.next() % 9)@acme.com"] : []
    var circles: CircleSet = []
    for place in UInt8(0)..<4 where chance.next() % 4 == 0 {
      if let circle = CircleID(rawValue: place) { circles.insert(circle) }
    }
    return Contact(
      id: id, name: name, phones: phones, emails: emails, circles: circles,
      addedAt: noon(Int64(chance.next() % 30)))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(chance.next() % UInt64(elements.count))]
  }
}
