import TestSupport
import Invites
import Testing
import Vocabulary

private let connected = ConnectionProcess.Action.log(.connected, .pair(inviter: ann, invitee: bob))

@Suite("Connection · whether")
struct ConnectionDecisionTests {
  @Test func `CON-01, CON-02, CON-03, CON-05, PRV-04 · connected unasked, in Contacts alone`() {
    let decision = ConnectionPolicy.rin.decide(ConnectionFacts(inviter: ann, verified: bob))
    #expect(decision == .connect(in: .contacts))
    #expect(decision.rule == "CON-01")
    #expect(ConnectionPolicy.Circle.allCases.map(\.rawValue) == ["Contacts"])
  }

  @Test func `CON-14 · in rin the connection is what an invite brings, in place of a reward`() {
    let facts = ConnectionFacts(inviter: ann, verified: bob)
    #expect(ConnectionPolicy.rin.decide(facts) == .connect(in: .contacts))
    let stages = [Qualification.metActivityThreshold, .metActivityThreshold, .metActivityThreshold]
    #expect(RewardPolicy.rin.standing(of: stages, app: .rin) == nil)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: ConnectionFacts
    let decision: ConnectionDecision
    let rule: RuleID
  }

  static let refused = [
    Example(
      testDescription: "expired",
      facts: ConnectionFacts(inviter: ann, verified: bob, credit: .expired),
      decision: .none(because: .attributionExpired), rule: "CON-10"),
    Example(
      testDescription: "uninvited",
      facts: ConnectionFacts(inviter: ann, verified: bob, credit: .none),
      decision: .none(because: .notCredited), rule: "ATT-15"),
    Example(
      testDescription: "inviter deleted",
      facts: ConnectionFacts(inviter: ann, inviterState: .deleted, verified: bob),
      decision: .none(because: .inviterGone), rule: "CON-09"),
    Example(
      testDescription: "inviter suspended",
      facts: ConnectionFacts(inviter: ann, inviterState: .suspended, verified: bob),
      decision: .none(because: .inviterGone), rule: "CON-09"),
    Example(
      testDescription: "the own number",
      facts: ConnectionFacts(inviter: ann, verified: ann),
      decision: .none(because: .sameIdentity), rule: "ATT-05"),
    Example(
      testDescription: "connected before",
      facts: ConnectionFacts(inviter: ann, verified: bob, areConnected: true),
      decision: .alreadyConnected, rule: "CON-12"),
  ]

  @Test(arguments: refused)
  func `CON-09, CON-10, ATT-06, CNF-13 · nobody is connected without cause`(_ example: Example) {
    let decision = ConnectionPolicy.rin.decide(example.facts)
    #expect(decision == example.decision)
    #expect(decision.rule == example.rule)
  }

  @Test func `CON-07 · the verified identity counts, whatever other accounts there are`() {
    let other = PrincipalID(rawValue: 3)
    var ledger = ConnectionLedger()
    _ = ledger.connect(ann, other, in: .contacts)
    let facts = ConnectionFacts(
      inviter: ann, verified: bob, areConnected: ledger.areConnected(ann, bob))
    #expect(ConnectionPolicy.rin.decide(facts) == .connect(in: .contacts))
  }

  @Test func `CON-08 · nothing that decides knows of the address book`() {
    let facts = Mirror(reflecting: ConnectionFacts(inviter: ann, verified: bob))
    #expect(
      facts.children.compactMap(\.label)
        == ["inviter", "inviterState", "verified", "credit", "areConnected"])
  }

  @Test func `CNF-39, P-ONB-05 · automatic, suggested or none`() {
    let facts = ConnectionFacts(inviter: ann, verified: bob)
    #expect(ConnectionPolicy.product.decide(facts) == .suggest)
    #expect(ConnectionPolicy.design.decide(facts) == .none(because: .notInThisProfile))
  }

  @Test func `CNF-39 · the invitee is told only by a setting`() {
    var notification = NotificationPolicy.rin
    #expect(ConnectionPolicy.rin.inviteeNotice(from: "Ann", under: notification) == nil)
    notification.notifiesInvitee = true
    #expect(
      ConnectionPolicy.rin.inviteeNotice(from: "Ann", under: notification)
        == "You and Ann are now connected.")
    #expect(ConnectionPolicy.design.inviteeNotice(from: "Ann", under: notification) == nil)
  }
}

@Suite("Connection · how it proceeds")
struct ConnectionProcessTests {
  private func process(_ policy: ConnectionPolicy = .rin) -> ConnectionProcess {
    ConnectionProcess(ConnectionFacts(inviter: ann, verified: bob), policy: policy)
  }

