import Testing
import Vocabulary

@testable import AddressBooks

/// The odds of two entries in a book of the two.
func odds(_ one: DuplicateRecord, _ other: DuplicateRecord) -> PairOdds {
  var comparison = PairComparison(of: DuplicateColumns([one, other]))
  return comparison.odds(of: 0, 1)
}

@Suite("How much two entries speak for one person, or for one household")
struct WeighingTests {
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

  @Test func `a pair of which nothing is known speaks neither for nor against`() {
    let nothing = PairOdds()
    #expect(nothing.person == 1)
    #expect(nothing.household == 1)
    #expect(nothing.evidence.isEmpty)
    let unknown = odds(entry(1, "", ""), entry(2, "", ""))
    // Straight or swapped, and the straight way is the more common one.
    #expect((0.9...1).contains(unknown.names))
    #expect((0.9...1).contains(unknown.address))
    #expect(unknown.namesOfHousehold == 1)
  }

  @Test func `half a name is one of which a part is unknown`() {
    let whole = entry(1, "Ingrid", "Vosberg")
    #expect(!odds(whole, entry(2, "Otto", "Kramer")).isHalfNamed)
    for half in [entry(2, "Otto", ""), entry(2, "", "Kramer")] {
      #expect(odds(whole, half).isHalfNamed)
      #expect(odds(half, whole).isHalfNamed)
    }
  }

  @Test func `names in each other's place speak for one person, but less than in their own`() {
    let one = entry(1, "Ingrid", "Vosberg")
    let straight = odds(one, one).names
    let crossed = odds(one, entry(2, "Vosberg", "Ingrid"))
    #expect(crossed.names > PairOdds.clear)
    #expect(crossed.names < straight)
    #expect(!crossed.givenNamesDiffer)
  }

  @Test func `an entry with the given name of the other as a nickname has a slip of it`() {
    let one = entry(1, "Ingrid", "Vosberg")
    var other = entry(2, "Otto", "Vosberg")
    let stranger = odds(one, other)
    other.otherNames = ["Marie", "Ingrid"]
    for called in [odds(one, other), odds(other, one)] {
      #expect(!called.givenNamesDiffer)
      #expect(called.names > stranger.names)
      #expect(called.names < odds(one, one).names)
    }
  }

  @Test func `a household has one surname more often than not, and seldom one given name twice`() {
    let one = entry(1, "Ingrid", "Vosberg")
    let family = odds(one, entry(2, "Otto", "Vosberg")).namesOfHousehold
    let namesakes = odds(one, entry(2, "Ingrid", "Vosberg")).namesOfHousehold
    let others = odds(one, entry(2, "Otto", "Kramer")).namesOfHousehold
    #expect(family > PairOdds.clear)
    #expect(namesakes > 0 && namesakes < family)
    #expect(others > 0.25 && others < 1, "a quarter of the pairs of a household have two surnames")
  }

  @Test func `a part is evidence from more than ten times as likely on`() {
    for (odds, isEvidence) in [(10.0, false), (10.0.nextUp, true)] {
      var pair = PairOdds()
      pair.names = odds
      #expect(pair.evidence == (isEvidence ? [.name] : []))
      pair = PairOdds()
      pair.address = odds
      #expect(pair.evidence == (isEvidence ? [.address] : []))
    }
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

  @Test func `the rate of a book is estimated in forty rounds, however slowly it settles`() {
    // A thousand pairs about which chance and one person say the same at a rate of one.
    var pair = PairOdds()
    (pair.names, pair.namesOfHousehold) = (699.5, 0)
    var (rate, before) = (0.2, 0.0)
    for _ in 1...40 {
      let found = 1_000 * rate / (1 + rate)
      (rate, before) = ((found + 10 * 0.2) / 1_010, rate)
    }
    #expect(before - rate > 1e-4, "another round would be noticed")
    var rates = BookRates(count: 1_000)
    rates.learn(from: Array(repeating: pair, count: 1_000))
    #expect(abs(rates.duplicates - rate) < 1e-9)
  }

  @Test func `one person, one household and chance share what may explain a pair`() {
    var pair = PairOdds()
    (pair.names, pair.namesOfHousehold) = (2_010, 402)
    // Of three entries each has one behind it on average, and two hundred of common experience.
    let shares = BookRates(count: 3).shares(of: pair)
    let (person, household) = (0.2 / 201 * 2_010, 0.1 / 201 * 402)
    #expect(abs(shares.person - person / (1 + person + household)) < 1e-12)
    #expect(abs(shares.household - household / (1 + person + household)) < 1e-12)
  }

  @Test func `NAT-03 · half a name is merged unasked only with a number or an address of mail`() {
    var pair = PairOdds()
    (pair.address, pair.isHalfNamed) = (100, true)
    for (phone, email) in [(false, false), (true, false), (false, true), (true, true)] {
      (pair.sharesPhone, pair.sharesEmail) = (phone, email)
      let policy = DuplicatePolicy()
      let band = policy.band(of: policy.limited(0.99, by: pair))
      #expect(band == (phone || email ? .autoMerge : .review))
    }
  }
}
