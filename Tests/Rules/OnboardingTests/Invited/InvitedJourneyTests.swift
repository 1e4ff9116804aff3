import TestSupport
import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · the journey of the invited")
struct InvitedJourneyTests {
  @Test
  func `ONB-01, ONB-08 · under rin the invite changes nothing on the way but one act after S5`()
    throws
  {
    let rules = try Position.rin.rules()
    var organic = Walk(rules)
    let maya = Invitation(inviter: Inviter(principal: InvitedJourneyTests.maya, name: "Maya"))
    var invited = Walk(rules, isInvited: true)
    let plainWelcome = WelcomeScreen.welcome(nil, under: .rin, in: .rin)
    let welcome = WelcomeScreen.welcome(maya, under: .rin, in: .rin)
    #expect(welcome.card != nil && plainWelcome.card == nil)
    #expect(welcome.title == plainWelcome.title && welcome.button == plainWelcome.button)
    for _ in 0..<20 where organic.journey.screen != .home {
      let input = organic.journey.goingOn()
      let (screen, number) = (organic.journey.screen, organic.journey.screenNumber(under: rules))
      #expect(invited.journey.screen == screen)
      let plain = organic.play(input)
      var with = invited.play(input).actions.members
      if screen == .code {
        #expect(number == 5)
        #expect(with.contains(.connectInviter))
        with.removeAll { $0 == .connectInviter }
        #expect(invited.play(.connected).actions.isEmpty)
      }
      #expect(with == plain.actions.members)
      let isHome = invited.journey.screen == .home
      #expect((invited.journey.inviterOnHome(under: rules) != nil) == isHome)
    }
    #expect(invited.journey.screen == .home)
    #expect(organic.screens == invited.screens)
  }

  @Test func `ONB-09 · on S12 the inviter is there, connected and with the badge`() throws {
    var walk = Walk(try Position.rin.rules(), isInvited: true)
    walk.go(to: .name)
    #expect(walk.play(.connected).events.contains(.connected))
    #expect(walk.journey.inviterOnHome(under: walk.rules) == nil)
    walk.go(to: .home)
    #expect(walk.journey.inviterOnHome(under: walk.rules) == .connectedContact)
    #expect(walk.journey.inviterOnHome(under: walk.rules)?.hasEnrichmentBadge == true)
  }

  @Test(arguments: [ContactsAccess.denied, .restricted])
  func `ONB-10, EDG-07 · with contacts denied the connection stands, as a Rin-only contact`(
    _ access: ContactsAccess
  ) throws {
    var walk = Walk(try Position.rin.rules(), isInvited: true)
    walk.go(to: .home, contacts: access)
    #expect(walk.actions.contains(.connectInviter))
    #expect(walk.play(.connected).refusal == nil)
    #expect(walk.journey.inviterOnHome(under: walk.rules) == .appOnlyContact)
  }

  @Test func `EDG-03 · another number joins anew, a known one forgets the invite`() throws {
    var other = Walk(try Position.rin.rules(), isInvited: true)
    other.go(to: .code)
    let joined = other.play(.phone(.verified(.newPrincipal)))
    #expect(joined.actions.contains(.connectInviter))
    #expect(joined.events.contains(.phoneVerified))
    #expect(other.journey.isInvited)

    var known = Walk(try Position.rin.rules(), isInvited: true)
    known.go(to: .code)
    let returned = known.play(.phone(.verified(.knownPrincipal)))
    #expect(returned.actions.contains(.discardInvite))
    #expect(returned.actions.contains(.showScreen), "home is shown")
    #expect(!returned.actions.contains(.connectInviter))
    #expect(!known.journey.isInvited)
    #expect(known.journey.screen == .home)
    #expect(known.play(.connected).refusal == .notInvited)
    #expect(!known.journey.isSuccessfulInvite)
  }

  @Test func `P-ONB-03 · organic users sign up before first value, invited ones after it`() throws {
    var organic = Walk(try Position.product.rules())
    organic.go(to: .account)
    #expect(!organic.journey.milestones.contains(.firstValueSeen))
    organic.go(to: .home)
    organic.play(.sawContent)
    #expect(
      organic.events.firstIndex(of: .signedUp) ?? 99 < organic.events.firstIndex(
        of: .firstValueSeen) ?? 0)

