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

  @Test func `whatever a tally declares is added up, each count in its place`() throws {
    var tally = Tally(days: 40, promptsLeadTo: .contextual)
    tally.credit = Self.tally(of: Self.decisions)
    tally.shares.refusedByRule = ["P-LIM-01": 3]
    tally.shares.taps.record(2)
    tally.shares.seconds.record(3)
    tally.launches.toFirstValue.record(1_000)
    tally.launches.invitedToFirstValue.record(4)
    tally.launches.tapToFirstValue.record(5)
    #expect(try Tally(adding: [tally.words]) == tally)
    // No list is empty, so that each word that is nothing is a count: a number of its own for each.
    var filled = tally.words
    for place in filled.indices where filled[place] == 0 { filled[place] = UInt64(10_000 + place) }
    let one = try Tally(adding: [filled])
    let counts = (tally: Self.counts(in: tally), filled: Self.counts(in: one))
    #expect(counts.filled.count == counts.tally.count)
    #expect(
      Set(counts.filled).filter { $0 >= 10_000 }.count == counts.tally.count { $0 == 0 })
    var both = one
    both.add(tally)
    #expect(Self.counts(in: both) == zip(counts.filled, counts.tally).map { $0 + $1 })
  }

  @Test func `counts of another scenario are refused`() {
    let words = Tally(days: 40).words
    for torn in [Tally(days: 41).words, words.dropLast(), words + [0]] {
      #expect(throws: (any Error).self) { try Tally(adding: [words, Array(torn)]) }
    }
  }

  /// Every number that is stored anywhere in `value`, as its mirror has them.
  private static func counts(in value: Any) -> [Int] {
    if let count = value as? Int { return [count] }
    if let counts = value as? [RuleID: Int] {
      return counts.sorted { $0.key < $1.key }.map(\.value)
    }
    return Mirror(reflecting: value).children.flatMap { counts(in: $0.value) }
  }
}
