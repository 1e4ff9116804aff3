/// The records of a book, field by field, as words of lexicons.
final class DuplicateColumns {
  typealias Word = Lexicon.Word

  let count: Int
  let names = Lexicon()
  let streets = Lexicon()
  let places = Lexicon()
  let reach = Lexicon()
  private(set) var given: [Word] = []
  private(set) var family: [Word] = []
  private(set) var others: [[Word]] = []
  private(set) var number: [Word] = []
  private(set) var street: [Word] = []
  private(set) var extra: [Word] = []
  private(set) var locality: [Word] = []
  private(set) var postcode: [Word] = []
  private(set) var region: [Word] = []
  private(set) var phones: [[Word]] = []
  private(set) var emails: [[Word]] = []
  /// How many more records have both the locality and the postcode.
  private(set) var neighbours: [Int] = []
  /// The families of nicknames of each name.
  private(set) var nicknames: [[Nicknames.Family]] = []

  init(_ records: [DuplicateRecord]) {
    count = records.count
    for record in records {
      let (given, family) = Self.parts(of: record)
      self.given.append(names.enter(given))
      self.family.append(names.enter(family))
      others.append(record.otherNames.map { names.enter($0) }.filter { $0 >= 0 })
      enter(record.address)
      phones.append(
        record.phones.map { reach.enter(verbatim: Self.subscriber($0)) }.filter { $0 >= 0 })
      emails.append(record.emails.map { reach.enter(verbatim: $0) }.filter { $0 >= 0 })
    }
    nicknames = names.map { Nicknames.families(of: String(decoding: $0, as: UTF8.self)) }
    countNeighbours()
  }

  /// A whole name that stands in one field is taken apart at its last blank.
  private static func parts(of record: DuplicateRecord) -> (given: Substring, family: Substring) {
    let (given, family) = (record.given, record.family)
    guard given.isEmpty != family.isEmpty else { return (given[...], family[...]) }
    let whole = given.isEmpty ? family : given
    guard let blank = whole.lastIndex(of: " ") else { return (given[...], family[...]) }
    return (whole[..<blank], whole[whole.index(after: blank)...])
  }

  /// The digits behind the country's code and whatever is dialled in its place.
  private static func subscriber(_ phone: String) -> String {
    String(phone.filter(\.isNumber).suffix(9))
  }

  private func enter(_ address: DuplicateRecord.Address) {
    number.append(places.enter(address.number))
    street.append(streets.enter(address.street))
    extra.append(streets.enter(address.extra))
    locality.append(places.enter(address.locality))
    postcode.append(places.enter(address.postcode))
    region.append(places.enter(address.region))
  }

  private func countNeighbours() {
    var counts: [SIMD2<Int32>: Int] = [:]
    let quarters = (0..<count).map { SIMD2(locality[$0], postcode[$0]) }
    for quarter in quarters { counts[quarter, default: 0] += 1 }
    neighbours = quarters.map { (counts[$0] ?? 1) - 1 }
  }
}
