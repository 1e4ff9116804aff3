import Testing

@testable import AddressBooks

@Suite("How much two entries speak for one person, or for one household")
struct WeighingTests {
  private func odds(_ one: DuplicateRecord, _ other: DuplicateRecord) -> PairOdds {
    var comparison = PairComparison(of: DuplicateColumns([one, other]))
    return comparison.odds(of: 0, 1)
  }

  @Test func `given names differ where both are known and neither is a form of the other`() {
    let examples: [(one: String, other: String, differ: Bool)] = [
      ("Ingrid", "Otto", true), ("Ingrid", "Ingrid", false), ("Ingrid", "Ingird", false),
      ("William", "Bill", false), ("Ingrid", "", false),
    ]
    for (one, other, differ) in examples {
      let odds = odds(entry(1, one, "Vosberg"), entry(2, other, "Vosberg"))
      #expect(odds.givenNamesDiffer == differ, "\(one), \(other)")
    }
  }

  @Test func `who has no number and no address of mail speaks neither for nor against`() {
    let silent = entry(1, "Ingrid", "Vosberg")
    for other in [silent, entry(2, "Ingrid", "Vosberg", phone: "+491715550101")] {
      let odds = odds(silent, other)
      #expect(odds.reach == 1)
      #expect(odds.reachOfHousehold == 1)
      #expect(!odds.sharesPhone && !odds.sharesEmail)
    }
  }

  @Test func `two slips in the name of a street speak for one address still`() {
    let odds = odds(
      entry(1, "Ingrid", "Vosberg", street: "Ringweg"),
      entry(2, "Ingrid", "Vosberg", street: "Rinweh"))
    #expect(odds.address > 1)
  }

  @Test func `before a book is read, a fifth of its entries are doubles and a tenth housemates`() {
    var rates = BookRates(count: 30)
    #expect(rates.duplicates == 0.2)
    #expect(rates.housemates == 0.1)
    // Thirty entries without a pair, against ten that speak for what is common.
    rates.learn(from: [])
    #expect(abs(rates.duplicates - 0.2 / 4) < 1e-12)
    #expect(abs(rates.housemates - 0.1 / 4) < 1e-12)
  }
}
