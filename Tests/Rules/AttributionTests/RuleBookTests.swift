import Attribution
import Testing
import Vocabulary

@Suite("Attribution · the rule book of matching, receipt and retention")
struct MatchingRuleBookTests {
  static let all = MatchingRules.all + ReceiptRules.all + RetentionRules.all

  @Test func `each rule stands once, in one line, beside the code that decides it`() {
    #expect(Set(Self.all.map(\.id)).count == Self.all.count)
    for rule in Self.all {
      #expect((1...110).contains(rule.meaning.count), "\(rule.id)")
      #expect(rule.place.hasPrefix("Attribution/"), "\(rule.id)")
    }
  }
}
