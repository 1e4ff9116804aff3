import Invites
import Testing
import Vocabulary

@Suite("Rule book · messages, events, visibility, connection")
struct WordsRuleBookTests {
  private let books = [
    MessageRules.all, EventRules.all, VisibilityRules.all, ConnectionRules.all,
  ]

  @Test func `each id is entered once, in one line, at the file that decides it`() {
    let rules = books.flatMap(\.self)
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(RuleID(rule.id.description) == rule.id)
      #expect(rule.meaning.count <= 110 && !rule.meaning.contains("\n"))
      #expect(rule.place.hasPrefix("Invites/"))
    }
  }
}
