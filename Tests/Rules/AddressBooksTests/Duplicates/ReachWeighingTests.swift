import Testing

@testable import AddressBooks

@Suite("NAT-03 · how much numbers and e-mail addresses of two entries say")
struct ReachWeighingTests {
  @Test func `who has no number and no address of mail speaks neither for nor against`() {
    let silent = entry(1, "Ingrid", "Vosberg")
    for other in [silent, entry(2, "Ingrid", "Vosberg", phone: "+491715550101")] {
      let odds = odds(silent, other)
      #expect(odds.reach == 1)
      #expect(odds.reachOfHousehold == 1)
      #expect(!odds.sharesPhone && !odds.sharesEmail)
    }
  }

  @Test func `a shared number speaks for one person, and less for one household`() {
    let one = entry(1, "Ingrid", "Vosberg", phone: "+491715550101")
    let shared = odds(one, one)
    #expect(shared.sharesPhone && !shared.sharesEmail)
    #expect(abs(shared.reach - 0.6 * 202) < 1e-9)
    #expect(abs(shared.reachOfHousehold - 0.25 * 202) < 1e-9)
    let slip = odds(one, entry(2, "Ingrid", "Vosberg", phone: "+491715550102"))
    #expect(slip.reach > 1 && slip.reach < shared.reach)
    #expect(slip.reachOfHousehold == 1, "a mistyped number says nothing about a household")
    #expect(!slip.sharesPhone)
    let others = odds(one, entry(2, "Ingrid", "Vosberg", phone: "+491716667788"))
    #expect(others.reach == ReachOdds.phone.different)
    #expect(others.reachOfHousehold == ReachOdds.phone.differentOfHousehold)
    #expect(!others.sharesPhone)
  }

  @Test func `of the numbers that two entries share the rarest counts`() {
    let common = "+492415550101"
    var records = (1...5).map { entry($0, "Ingrid", "Vosberg", phone: common) }
    for place in [0, 1] { records[place].phones.append("+491715550101") }
    var comparison = PairComparison(of: DuplicateColumns(records))
    #expect(abs(comparison.odds(of: 0, 1).reach - 0.6 * 205) < 1e-9)
    #expect(abs(comparison.odds(of: 0, 2).reach - 0.6 * 205 / 4) < 1e-9)
  }
}
