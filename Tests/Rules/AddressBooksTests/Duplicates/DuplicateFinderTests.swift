import AddressBooks
import Testing
import Vocabulary

@Suite("NAT-03 · how sure two entries are of one person")
struct DuplicateFinderTests {
  /// Two entries of one person, and what the search should make of them.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let one: DuplicateRecord
    let other: DuplicateRecord
  }

  static let merged = [
    Example(
      testDescription: "the same name and number",
      one: entry(1, "Ingrid", "Vosberg", phone: "+49 171 5550101"),
      other: entry(2, "Ingrid", "Vosberg", phone: "0171 5550101")),
    Example(
      testDescription: "a slip in the surname",
      one: entry(1, "Ingrid", "Vosberg", phone: "+491715550101"),
      other: entry(2, "Ingrid", "Vosbreg", phone: "+491715550101")),
    Example(
      testDescription: "a nickname",
      one: entry(1, "William", "Vosberg", phone: "+491715550101"),
      other: entry(2, "Bill", "Vosberg", phone: "+491715550101")),
    Example(
      testDescription: "names in each other's place",
      one: entry(1, "Ingrid", "Vosberg", email: "iv@mail.example"),
      other: entry(2, "Vosberg", "Ingrid", email: "IV@mail.example")),
    Example(
      testDescription: "a whole name in one field",
      one: entry(1, "Ingrid Vosberg", "", phone: "+491715550101"),
      other: entry(2, "Ingrid", "Vosberg", phone: "+491715550101")),
    Example(
      testDescription: "marks left out",
      one: entry(1, "Zoë", "Çelik", phone: "+491715550101"),
      other: entry(2, "Zoe", "Celik", phone: "+491715550101")),
    Example(
      testDescription: "another script",
      one: entry(1, "Дмитрий", "Шостакович", phone: "+491715550101"),
      other: entry(2, "Дмитрий", "Шостаковиц", phone: "+491715550101")),
    Example(
      testDescription: "the same address",
      one: entry(
        1, "Ingrid", "Vosberg", number: "12", street: "Lindenweg", locality: "Aachen",
        postcode: "52062"),
      other: entry(
        2, "Ingrid", "Vosberg", number: "12", street: "Lindenwegg", locality: "Aachen",
        postcode: "52062")),
  ]

  @Test(arguments: merged)
  func `entries of one person are merged unasked`(_ example: Example) {
    let findings = DuplicateFinder().search([example.one, example.other])
    #expect(findings.groups.map(\.members) == [[example.one.id, example.other.id]])
    #expect(findings.suggestions.isEmpty)
  }

  @Test func `a name and nothing else is never enough to merge unasked`() throws {
    let findings = DuplicateFinder().search([
      entry(1, "Ingrid", "Vosberg"), entry(2, "Ingrid", "Vosberg"),
    ])
    #expect(findings.groups.isEmpty)
    let suggestion = try #require(findings.suggestions.first)
    #expect(suggestion.entries == pair(1, 2))
    #expect(suggestion.evidence == [.name])
  }

  static let apart = [
    Example(
      testDescription: "two of one household",
      one: entry(1, "Ingrid", "Vosberg", phone: "+492415550101"),
      other: entry(2, "Otto", "Vosberg", phone: "+492415550101")),
    Example(
      testDescription: "neighbours",
      one: entry(
        1, "Ingrid", "Vosberg", street: "Lindenweg", locality: "Aachen", postcode: "52062"),
      other: entry(2, "Otto", "Molitor", street: "Lindenweg", locality: "Aachen", postcode: "52062")
    ),
    Example(
      testDescription: "two known names that are near",
      one: entry(1, "Maria", "Vosberg", phone: "+491715550101"),
      other: entry(2, "Mario", "Vosberg", phone: "+491715550101")),
    Example(
      testDescription: "nothing at all", one: entry(1, "", ""), other: entry(2, "", "")),
  ]

  @Test(arguments: apart)
  func `two people are not merged unasked`(_ example: Example) {
    #expect(DuplicateFinder().search([example.one, example.other]).groups.isEmpty)
  }

  @Test func `an initial, the beginning and the last word of a name speak for one person`() {
    func confidence(_ given: String, _ other: String) -> Double {
      let pair = [
        entry(1, given, "Vosberg", phone: "+491715550101"),
        entry(2, other, "Vosberg", phone: "+491715550101"),
      ]
      return DuplicateFinder().pairs(in: pair).first?.confidence ?? 0
    }
    for (part, stranger) in [("T", "K"), ("Theo", "Karl"), ("Maximilian", "Ferdinand")] {
      let whole = "Theodor Maximilian"
      #expect(confidence(part, whole) > confidence(stranger, whole), "\(part)")
      #expect(confidence(whole, part) > confidence(whole, stranger), "\(part)")
    }
  }

  @Test func `one region speaks for one person, and two regions against`() throws {
    func confidence(_ region: String, _ other: String) throws -> Double {
      var pair = [1, 2].map { entry($0, "Ingrid", "Vosberg", phone: "+491715550101") }
      pair[0].address.region = region
      pair[1].address.region = other
      return try #require(DuplicateFinder().pairs(in: pair).first).confidence
    }
    let unknown = try confidence("", "Hessen")
    #expect(try confidence("Hessen", "Hessen") > unknown)
    #expect(try confidence("Hessen", "Bayern") < unknown)
  }

  @Test func `what two entries share is named`() throws {
    let one = entry(1, "Ingrid", "Vosberg", phone: "+491715550101", email: "iv@mail.example")
    let other = entry(2, "Ingrid", "Vosberg", phone: "+491715550101", email: "iv@mail.example")
    let found = try #require(DuplicateFinder().pairs(in: [one, other]).first)
    #expect(found.evidence == [.phone, .email, .name])
  }

  @Test func `the same word before the @ of another domain is another address`() throws {
    let one = entry(1, "Ingrid", "Vosberg", email: "ingrid@one.example")
    let other = entry(2, "Ingrid", "Vosberg", email: "ingrid@two.example")
    let same = entry(3, "Ingrid", "Vosberg", email: "INGRID@one.example")
    #expect(DuplicateFinder().search([one, other]).groups.isEmpty)
    let found = DuplicateFinder().pairs(in: [one, other])
    #expect(found.allSatisfy { !$0.evidence.contains(.email) })
    #expect(DuplicateFinder().search([one, same]).groups.count == 1)
    // Even where everything else is shared, it is not evidence.
    let pairs = DuplicateFinder().pairs(in: [
      entry(1, "Ingrid", "Vosberg", phone: "+491715550101", email: "ingrid@one.example"),
      entry(2, "Ingrid", "Vosberg", phone: "+491715550101", email: "ingrid@two.example"),
    ])
    #expect(pairs.map(\.evidence) == [[.phone, .name]])
  }

  @Test func `in a book with many duplicates two entries are likelier to be one person`() {
    func confidence(besides others: [DuplicateRecord]) -> Double? {
      let two = [entry(1, "Ingrid", "Vosberg"), entry(2, "Ingrid", "Vosberg")]
      let found = DuplicateFinder().pairs(in: two + others)
      return found.first { $0.entries == pair(1, 2) }?.confidence
    }
    let names = [
      ("Theodor", "Kramer"), ("Bruno", "Molitor"), ("Keiko", "Tanaka"), ("Priya", "Rao"),
      ("Hassan", "Demir"), ("Quentin", "Leroy"), ("Stellan", "Lund"), ("Miriam", "Adler"),
    ]
    func book(ofEach count: Int) -> [DuplicateRecord] {
      (0..<16).map { place in
        let (given, family) = names[place / count % 8]
        let number = "+49171555\(1_000 + place / count)"
        let surname = place / count < 8 ? family : "\(given)sen"
        return entry(UInt64(10 + place), given, surname, phone: number)
      }
    }
    let amongStrangers = confidence(besides: book(ofEach: 1)) ?? 1
    let amongDoubles = confidence(besides: book(ofEach: 2)) ?? 0
    #expect(amongStrangers < amongDoubles)
  }

  @Test func `a name that many have says less`() {
    let crowd = (10..<60).map { entry(UInt64($0), "Anna", "Schmidt", phone: "+4930\($0)000\($0)") }
    let rare = [entry(1, "Ingrid", "Vosberg"), entry(2, "Ingrid", "Vosberg")]
    let common = [entry(3, "Anna", "Schmidt"), entry(4, "Anna", "Schmidt")]
    let found = DuplicateFinder().pairs(in: crowd + rare + common)
    #expect(found.map(\.entries) == [pair(1, 2)])
  }

  @Test func `at a limit itself a pair is merged, or shown`() {
    let policy = DuplicatePolicy()
    #expect(policy.band(of: 0.95) == .autoMerge)
    #expect(policy.band(of: 0.95.nextDown) == .review)
    #expect(policy.band(of: 0.7) == .review)
    #expect(policy.band(of: 0.7.nextDown) == .apart)
  }
}
