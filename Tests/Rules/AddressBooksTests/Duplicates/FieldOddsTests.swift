import Testing

@testable import AddressBooks

@Suite("NAT-03 · how much the likeness of one field says")
struct FieldOddsTests {
  /// The odds of a field, and the likenesses that its comparison tells apart, the strongest first.
  struct Field: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let odds: FieldOdds
    let likenesses: [Likeness]

    init(_ name: String, _ odds: FieldOdds, _ likenesses: [Likeness]) {
      (testDescription, self.odds, self.likenesses) = (name, odds, likenesses)
    }

    static let all = [
      Field("given name", .given, texts), Field("surname", .family, texts),
      Field("street", .street, texts), Field("locality", .locality, texts),
      Field("postcode", .postcode, numbers), Field("number", .number, numbers),
      Field("region", .region, [.same, .slip]),
    ]
    static let texts: [Likeness] = [.same, .slip, .slips, .vague, .different]
    static let numbers: [Likeness] = [.same, .slip, .different]
  }

  /// A text that one entry in two hundred has.
  private static let rare = 1.0 / 200

  private static func share(of likeness: Likeness, by odds: FieldOdds) -> Double {
    switch likeness {
    case .same, .initial: odds.same
    case .slip: odds.slip
    case .slips: odds.slips
    case .vague: odds.vague
    case .different: odds.different
    }
  }

  @Test(arguments: Field.all)
  func `each proportion is a probability, and none is impossible`(field: Field) {
    let odds = field.odds
    for share in [
      odds.same, odds.slip, odds.slips, odds.vague, odds.different, odds.slipByChance,
      odds.slipsByChance, FieldOdds.initialByChance,
    ] {
      #expect(share > 0 && share < 1)
    }
  }

  @Test(arguments: Field.all)
  func `two entries of one person have one of the likenesses`(field: Field) {
    let all = field.likenesses.reduce(0) { $0 + Self.share(of: $1, by: field.odds) }
    #expect(abs(all - 1) < 0.015)
  }

  @Test(arguments: Field.all.filter { $0.likenesses == Field.texts })
  func `two strangers have one of the likenesses`(field: Field) {
    // Odds are one proportion over the other, so that they give the proportion among strangers.
    let strangers = field.likenesses.dropFirst().map {
      Self.share(of: $0, by: field.odds) / field.odds.odds(of: $0, rarity: 0)
    }
    #expect(abs(strangers.reduce(0, +) - 1) < 0.02)
  }

  @Test(arguments: Field.all)
  func `a stronger likeness never speaks less for one person`(field: Field) {
    let odds = field.likenesses.map { field.odds.odds(of: $0, rarity: Self.rare) }
    #expect(odds == odds.sorted(by: >))
    #expect(Set(odds).count == odds.count)
    #expect(odds[0] > 1)
    #expect(odds[odds.count - 1] > 0 && odds[odds.count - 1] < 1)
  }

  @Test(arguments: Field.all)
  func `what many have says less, and never more than how often strangers are alike`(
    field: Field
  ) {
    let odds = field.odds
    for likeness in field.likenesses {
      let (rare, common) = (
        odds.odds(of: likeness, rarity: 0.25), odds.odds(of: likeness, rarity: 0.5)
      )
      #expect(rare >= common, "\(likeness)")
    }
    #expect(odds.odds(of: .same, rarity: 0.25) == 2 * odds.odds(of: .same, rarity: 0.5))
    #expect(odds.odds(of: .slip, rarity: 0) == odds.slip / odds.slipByChance)
    #expect(odds.odds(of: .slips, rarity: 0) == odds.slips / odds.slipsByChance)
  }

  @Test func `an initial speaks for one person, but less than the whole rare name`() {
    let initial = FieldOdds.given.odds(of: .initial, rarity: Self.rare)
    #expect(initial > 1)
    #expect(initial < FieldOdds.given.odds(of: .same, rarity: Self.rare))
  }

  @Test(arguments: [ReachOdds.phone, .email])
  func `numbers and addresses of one person are shared, mistyped or others`(odds: ReachOdds) {
    for share in [
      odds.same, odds.slip, odds.different, odds.slipByChance, odds.sameOfHousehold,
      odds.differentOfHousehold,
    ] {
      #expect(share > 0 && share < 1)
    }
    #expect(abs(odds.same + odds.slip + odds.different - 1) < 1e-12)
    #expect(abs(odds.sameOfHousehold + odds.differentOfHousehold - 1) < 1e-12)
    #expect(odds.slip > odds.slipByChance)
    #expect(odds.same > odds.sameOfHousehold, "one person shares them more often than a household")
  }
}
