import Invites
import Testing
import Vocabulary

@Suite("Links · the rule book")
struct LinkRulesTests {
  @Test func `Each rule is entered once, in a line`() {
    let ids = LinkRules.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for rule in LinkRules.all {
      #expect(rule.meaning.count <= 110, "\(rule.id)")
      #expect(rule.meaning.hasSuffix("."), "\(rule.id)")
      #expect(rule.place.hasPrefix("Invites/"))
    }
  }

  @Test func `Every rule that a decision names is in the book`() {
    let ids = Set(LinkRules.all.map(\.id))
    var named: [RuleID] = []
    for policy in [LinkPolicy.rin, .product, .design] {
      for standing in InviteLink.Standing.allCases {
        named += [true, false].map { policy.route(standing, appIsInstalled: $0).rule }
      }
    }
    let refusals: [InviteLink.Refusal] = [
      .empty, .whitespace, .trailingSlash, .wrongCode(.wrongLength(0)),
      .wrongCode(.wrongCharacter(at: 0)), .missing(.ref), .notOpaque(.ref), .unknownContext,
      .badSignature,
    ]
    let limits: [LimitRefusal] = [
      .dailyLimit(until: nil), .batchFull(most: 1), .nobodyPicked,
      .invitedRecently(until: LinkFixture.noon),
    ]
    let codes: [CodeDecision] = CodeDecision.MintReason.allCases.map { .mint(because: $0) }
    let steps: [InviteLifecycle.Step] =
      InviteStatus.allCases.map { .moved(to: $0) }
      + InviteLifecycle.Stay.allCases.map { .stayed(because: $0) }
      + InviteLifecycle.Refusal.allCases.map { .refused(because: $0) }
    named += refusals.map(\.rule) + limits.map(\.rule) + codes.map(\.rule) + steps.map(\.rule)
    for rule in named { #expect(ids.contains(rule), "\(rule)") }
  }
}