    var invited = Walk(try Position.product.rules(), isInvited: true)
    invited.go(to: .destination)
    invited.play(.sawContent)
    invited.go(to: .home)
    #expect(
      invited.events.firstIndex(of: .firstValueSeen) ?? 99 < invited.events.firstIndex(
        of: .signedUp) ?? 0)
  }

  @Test func `P-RCV-07 · the first screen after onboarding is what the invite was about`() throws {
    var walk = Walk(try Position.product.rules(), isInvited: true)
    walk.go(to: .name)
    let answer = walk.play(.continued)
    #expect(answer.actions.contains(.openDestination))
    #expect(answer.events.contains(.onboardingCompleted))
    #expect(walk.play(.sawContent).events.members == [.firstValueSeen])
  }

  @Test func `P-ONB-06 · the wall waits for the first meaningful interaction`() throws {
    var walk = Walk(try Position.product.rules(), isInvited: true)
    walk.go(to: .destination)
    #expect(walk.play(.continued).refusal == .interactionComesFirst)
    #expect(walk.play(.sawContent).refusal == nil)
    #expect(!walk.actions.contains(.showSignUpWall))
    #expect(walk.play(.interacted).actions.contains(.showSignUpWall))
    #expect(walk.journey.screen == .account)
    #expect(walk.play(.skipped).refusal == .accountRequired)
    #expect(walk.journey.screenNumber(under: walk.rules) == nil)
  }

  @Test(arguments: FirstValuePolicy.Definition.allCases)
  func `an interaction is first value where that is the content, and nowhere else`(
    definition: FirstValuePolicy.Definition
  ) throws {
    var walk = Walk(
      try Position.product.rules { $0.firstValue.definition = definition }, isInvited: true)
    walk.go(to: .destination)
    let answer = walk.play(.interacted)
    #expect(answer.events.contains(.firstValueSeen) == (definition == .motivatingContentSeen))
  }

  @Test func `P-ONB-05, P-ONB-09, P-RCV-08 · first value, sign-up, suggestion, connected`() throws {
    var walk = Walk(try Position.product.rules(), isInvited: true)
    walk.go(to: .name)
    #expect(!walk.actions.contains(.offerConnection))
    #expect(walk.play(.continued).actions.contains(.offerConnection))
    #expect(walk.play(.connected).refusal == .accountRequired)
    walk.play(.sawContent)
    walk.go(to: .home)
    #expect(!walk.actions.contains(.connectInviter))
    #expect(!walk.journey.milestones.contains(.connected))
    walk.play(.connected)
    #expect(
      walk.events == [
        .onboardingStarted, .basicsCompleted, .onboardingCompleted, .firstValueSeen,
        .signUpStarted, .signedUp, .connectionSuggested, .connected,
      ])
    #expect(walk.screens == [.welcome, .privacy, .name, .destination, .account, .home])
  }

  @Test func `design offers no connection and makes none`() throws {
    var walk = Walk(try Position.design.rules(), isInvited: true)
    walk.go(to: .home)
    #expect(walk.play(.connected).refusal == .noConnection)
    #expect(!walk.actions.contains(.offerConnection) && !walk.actions.contains(.connectInviter))
  }

  struct Landing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let context: InviteContext
    let subject: UInt64?
    let destination: InviteeDestination
  }

  static let maya = PrincipalID(rawValue: 7)
  static let landings = [
    Landing(
      testDescription: "shared content", context: .content, subject: 3,
      destination: .content(3)),
    Landing(
      testDescription: "an achievement", context: .achievement, subject: 9,
      destination: .content(9)),
    Landing(
      testDescription: "a group", context: .collaborative, subject: 1,
      destination: .sharedFeature(1)),
    Landing(
      testDescription: "just so", context: .generic, subject: nil,
      destination: .senderProfile(maya)),
    Landing(
      testDescription: "content that is gone", context: .content, subject: nil,
      destination: .senderProfile(maya)),
  ]

  @Test(arguments: landings)
  func `P-ONB-04, P-RCV-07 · the invited land on what the invite was about`(_ landing: Landing) {
    let invitation = Invitation(
      inviter: Inviter(principal: InvitedJourneyTests.maya, name: "Maya"),
      context: landing.context, subject: landing.subject)
    #expect(Invitation.destination(of: invitation, under: .product) == landing.destination)
    #expect(Invitation.destination(of: nil, under: .product) == .home)
    #expect(Invitation.destination(of: invitation, under: .rin) == .home)
  }

  @Test func `P-ONB-08 · of those who leave at sign-up, a delayed wall has shown value to more`()
    throws
  {
    let delayed = try Position.product.rules()
    let early = try Position.product.rules { $0.onboarding.signUpWall = .beforeFirstValue }
    func shareWithValue(_ rules: JourneyRules) -> Int {
      (UInt64(0)..<1_000).count { seed in
        // The same luck on both sides: two in five leave when asked to sign up, and a few anywhere.
        var chance = SeededChance(seed: seed)
        let leavesAtWall = Int.random(in: 0..<5, using: &chance) < 2
        let patience = Int.random(in: 1...40, using: &chance)
        var journey = Journey(isInvited: true)
        for _ in 0..<patience where journey.screen != .home {
          if leavesAtWall, journey.screen == .account { break }
          _ = journey.receive(journey.goingOn(), under: rules)
          _ = journey.receive(.sawContent, under: rules)
        }
        return journey.milestones.contains(.firstValueSeen)
      }
    }
    #expect(shareWithValue(delayed) > shareWithValue(early) + 250)
  }
}
