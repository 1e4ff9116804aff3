import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Receipt · how an invite arrives in a new app")
struct ArrivalTests {
  typealias Action = InviteArrival.Action
  static let ada = PrincipalID(rawValue: 1)
  static let bob = PrincipalID(rawValue: 2)
  static let invite = CarriedInvite(
    link: 0xA, inviter: ada, inviterName: "Ada", destination: .content(42))

  /// Lets events happen, and returns the arrival and what was asked of the app.
  func play(
    _ events: [InviteArrival.Event], receipt: ReceiptPolicy = .rin,
    attribution: AttributionPolicy = .rin
  ) -> (arrival: InviteArrival, actions: [Action]) {
    var arrival = InviteArrival()
    let actions = events.map { arrival.receive($0, receipt: receipt, attribution: attribution) }
    return (arrival, actions)
  }

  static let newBob = VerifiedOpener(principal: bob, isKnown: false)

  @Test
  func `RES-05, RES-06, RES-07, ATT-09 · store, first launch, match, invite, bound code`() {
    #expect(Position.rin.decide(.browser(.iOS)).surface.next == .appStore)
    let (arrival, actions) = play([
      .firstLaunched, .serverAnswered(.invited(Self.invite)), .verified(Self.newBob),
      .onboardingCompleted,
    ])
    #expect(
      actions == [
        .askServer, .begin(.invitedOnboarding, because: .clickMatched),
        .bind(link: 0xA, to: Self.bob),
        .finish(at: .content(42), referrer: .inviter(Self.ada)),
      ])
    #expect(actions[1].rule(in: .rin) == "RES-05")
    #expect(arrival.state == .finished)
  }

  @Test(arguments: [
    (Action.begin(.invitedOnboarding, because: .linkOpened), ["RES-02", "RES-02", "D-RES-01"]),
    (.begin(.invitedOnboarding, because: .clickMatched), ["RES-05", "P-DDL-02", "RES-05"]),
    (.begin(.standardOnboarding, because: .inviterGone), ["RES-19", "P-EDG-06", "RES-19"]),
    (.begin(.standardOnboarding, because: .serverUnreachable), ["ERR-03", "P-EDG-12", "ERR-03"]),
    (.begin(.standardOnboarding, because: .noMatch), ["RES-08", "RES-08", "RES-08"]),
    (.finish(at: .home, referrer: .none), ["RES-05", "P-DDL-03", "RES-05"]),
    (.finish(at: .home, referrer: .deleted(Self.ada)), ["EDG-04", "EDG-04", "EDG-04"]),
    (.askServer, ["RES-24", "RES-24", "RES-24"]),
  ])
  func `each action is by a rule of its document, where that has one of its own`(
    action: Action, rules: [RuleID]
  ) {
    #expect([ProfileID.rin, .product, .design].map { action.rule(in: $0) } == rules)
  }

  @Test func `RES-24, RES-08 · an organic install asks as well, and begins as it always did`() {
    let (arrival, actions) = play([.firstLaunched, .serverAnswered(.nothing), .onboardingCompleted])
    #expect(
      actions == [
        .askServer, .begin(.standardOnboarding, because: .noMatch),
        .finish(at: .home, referrer: .none),
      ])
    #expect(!actions[1].isLogged)
    #expect(actions[1].rule(in: .rin) == "RES-08")
    #expect(arrival.context == nil)
  }

  @Test
  func `RES-11, ERR-03, P-DDL-06, P-EDG-12 · a server out of reach is silent`() {
    let (arrival, actions) = play([.firstLaunched, .serverUnreachable])
    #expect(actions[1] == .begin(.standardOnboarding, because: .serverUnreachable))
    #expect(actions[1].isLogged)
    #expect(arrival.context == nil)
    #expect(actions[1].rule(in: .rin) == "ERR-03")
    #expect(actions[1].rule(in: .product) == "P-EDG-12")
  }

  @Test
  func `EDG-02 · weeks after the click nobody is known who could be shown, connected or told`() {
    let click = ClickFootprint.click(1, at: noon(100) - .days(7) - .milliseconds(1), link: 0xA)
    let decision = DeferredPolicy.rin.rule(for: .rin).decide(
      [click], keptFor: AttributionPolicy.rin.clickRetention)
    #expect(decision.match == nil)
    var arrival = InviteArrival()
    let events: [InviteArrival.Event] = [
      .firstLaunched,
      .serverAnswered(decision.match.map { _ in .invited(Self.invite) } ?? .nothing),
      .verified(Self.newBob), .onboardingCompleted,
    ]
    var last = Action.askServer
    for event in events {
      last = arrival.receive(event, receipt: .rin, attribution: .rin)
      #expect(arrival.context == nil)
    }
    #expect(last == .finish(at: .home, referrer: .none))
  }

  @Test
  func `P-DDL-03, P-DDL-04, P-TAP-06 · the context survives, and leads to its place untapped`() {
    let places: [InviteeDestination] = [
      .home, .content(7), .sharedFeature(8), .senderProfile(Self.ada),
    ]
    for place in places {
      var context = Self.invite
      context.destination = place
      var arrival = InviteArrival()
      _ = arrival.receive(.firstLaunched, receipt: .product, attribution: .product)
      _ = arrival.receive(
        .serverAnswered(.invited(context)), receipt: .product, attribution: .product)
      _ = arrival.receive(.verified(Self.newBob), receipt: .product, attribution: .product)
      #expect(arrival.context == context)
      #expect(arrival.context?.inviterName == "Ada")
      let end = arrival.receive(.onboardingCompleted, receipt: .product, attribution: .product)
      #expect(end == .finish(at: place, referrer: .inviter(Self.ada)))
      #expect(end.rule(in: .product) == "P-DDL-03")
    }
  }

  @Test
  func `EDG-04 · an inviter who vanishes midway is omitted, and the referral marked as deleted`() {
    let events: [InviteArrival.Event] = [
      .firstLaunched, .serverAnswered(.invited(Self.invite)), .inviterVanished,
    ]
    let (arrival, actions) = play(events)
    #expect(actions.last == .omitInviter)
    #expect(arrival.context == nil)
    #expect(
      play(events + [.onboardingCompleted]).actions.last
        == .finish(at: .home, referrer: .deleted(Self.ada)))
    // An account that was there before has no referrer.
    let known = VerifiedOpener(principal: Self.bob, isKnown: true)
    #expect(
      play(events + [.verified(known), .onboardingCompleted]).actions.last
        == .finish(at: .home, referrer: .none))
    // Where the profile keeps no such record, none is kept.
    #expect(
      play(events + [.onboardingCompleted], attribution: .product).actions.last
        == .finish(at: .home, referrer: .none))
    // Gone before the first launch is the same from the start.
    #expect(
      play([.firstLaunched, .serverAnswered(.inviterGone(Self.ada)), .onboardingCompleted]).actions
        == [
          .askServer, .begin(.standardOnboarding, because: .inviterGone),
          .finish(at: .home, referrer: .deleted(Self.ada)),
        ])
  }

  @Test
  func `EDG-03, ATT-23, CNF-51 · a new number counts, a known principal drops the invite`() {
    let opened: [InviteArrival.Event] = [.linkOpened(Self.invite)]
    #expect(
      play(opened + [.verified(Self.newBob)]).actions.last == .bind(link: 0xA, to: Self.bob))
    let known = VerifiedOpener(principal: Self.bob, isKnown: true)
    let (arrival, actions) = play(opened + [.verified(known), .onboardingCompleted])
    #expect(actions[0] == .begin(.invitedOnboarding, because: .linkOpened))
    #expect(actions[1] == .drop(because: .knownPrincipal))
    #expect(actions[1].rule(in: .rin) == "CNF-51")
    #expect(actions[2] == .finish(at: .home, referrer: .none))
    #expect(arrival.context == nil)
    // Signed out, one's own link leads to the same end.
    let own = VerifiedOpener(principal: Self.ada, isKnown: true)
    #expect(
      play(opened + [.verified(own), .onboardingCompleted]).actions.last
        == .finish(at: .home, referrer: .none))
  }

  @Test func `ATT-10 · a link that opens the app is kept from before there is an account`() {
    var arrival = InviteArrival()
    _ = arrival.receive(.linkOpened(Self.invite), receipt: .rin, attribution: .rin)
    #expect(arrival.context == Self.invite)
    // Neither a launch nor an answer of the server takes it away.
    for event in [InviteArrival.Event.firstLaunched, .serverAnswered(.nothing), .serverUnreachable]
    {
      _ = arrival.receive(event, receipt: .rin, attribution: .rin)
      #expect(arrival.context == Self.invite)
    }
    #expect(
      arrival.receive(.verified(Self.newBob), receipt: .rin, attribution: .rin)
        == .bind(link: 0xA, to: Self.bob))
    #expect(
      arrival.receive(.onboardingCompleted, receipt: .rin, attribution: .rin)
        == .finish(at: .content(42), referrer: .inviter(Self.ada)))
  }

  @Test
  func `CNF-51 · a second number on the inviter's own device counts, unless the policy blocks it`()
  {
    let second = VerifiedOpener(principal: Self.bob, isKnown: false, isOnInvitersDevice: true)
    let events: [InviteArrival.Event] = [.linkOpened(Self.invite), .verified(second)]
    #expect(play(events).actions.last == .bind(link: 0xA, to: Self.bob))
    var strict = AttributionPolicy.rin
    strict.selfReferralByDevice = .blockSameDevice
    #expect(play(events, attribution: strict).actions.last == .drop(because: .invitersDevice))
  }

  @Test
  func `RES-02 · a link that opens the app carries its invite; a later one follows the model`() {
    let later = CarriedInvite(link: 0xB, inviter: Self.bob)
    let events: [InviteArrival.Event] = [.linkOpened(Self.invite), .linkOpened(later)]
    let (arrival, actions) = play(events)
    #expect(actions == [.begin(.invitedOnboarding, because: .linkOpened), .store(later)])
    #expect(arrival.context == later)
    let first = play(events, attribution: .design)
    #expect(first.actions.last == .stay(because: .firstTouchHolds))
    #expect(first.arrival.context == Self.invite)
  }

  @Test
  func `RES-26 · whatever happens in whatever order, onboarding begins once and ends at most once`()
  {
    let events: [InviteArrival.Event] = [
      .firstLaunched, .linkOpened(Self.invite), .serverAnswered(.invited(Self.invite)),
      .serverAnswered(.inviterGone(Self.ada)), .serverAnswered(.nothing), .serverUnreachable,
      .verified(Self.newBob), .verified(VerifiedOpener(principal: Self.bob, isKnown: true)),
      .inviterVanished, .onboardingCompleted,
    ]
    var luck = SeededChance(seed: 11)
    for _ in 0..<500 {
      var arrival = InviteArrival()
      var (begun, finished) = (0, 0)
      for _ in 0..<12 {
        let event = events[Int.random(in: 0..<events.count, using: &luck)]
        switch arrival.receive(event, receipt: .rin, attribution: .rin) {
        case .begin: begun += 1
        case .finish: finished += 1
        case .bind: #expect(arrival.context != nil)
        case .drop, .omitInviter: #expect(arrival.context == nil)
        case .askServer, .store, .stay: break
        }
        #expect(begun <= 1 && finished <= begun)
      }
    }
  }
}
