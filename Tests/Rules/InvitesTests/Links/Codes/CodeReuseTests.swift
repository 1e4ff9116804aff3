import Invites
import Testing
import Vocabulary

@Suite("Links · when a new code is made")
struct CodeReuseTests {
  struct Situation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isOfThisFlow: Bool
    let isSent: Bool
  }

  static let fresh = Situation(testDescription: "made just now", isOfThisFlow: true, isSent: false)
  static let shared = Situation(
    testDescription: "shared just now", isOfThisFlow: true, isSent: true)
  static let unsent = Situation(testDescription: "left unsent", isOfThisFlow: false, isSent: false)
  static let old = Situation(testDescription: "shared before", isOfThisFlow: false, isSent: true)

  private func decide(
    _ situation: Situation, under policy: LinkPolicy, expiresAt: Instant? = nil,
    at now: Instant = LinkFixture.noon
  ) throws -> CodeDecision {
    let held = HeldLink(
      code: try LinkFixture.code, isOfThisFlow: situation.isOfThisFlow, isSent: situation.isSent,
      expiresAt: expiresAt)
    return policy.decideCode(holding: held, at: now)
  }

  @Test(arguments: [fresh, shared, unsent, old])
  func `LNK-07, LNK-09 · Rin's one link serves each send of its user`(_ held: Situation) throws {
    let decision = try decide(held, under: .rin)
    #expect(try decision == .reuse(LinkFixture.code, because: .oneCodePerUser))
    #expect(decision.rule == "LNK-07")
  }

  @Test func `LNK-09 · whoever has no link gets one`() {
    for policy in [LinkPolicy.rin, .product, .design] {
      let decision = policy.decideCode(holding: nil, at: LinkFixture.noon)
      #expect(decision == .mint(because: .noneHeld))
      #expect(decision.rule == "LNK-09")
    }
  }

  @Test func `P-INV-03 · each invite of the product has a code of its own`() throws {
    for held in [Self.shared, Self.unsent, Self.old] {
      let decision = try decide(held, under: .product)
      #expect(decision == .mint(because: .newInvite))
      #expect(decision.rule == "P-INV-03")
    }
    // The share was cancelled: it is still the same invite, which stays in created.
    let again = try decide(Self.fresh, under: .product)
    #expect(try again == .reuse(LinkFixture.code, because: .sameInvite))
    #expect(again.rule == "P-INV-11")
  }

  @Test
  func `D-LNK-01, D-LNK-16 · a link serves one visit to the flow, however often it is shared`()
    throws
  {
    for held in [Self.fresh, Self.shared] {
      let decision = try decide(held, under: .design)
      #expect(try decision == .reuse(LinkFixture.code, because: .sameSession))
      #expect(decision.rule == "D-LNK-16")
    }
    for held in [Self.unsent, Self.old] {
      let decision = try decide(held, under: .design)
      #expect(decision == .mint(because: .newSession))
      #expect(decision.rule == "D-LNK-01")
    }
  }

  @Test func `D-DEP-02 · the design with a code per user, as its assumptions have it`() throws {
    var policy = LinkPolicy.design
    policy.codeScope = .perUser
    for held in [Self.fresh, Self.shared, Self.unsent, Self.old] {
      #expect(
        try decide(held, under: policy) == .reuse(LinkFixture.code, because: .oneCodePerUser))
    }
  }

  @Test func `D-RES-02 · a link at hand that has expired is not shared again`() throws {
    var policy = LinkPolicy.design
    policy.codeScope = .perUser
    let last = LinkFixture.noon
    let inTime = try decide(Self.old, under: policy, expiresAt: last, at: last)
    #expect(try inTime == .reuse(LinkFixture.code, because: .oneCodePerUser))
    let late = try decide(Self.old, under: policy, expiresAt: last, at: last + LinkFixture.moment)
    #expect(late == .mint(because: .heldExpired))
    #expect(late.rule == "D-RES-02")
  }

  @Test func `LNK-17 · a link is refreshed only where a setting allows it`() throws {
    var policy = LinkPolicy.rin
    let held = HeldLink(code: try LinkFixture.code, isOfThisFlow: false, isSent: true)
    let refused = policy.decideRefresh(of: held)
    #expect(try refused == .reuse(LinkFixture.code, because: .refreshNotAllowed))
    #expect(policy.decideRefresh(of: nil) == .mint(because: .noneHeld))
    policy.refreshAllowed = true
    let allowed = policy.decideRefresh(of: held)
    #expect(allowed == .mint(because: .refreshed))
    #expect([refused.rule, allowed.rule] == ["LNK-17", "LNK-17"])
  }
}
