public import AddressBooks
import RandomStreams
import Vocabulary

/// A fictional address book, the same in every run with one seed.
///
/// A smaller book of the same seed is the beginning of a larger one.
public struct SeededBook: Sendable {
  public private(set) var contacts: [Contact] = []
  /// The first entry of the same person, by later entry.
  public private(set) var doubles: [ContactID: ContactID] = [:]
  private let people: RandomStream
  private let normaliser: any PhoneNormaliser
  private var persons: [Person] = []

  /// The time at which the first contact was added; the others follow ten minutes apart.
  private static let start = Instant(milliseconds: 1_700_000_000_000)

  public init(
    count: Int, seed: UInt64, mix: BookMix = BookMix(),
    normaliser: some PhoneNormaliser = DialledDigits()
  ) {
    people = RandomSource(seed: seed).stream(for: 1)
    self.normaliser = normaliser
    contacts.reserveCapacity(count)
    for place in 0..<count { enter(place, mix) }
  }

  private mutating func enter(_ place: Int, _ mix: BookMix) {
    var chance = people[UInt64(place)]
    let id = ContactID(rawValue: UInt64(place))
    let person: Person
    if place > 0, chance.happens(mix.duplicates) {
      let first = chance.pick(below: place)
      person = persons[first].again(from: &chance)
      doubles[id] = doubles[contacts[first].id] ?? contacts[first].id
    } else {
      person = Person(of: mix, beside: persons.last, from: &chance)
    }
    persons.append(person)
    contacts.append(contact(of: person, id: id, from: &chance))
  }

  private func contact(of person: Person, id: ContactID, from chance: inout Draw) -> Contact {
    var circles: CircleSet = []
    for place in UInt8(0)..<6 where chance.happens(0.15) {
      if let circle = CircleID(rawValue: place) { circles.insert(circle) }
    }
    return Contact(
      id: id, name: person.name,
      phones: person.numbers.map { Self.phone($0.text, $0.label, by: normaliser) },
      emails: person.emails, addresses: person.addresses,
      birthday: Self.birthday(of: id), circles: circles, hasPhoto: chance.happens(0.3),
      addedAt: Self.start + .minutes(10 * Int64(id.rawValue)))
  }

  /// Returns a birthday for a third of all entries, spread over the year.
  private static func birthday(of id: ContactID) -> Birthday? {
    guard id.rawValue % 3 == 0 else { return nil }
    return Birthday(month: UInt8(1 + id.rawValue / 3 % 12), day: UInt8(1 + id.rawValue / 36 % 28))
  }

  private static func phone(
    _ text: String, _ label: Phone.Label, by normaliser: some PhoneNormaliser
  ) -> Phone { Phone(text, label: label, normaliser: normaliser) }

  /// Returns a hundred changes as a device reports them: sixty edited, twenty new, twenty removed.
  func changes(_ number: Int) -> SyncDelta {
    var chance = people[UInt64(number), 1]
    var delta = SyncDelta()
    for _ in 0..<60 {
      var contact = chance.pick(contacts)
      contact.name.family += chance.pick([" Jr", "-Lee", " II", "son"])
      delta.contacts.append(contact)
    }
    for place in 0..<20 {
      let id = ContactID(rawValue: UInt64(1_000_000 + 20 * number + place))
      let person = Person(of: BookMix(), beside: nil, from: &chance)
      delta.contacts.append(contact(of: person, id: id, from: &chance))
    }
    let named = Set(delta.contacts.map(\.id))
    delta.removed = (0..<20).map { _ in chance.pick(contacts).id }.filter { !named.contains($0) }
    return delta
  }
}
