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

  struct Timing: Sendable, CustomTestStringConvertible {
    let creation: LinkPolicy.Creation
    let early: [FlowMoment]
    let due: [FlowMoment]
    var testDescription: String { creation.rawValue }
  }

  static let timings = [
    Timing(
      creation: .entryTap, early: [],
      due: [.entryTap, .screenLoad, .pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .screenLoad, early: [.entryTap],
      due: [.screenLoad, .pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .pickerLoad, early: [.entryTap, .screenLoad],
      due: [.pickerLoad, .messageScreen, .send]),
    Timing(
      creation: .messageScreen, early: [.entryTap, .screenLoad, .pickerLoad],
      due: [.messageScreen, .send]),
  ]

  @Test(arguments: timings)
  func `A link is created at its moment of the flow, or the next that comes`(_ timing: Timing) {
    var policy = LinkPolicy.rin
    policy.createAt = timing.creation
    for moment in timing.early {
      #expect(
        policy.creationTiming(at: moment, hasLink: false)
          == .notYet(until: timing.creation.moment))
    }
    for moment in timing.due {
      #expect(policy.creationTiming(at: moment, hasLink: false) == .createNow)
      #expect(policy.creationTiming(at: moment, hasLink: true) == .alreadyCreated)
    }
  }

  @Test func `The three documents create at three moments`() {
    #expect(LinkPolicy.rin.createAt == .screenLoad)
    #expect(LinkPolicy.product.createAt == .entryTap)
    #expect(LinkPolicy.design.createAt == .messageScreen)
  }

  struct Origin: Sendable, CustomTestStringConvertible {
    let origin: InviteOrigin
    let context: InviteContext
    var testDescription: String { "\(origin) is \(context)" }
  }

  static let origins =
    [
      Origin(origin: .suggestion(.keyAction), context: .achievement),
      Origin(origin: .suggestion(.socialContent), context: .content),
      Origin(origin: .suggestion(.emptyState), context: .collaborative),
      Origin(origin: .suggestion(.thirdSession), context: .generic),
      Origin(origin: .suggestion(.contactsPermission), context: .generic),
    ] + FlowPolicy.EntryPoint.allCases.map { Origin(origin: .entryPoint($0), context: .generic) }

  @Test(arguments: origins)
  func `P-LNK-11, P-INV-04 · where an invite begins decides what it is about`(_ example: Origin) {
    #expect(InviteContext(of: example.origin) == example.context)
  }

  @Test func `P-LNK-04, P-INV-04 · the four contexts, by name`() {
    #expect(
      InviteContext.allCases.map(\.rawValue)
        == ["generic", "achievement", "content", "collaborative"])
  }
}
