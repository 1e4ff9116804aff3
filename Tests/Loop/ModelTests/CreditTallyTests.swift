import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("Growth · credits are counted by the rule that decided")
struct CreditTallyTests {
  private typealias Decision = (verdict: CreditVerdict, rule: RuleID, isConflict: Bool)

  private static let decisions: [Decision] = [
    (.right, "ATT-03", false), (.organic, "RES-08", false), (.wrong, "ATT-03", true),
    (.lost, "ATT-02", false), (.right, "ATT-03", true), (.stolen, "ATT-03", false),
  ]

  private static func tally(of decisions: some Sequence<Decision>) -> CreditTally {
    var tally = CreditTally()
    for (verdict, rule, isConflict) in decisions {
      tally.count(verdict, by: rule, isConflict: isConflict)
    }
    return tally
  }

  @Test func `each verdict counts for its rule, among all, and among the conflicts`() {
    let tally = Self.tally(of: Self.decisions)
    #expect(tally.byRule.keys.sorted() == ["ATT-02", "ATT-03", "RES-08"])
    #expect(tally.byRule["ATT-02"]?.counts == [0, 0, 1, 0, 0])
    #expect(tally.byRule["ATT-03"]?.counts == [2, 1, 0, 1, 0])
    #expect(tally.byRule["RES-08"]?.counts == [0, 0, 0, 0, 1])
    #expect(tally.all.counts == [2, 1, 1, 1, 1])
    #expect(tally.conflicting.counts == [1, 1, 0, 0, 0])
    #expect(tally.conflicts == 2)
  }

  @Test func `in whatever order the rules decide, the tally is the same`() {
    #expect(Self.tally(of: Self.decisions) == Self.tally(of: Self.decisions.reversed()))
  }

  @Test func `what was counted by rule can be taken over`() {
    let tally = Self.tally(of: Self.decisions)
    var other = Self.tally(of: Self.decisions.dropLast(3))
    #expect(other != tally)
    other.byRule = tally.byRule
    other.all = tally.all
    other.conflicting = tally.conflicting
    #expect(other == tally)
  }
}
