import AddressBooks
import RandomStreams
import Vocabulary

/// An address book of people who do not exist, in several scripts, the same for every run.
struct ContactPeople {
  private var chance = RandomSource(seed: 7).stream(for: 1)[0]

  private static let given = [
    "James", "Mary", "John", "Patricia", "Robert", "Jennifer", "Michael", "Linda", "William",
    "Elizabeth", "José", "Zoë", "Łukasz", "Björn", "Renée", "François", "Søren", "Maria", "Martin",
    "Margaret", "Mark", "Анна", "Иван", "Γιώργος", "محمد", "अनिता", "さくら", "민준", "伟",
  ]
  private static let syllables = [
    "an", "ber", "ski", "son", "mar", "tin", "lo", "pez", "gar", "cia", "wil", "li", "ams", "hoff",
    "man", "ro", "dri", "guez", "schmid", "ta", "ka", "ha", "shi", "ko", "va", "len", "mül", "ler",
  ]

  private mutating func draw(_ count: Int) -> Int {
    Int(chance.uniform(below: UInt64(count)))
  }

  /// So many people, most with a number, half with an e-mail address, a fifth at some company.
  mutating func contacts(_ count: Int) -> [Contact] {
    (0..<count).map { contact(ContactID(rawValue: UInt64($0))) }
  }

  private mutating func contact(_ id: ContactID) -> Contact {
    let family = (0...1 + draw(3)).map { _ in Self.syllables[draw(Self.syllables.count)] }.joined()
    var name = PersonName(
      given: Self.given[draw(Self.given.count)],
      family: family.prefix(1).uppercased() + family.dropFirst())
    if draw(5) == 0 { name.organisation = "\(Self.syllables[draw(20)]) & Sons" }
    let phones = (0..<min(2, draw(4))).map { _ in
      Phone("+1 (\(200 + draw(700))) 555-\(1_000 + draw(9_000))")
    }
    let emails = draw(2) == 0 ? ["\(family).\(draw(90))@mail.com"] : []
    return Contact(id: id, name: name, phones: phones, emails: emails)
  }

  /// What people type: names, a surname too, a nickname, slips, numbers, addresses; each letter by letter.
  static let typed = [
    "martin", "jose lopez", "bob", "elizabteh", "willaim", "hoffman", "анна", "伟", "(555) 12",
    "5551234",
    "marska@mail.com", "zoe mull", "xyzzy",
  ].flatMap { text in text.indices.map { String(text[...$0]) } }
}