  @Test func `CON-01, CON-13, CON-15 · verified is enough, completion adds nothing`() {
    var process = process()
    #expect(process.receive(.verified) == [.connectMutually(in: .contacts)])
    #expect(process.receive(.serverConnected) == [connected])
    #expect(process.state == .connected)
    #expect(process.receive(.onboardingCompleted) == [])
    var early = self.process()
    #expect(early.receive(.onboardingCompleted) == [])
    #expect(early.state == .undecided)
  }

  @Test func `CON-11, CON-18, ERR-06 · a failure waits for the next sync, as often as it takes`() {
    var process = process()
    _ = process.receive(.verified)
    for _ in 0..<50 {
      #expect(process.receive(.serverFailed) == [])
      #expect(process.state == .pending(isAsked: false))
      #expect(process.receive(.synced) == [.connectMutually(in: .contacts)])
      #expect(process.receive(.synced) == [])
    }
    #expect(process.receive(.serverConnected) == [connected])
    #expect(process.receive(.synced) == [])
  }

  @Test func `CON-11 · without a retry setting a failure is left`() {
    var policy = ConnectionPolicy.rin
    policy.retry = nil
    var process = process(policy)
    _ = process.receive(.verified)
    _ = process.receive(.serverFailed)
    #expect(process.receive(.synced) == [])
  }

  @Test(arguments: [AccountState.deleted, .suspended])
  func `CON-16, CNF-13 · an inviter who goes after S5 leaves the connection standing`(
    _ account: AccountState
  ) {
    var process = process()
    _ = process.receive(.verified)
    _ = process.receive(.serverConnected)
    #expect(process.receive(.inviterAccountChanged(account)) == [])
    #expect(process.receive(.onboardingCompleted) == [])
    #expect(process.state == .connected)
  }

  @Test func `CON-09 · an inviter who goes before a retry is not connected any more`() {
    var process = process()
    _ = process.receive(.verified)
    _ = process.receive(.serverFailed)
    _ = process.receive(.inviterAccountChanged(.deleted))
    #expect(process.receive(.synced) == [])
    #expect(process.state == .declined(.inviterGone))
  }

  @Test func `CON-12 · once the server has made the connection, the two are connected`() {
    var process = process()
    _ = process.receive(.verified)
    #expect(!process.facts.areConnected)
    _ = process.receive(.serverFailed)
    _ = process.receive(.synced)
    #expect(!process.facts.areConnected)
    _ = process.receive(.serverConnected)
    #expect(process.facts.areConnected)
    #expect(ConnectionPolicy.rin.decide(process.facts) == .alreadyConnected)
  }

  @Test func `CON-12 · two who are connected stay so, and nothing is asked of the server`() {
    let facts = ConnectionFacts(inviter: ann, verified: bob, areConnected: true)
    for policy in [ConnectionPolicy.rin, .product] {
      var process = ConnectionProcess(facts, policy: policy)
      #expect(process.receive(.verified) == [])
      #expect(process.state == .connected)
    }
  }

  @Test func `CON-17 · who never completes onboarding stays connected`() {
    var process = process()
    _ = process.receive(.verified)
    _ = process.receive(.serverConnected)
    for _ in 0..<10 { #expect(process.receive(.synced) == []) }
    #expect(process.state == .connected)
  }

  @Test func `CON-04, ACC-10 · whatever happens, the invitee perceives nothing`() {
    var random = SeededChance(seed: 4)
    let events: [ConnectionProcess.Event] = [
      .verified, .accepted, .serverConnected, .serverFailed, .synced,
      .inviterAccountChanged(.deleted), .inviterAccountChanged(.active), .onboardingCompleted,
    ]
    for _ in 0..<500 {
      var process = process()
      for _ in 0..<20 {
        let actions = process.receive(events[Int(random.next() % 8)])
        #expect(actions.allSatisfy { !$0.isPerceptible })
      }
    }
  }

  @Test func `P-ONB-05, CNF-39 · a suggestion connects once it is taken up`() {
    var process = process(.product)
    #expect(process.receive(.verified) == [.suggest])
    #expect(process.receive(.synced) == [])
    #expect(process.state == .suggested)
    #expect(process.receive(.accepted) == [.connectMutually(in: nil)])
    #expect(process.receive(.serverConnected) == [connected])
    var late = self.process(.product)
    _ = late.receive(.verified)
    _ = late.receive(.inviterAccountChanged(.deleted))
    #expect(late.receive(.accepted) == [])
    #expect(late.state == .declined(.inviterGone))
    var design = self.process(.design)
    #expect(design.receive(.verified) == [])
    #expect(design.state == .declined(.notInThisProfile))
  }
}
