public import AddressBooks
import RandomStreams

/// The text typed into a search bar, keystroke by keystroke, in searches for people of a book.
public struct Typing: Sendable {
  /// The kind of text that a person is searched by.
  public enum Way: String, CaseIterable, Sendable {
    case given
    case fullName
    case family
    case mistyped
    case nickname
    case number
    case email
    case nobody
  }

  /// A complete search text, and the contact that it should find.
  public struct Search: Sendable {
    public let way: Way
    public let text: String
    public let meant: ContactID?
  }

  public private(set) var searches: [Search] = []

  /// Creates `count` searches for people of the book, by each way in turn.
  public init(_ count: Int, in contacts: [Contact], seed: UInt64) {
    let stream = RandomSource(seed: seed).stream(for: 2)
    let named = contacts.filter { $0.name.given.count > 1 && !$0.name.family.isEmpty }
    guard !named.isEmpty else { return }
    for number in 0..<count {
      var chance = stream[UInt64(number)]
      let way = Way.allCases[number % Way.allCases.count]
      let person = Self.candidate(for: way, among: named, from: &chance)
      if let text = Self.text(way, for: person, from: &chance) {
        searches.append(Search(way: way, text: text, meant: way == .nobody ? nil : person.id))
      }
    }
  }

  private static func candidate(
    for way: Way, among named: [Contact], from chance: inout Draw
  ) -> Contact {
    let first = chance.pick(below: named.count)
    let places = (0..<named.count).lazy.map { (first + $0) % named.count }
    let place = places.first { place in
      let contact = named[place]
      return switch way {
      case .nickname: Person.nicknames[contact.name.given] != nil
      case .email: !contact.emails.isEmpty
      case .mistyped: contact.name.family.count > 5
      default: true
      }
    }
    return named[place ?? first]
  }

  private static func text(_ way: Way, for person: Contact, from chance: inout Draw) -> String? {
    switch way {
    case .given: person.name.given
    case .fullName: "\(person.name.given) \(person.name.family)".lowercased()
    case .family: person.name.family.lowercased()
    case .mistyped: Person.mistyped(person.name.family, from: &chance)
    case .nickname: Person.nicknames[person.name.given]
    case .number:
      // As on a business card: without the country, and with separators.
      person.phones.first.map { phone in
        let digits = phone.text.filter { $0.isNumber }.suffix(7)
        return "\(digits.prefix(3)) \(digits.dropFirst(3))"
      }
    case .email: person.emails.first
    case .nobody: chance.pick(["xyzzy", "qqqq", "zzyzx road", "wqx"])
    }
  }

  /// The text of the bar after each keystroke; in some searches two letters are deleted again.
  public var keystrokes: [String] {
    searches.enumerated().flatMap { number, search in
      let texts = search.text.indices.map { String(search.text[...$0]) }
      guard number % 4 == 3, texts.count > 4 else { return texts }
      return texts.prefix(4) + [texts[2], texts[1]] + texts[2...]
    }
  }
}
