import TestSupport
import Invites
import Testing
import Vocabulary

private let noon = TestSupport.noon(42)

private func facts(
  _ id: UInt64, created: Bool = true, sent: Bool = true, clicked: Bool = false,
  installed: Bool = false, signedUp: Bool = false, connected: Bool = false,
  completed: Instant? = nil, expired: Bool = false, name: String? = "Sam Park"
) -> InviteFacts {
  var facts = InviteFacts()
  facts.created = created ? noon : nil
  facts.sent = sent ? noon : nil
  facts.clicked = clicked ? noon : nil
  facts.opened = facts.clicked
  facts.installed = installed ? noon : nil
  facts.signedUp = signedUp ? noon : nil
  facts.connected = connected ? noon : nil
  facts.completed = completed
  facts.expired = expired ? noon : nil
  facts.invitee = PrincipalID(rawValue: id)
  facts.name = name
  facts.avatar = "face-\(id)"
  return facts
}

@Suite("Visibility · what an inviter is told")
struct InviterViewTests {
  private let invites = [
    facts(1, sent: false), facts(2), facts(3, clicked: true),
    facts(4, clicked: true, installed: true),
    facts(5, clicked: true, installed: true, signedUp: true, connected: true, completed: noon),
    facts(6, clicked: true, expired: true),
  ]

  @Test func `CNF-16, PRV-03 · rin tells sends, installs and completions`() {
    let view = InviterView(of: invites, under: .rin, counting: .rin)
    #expect(view.figures.map(\.fact) == [.sent, .installed, .completed])
    #expect(view.figures.map(\.count) == [5, 2, 1])
    for hidden in [VisibilityPolicy.Fact.created, .opened, .accepted, .expired] {
      #expect(view.count(of: hidden) == nil)
    }
    #expect(Set(view.statuses) == [nil, .sent])
  }

  @Test func `PRV-03, DSH-22 · under rin a click changes nothing for the inviter`() throws {
    var clicked = invites
    for place in clicked.indices {
      clicked[place].clicked = noon + .days(1)
      clicked[place].opened = noon + .days(1)
    }
    #expect(
      InviterView(of: clicked, under: .rin, counting: .rin)
        == InviterView(of: invites, under: .rin, counting: .rin))
    #expect(
      try #require(Dashboard(sent: 5, invitees: clicked, zone: .utc))
        == #require(Dashboard(sent: 5, invitees: invites, zone: .utc)))
  }

  @Test func `PRV-10 · no name, avatar or row before onboarding is completed`() throws {
    var pending = invites
    for place in pending.indices { pending[place].completed = nil }
    var nameless = pending
    for place in nameless.indices {
      nameless[place].name = nil
      nameless[place].avatar = nil
      nameless[place].invitee = nil
    }
    let view = InviterView(of: pending, under: .rin, counting: .rin)
    #expect(view.joined.isEmpty)
    #expect(view == InviterView(of: nameless, under: .rin, counting: .rin))
    #expect(view.count(of: .installed) == 2)
    #expect(
      try #require(Dashboard(sent: 5, invitees: pending, zone: .utc))
        == #require(Dashboard(sent: 5, invitees: nameless, zone: .utc)))
  }

  @Test func `PRV-11 · how many are under way can be read off, who they are cannot`() {
    let view = InviterView(of: invites, under: .rin, counting: .rin)
    let installed = view.count(of: .installed) ?? 0
    let completed = view.count(of: .completed) ?? 0
    #expect(installed - completed == 1)
    #expect(view.joined.map(\.invitee) == [PrincipalID(rawValue: 5)])
  }

  @Test func `P-PRV-09 · in the product the sender reads every status, opened included`() {
    let view = InviterView(of: invites, under: .product, counting: .product)
    #expect(view.statuses == [.created, .sent, .opened, .opened, .accepted, .expired])
    #expect(view.count(of: .opened) == 4)
    #expect(view.count(of: .installed) == nil)
    #expect(view.joined.isEmpty)
  }

  @Test func `D-SCO-06 · in the design the inviter reads sent and accepted`() {
    let view = InviterView(of: invites, under: .design, counting: .design)
    #expect(view.figures.map(\.fact) == [.sent, .accepted])
    #expect(view.statuses == [nil, .sent, .sent, .sent, .accepted, .sent])
    #expect(view.joined.isEmpty)
  }

  @Test func `CNF-16 · a profile's view never depends on a fact it hides`() {
    for (visibility, metrics) in [
      (VisibilityPolicy.rin, MetricPolicy.rin), (.product, .product), (.design, .design),
    ] {
      let hidden = VisibilityPolicy.Fact.allCases.filter { !visibility.inviterSees.contains($0) }
      let full = InviterView(of: invites, under: visibility, counting: metrics)
      for fact in hidden {
        let without = invites.map { erasing(fact, from: $0) }
        #expect(InviterView(of: without, under: visibility, counting: metrics) == full)
      }
    }
  }

  private func erasing(_ fact: VisibilityPolicy.Fact, from facts: InviteFacts) -> InviteFacts {
    var facts = facts
    switch fact {
    case .created: facts.created = nil
    case .sent: facts.sent = nil
    case .opened: facts.opened = nil
    case .installed: facts.installed = nil
    case .completed: facts.completed = nil
    case .expired: facts.expired = nil
    case .joinedNames: facts.name = nil
    // Accepted is no fact of its own: it follows from others that a profile may show.
    case .accepted: break
    }
    return facts
  }

  @Test func `P-PH2-03 · the status page's line, off in this phase`() {
    var view = InviterView(
      of: [5, 5, 5, 2, 3].map { invites[$0 - 1] }, under: .product, counting: .product)
    #expect(view.statusLine(under: .product) == nil)
    var visibility = VisibilityPolicy.product
    visibility.dashboardEnabled = true
    #expect(view.statusLine(under: visibility) == "3 friends joined, 2 pending")
    view = InviterView(
      of: [5, 1, 6].map { invites[$0 - 1] }, under: .product, counting: .product)
    #expect(view.statusLine(under: visibility) == "1 friend joined, 0 pending")
  }
}

