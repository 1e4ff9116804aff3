import AddressBooks
import TestSupport

/// An entry, by the parts that tests speak of.
func entry(
  _ id: UInt64, _ given: String, _ family: String, phone: String = "", email: String = "",
  number: String = "", street: String = "", locality: String = "", postcode: String = ""
) -> DuplicateRecord {
  DuplicateRecord(
    id: ContactID(rawValue: id), given: given, family: family,
    phones: phone.isEmpty ? [] : [phone], emails: email.isEmpty ? [] : [email],
    address: .init(number: number, street: street, locality: locality, postcode: postcode))
}

func pair(_ one: UInt64, _ other: UInt64) -> EntryPair {
  EntryPair(ContactID(rawValue: one), ContactID(rawValue: other))
}

/// A book of strangers, couples and duplicates with slips, made from a seed.
struct RandomBook {
  private(set) var records: [DuplicateRecord] = []
  /// The person behind each entry, by id.
  private(set) var people: [ContactID: Int] = [:]
  private var chance: SeededChance

  private static let given = [
    "Ada", "Bruno", "Clara", "Dmitri", "Edith", "Farid", "Greta", "Hassan", "Ingrid", "Jorge",
    "Keiko", "Leopold", "Miriam", "Nadia", "Otto", "Priya", "Quentin", "Rosa", "Stellan", "Thora",
  ]
  private static let syllables = [
    "ber", "lin", "mor", "tak", "vos", "hel", "dur", "pan", "rit", "sen",
  ]

  init(people count: Int, seed: UInt64) {
    chance = SeededChance(seed: seed)
    for person in 0..<count {
      var record = entry(
        UInt64(records.count), Self.given.randomElement(using: &chance) ?? "", surname(),
        phone: "+49\(Int.random(in: 100_000_000...999_999_999, using: &chance))",
        email: "\(person)@mail.example")
      if person % 5 == 1, let neighbour = records.last {
        record.given =
          Self.given.filter { $0 != neighbour.given }.randomElement(using: &chance) ?? ""
        record.family = neighbour.family
        record.phones = neighbour.phones
      }
      append(record, of: person)
      if person % 4 == 0 { append(withSlip(record), of: person) }
    }
  }

  private mutating func append(_ record: DuplicateRecord, of person: Int) {
    people[record.id] = person
    records.append(record)
  }

  private mutating func surname() -> String {
    (0..<3).map { _ in Self.syllables.randomElement(using: &chance) ?? "" }.joined().capitalized
  }

  private mutating func withSlip(_ record: DuplicateRecord) -> DuplicateRecord {
    var letters = Array(record.family)
    let place = Int.random(in: 0..<letters.count - 1, using: &chance)
    letters.swapAt(place, place + 1)
    var copy = entry(UInt64(records.count), record.given, String(letters))
    copy.phones = record.phones
    return copy
  }
}

extension String {
  /// The text with a capital first.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
