import Testing

@testable import AddressBooks

@Suite("NAT-03 · how much the address of two entries says")
struct AddressWeighingTests {
  /// A part of an address, two texts that are wholly different, and the odds of its likenesses.
  struct Part: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: any WritableKeyPath<DuplicateRecord, String> & Sendable
    let texts: [String]
    let odds: FieldOdds
  }

  static let parts = [
    Part(
      testDescription: "number", path: \.address.number, texts: ["12", "98", "13"], odds: .number),
    Part(
      testDescription: "street", path: \.address.street,
      texts: ["Lindenweg", "Kirchplatz", "Lindenwge"], odds: .street),
    Part(
      testDescription: "second line", path: \.address.extra,
      texts: ["Lindenweg", "Kirchplatz", "Lindenwge"], odds: .street),
    Part(
      testDescription: "town", path: \.address.locality, texts: ["Aachen", "Bonn", "Aahcen"],
      odds: .locality),
    Part(
      testDescription: "postcode", path: \.address.postcode, texts: ["52062", "99999", "52063"],
      odds: .postcode),
  ]

  private func address(_ path: WritableKeyPath<DuplicateRecord, String>, _ texts: [String])
    -> Double
  {
    var records = [1, 2].map { entry($0, "Ingrid", "Vosberg") }
    for (place, text) in texts.enumerated() { records[place][keyPath: path] = text }
    return odds(records[0], records[1]).address
  }

  @Test(arguments: parts)
  func `a part of an address that only one entry has speaks neither for nor against`(part: Part) {
    let unknown = address(part.path, ["", ""])
    #expect(address(part.path, [part.texts[0], ""]) == unknown)
    #expect(address(part.path, ["", part.texts[0]]) == unknown)
  }

  @Test(arguments: parts)
  func `a part that two entries share speaks for them by its rarity in a book of 200 and two`(
    part: Part
  ) {
    let unknown = address(part.path, ["", ""])
    let same = address(part.path, [part.texts[0], part.texts[0]]) / unknown
    #expect(abs(same - part.odds.same * 202) < 1e-9)
    let slip = address(part.path, [part.texts[0], part.texts[2]]) / unknown
    #expect(abs(slip - part.odds.slip / max(part.odds.slipByChance, 1.0 / 202)) < 1e-9)
    let different = address(part.path, [part.texts[0], part.texts[1]]) / unknown
    #expect(different > 0 && different < 1)
  }

  @Test func `two lines in each other's place are one address still`() {
    let swapped = [
      entry(1, "Ingrid", "Vosberg", street: "Lindenweg"), entry(2, "Ingrid", "Vosberg"),
    ]
    var other = swapped[1]
    other.address.extra = "Lindenweg"
    let straight = odds(swapped[0], swapped[0]).address
    for crossed in [odds(swapped[0], other), odds(other, swapped[0])] {
      #expect(crossed.address > 1 && crossed.address < straight)
    }
  }

  @Test func `a town and its code are one fact, as rare as those who have both`() {
    let one = entry(1, "Ingrid", "Vosberg", locality: "Aachen", postcode: "52062")
    let town = odds(
      entry(1, "Ingrid", "Vosberg", locality: "Aachen"),
      entry(2, "Ingrid", "Vosberg", locality: "Aachen")
    ).address
    let both = odds(one, one).address
    #expect(both > town && both < 2 * town)
    let unknown = address(\.address.locality, ["", ""])
    #expect(abs(both / unknown - 202) < 1e-9)
    // Of five entries each has four others with the same two.
    var crowd = PairComparison(of: DuplicateColumns([one, one, one, one, one]))
    #expect(abs(crowd.odds(of: 0, 1).address / unknown - 205.0 / 4) < 1e-9)
    // Where the town is mistyped, none has both.
    let slip = odds(
      one, entry(2, "Ingrid", "Vosberg", locality: "Aahcen", postcode: "52062")
    ).address
    #expect(abs(slip / unknown - 202) < 1e-9)
    // The town is the same, the code is another: each is weighed by itself.
    let codes = odds(
      one, entry(2, "Ingrid", "Vosberg", locality: "Aachen", postcode: "99999")
    ).address
    #expect(codes < town)
  }

  @Test func `two slips in the name of a street speak for one address still`() {
    let odds = odds(
      entry(1, "Ingrid", "Vosberg", street: "Ringweg"),
      entry(2, "Ingrid", "Vosberg", street: "Rinweh"))
    #expect(odds.address > 1)
  }
}