@Suite("Visibility · what accepted means")
struct AcceptanceTests {
  private var facts: InviteFacts {
    var facts = InviteFacts()
    facts.sent = noon
    facts.signedUp = noon + .hours(1)
    facts.connected = noon + .hours(2)
    facts.completed = noon + .hours(3)
    return facts
  }

  @Test func `CNF-52 · completed, connected or signed up, and never without its meaning`() {
    #expect(
      MetricPolicy.rin.acceptance(of: facts)
        == .accepted(at: noon + .hours(3), as: .onboardingCompleted))
    #expect(
      MetricPolicy.product.acceptance(of: facts) == .accepted(at: noon + .hours(2), as: .connected))
    #expect(
      MetricPolicy.design.acceptance(of: facts) == .accepted(at: noon + .hours(1), as: .signedUp))
    #expect(MetricPolicy.rin.acceptance(of: InviteFacts()) == .notYet(.onboardingCompleted))
    #expect(MetricPolicy.rin.acceptance(of: facts).rule == "CNF-52")
  }

  struct Edge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let after: Interval
    let isAccepted: Bool
  }

  static let edges = [
    Edge(testDescription: "at once", after: .zero, isAccepted: true),
    Edge(testDescription: "the last instant", after: .days(7), isAccepted: true),
    Edge(
      testDescription: "a millisecond late", after: .days(7) + .milliseconds(1),
      isAccepted: false),
    Edge(testDescription: "on day 8", after: .days(8), isAccepted: false),
  ]

  @Test(arguments: edges)
  func `D-MET-13 · a sign-up counts within seven days of the send`(_ edge: Edge) {
    var facts = InviteFacts()
    facts.sent = noon
    facts.signedUp = noon + edge.after
    let acceptance = MetricPolicy.design.acceptance(of: facts)
    #expect((acceptance.instant != nil) == edge.isAccepted)
    if !edge.isAccepted {
      #expect(
        acceptance
          == .tooLate(at: noon + edge.after, windowEnd: noon + .days(7), as: .signedUp))
      #expect(acceptance.rule == "D-MET-13")
    }
    var anyTime = MetricPolicy.design
    anyTime.acceptanceWindow = nil
    #expect(anyTime.acceptance(of: facts).instant == noon + edge.after)
  }

  @Test func `D-MET-13 · without a send nothing is within its window`() {
    var facts = InviteFacts()
    facts.created = noon
    facts.opened = noon
    facts.signedUp = noon
    #expect(MetricPolicy.design.acceptance(of: facts) == .neverSent(.signedUp))
  }
}
