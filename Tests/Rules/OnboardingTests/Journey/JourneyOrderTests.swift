import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · what comes before what")
struct JourneyOrderTests {
  @Test func `DEC-01, PHN-01 · the intro, then the phone number before anything else`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .phoneNumber)
    #expect(walk.screens == [.welcome, .reasons, .privacy, .phoneNumber])
    #expect(walk.actions.filter { $0 != .showScreen }.isEmpty)
  }

  @Test(arguments: [
    Journey.Input.continued, .skipped, .account(.newPrincipal), .contacts(.authorized),
  ])
  func `JRN-02, PHN-10 · only the right code leads past the phone number`(
    _ input: Journey.Input
  ) throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .phoneNumber)
    #expect(walk.screens == [.welcome, .reasons, .privacy, .phoneNumber])
    #expect(walk.play(input).refusal != nil)
    walk.play(.phone(.codeSent))
    #expect(walk.play(input).refusal != nil)
    #expect(walk.play(.phone(.wrongCode)).refusal == .wrongCode)
    #expect(walk.play(.phone(.codeExpired)).refusal == .codeExpired)
    #expect(walk.journey.screen == .code)
    walk.play(.phone(.verified(.newPrincipal)))
    #expect(walk.journey.screen == .explainer)
  }

  @Test func `PHN-08, PHN-09 · the account comes with the right code, not sooner`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .code)
    walk.play(.phone(.wrongCode))
    #expect(!walk.journey.milestones.contains(.signedUp))
    #expect(!walk.actions.contains(.createAccount))
    let answer = walk.play(.phone(.verified(.newPrincipal)))
    #expect(answer.actions.contains(.createAccount))
    #expect(walk.journey.milestones.isSuperset(of: [.phoneVerified, .signedUp]))
  }

  @Test func `PRF-01, DEC-05 · name, then photo, then username`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .sharing)
    #expect(
      walk.screens.filter { $0.step == .profileBasics } == [.name, .photo, .username])
  }

  @Test func `DEC-06, PRF-02 · a skipped username is assigned, an entered one is kept`() throws {
    var skipper = Walk(try Position.rin.rules())
    skipper.go(to: .username)
    #expect(skipper.play(.skipped).actions.contains(.assignUsername))
    #expect(skipper.journey.screen == .sharing)

    var writer = Walk(try Position.rin.rules())
    writer.go(to: .home)
    #expect(!writer.actions.contains(.assignUsername))
  }

  @Test func `PRF-02 · where the username is not asked for, it is assigned too`() throws {
    var walk = Walk(try Position.product.rules(), isInvited: true)
    walk.go(to: .destination)
    #expect(walk.actions.filter { $0 == .assignUsername }.count == 1)
  }

  @Test func `PRF-06 · which of the basics may be skipped is a parameter`() throws {
    var strict = Walk(try Position.rin.rules(skippable: [.username]))
    strict.go(to: .photo)
    #expect(strict.play(.skipped).refusal == .notSkippable)
    #expect(strict.journey.screen == .photo)

    var lenient = Walk(try Position.rin.rules(skippable: [.name, .photo, .username]))
    lenient.go(to: .name)
    #expect(lenient.play(.skipped, .skipped, .skipped).refusal == nil)
    #expect(lenient.journey.screen == .sharing)
  }

  @Test func `CCL-03, CCL-05 · one sharing step, and completing it saves the matrix`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .sharing)
    #expect(!walk.actions.contains(.saveSharingDefaults))
    #expect(walk.play(.continued).actions.contains(.saveSharingDefaults))
    #expect(walk.journey.milestones.contains(.defaultsSet))
    walk.go(to: .home)
    #expect(walk.screens.filter { $0.step == .defaultCirclesAndSharing } == [.sharing])
    #expect(walk.actions.count { $0 == .saveSharingDefaults } == 1)
  }

  @Test func `CCL-04, CCL-08 · the circles ask for nothing but "Continue"`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .sharing)
    walk.play(.continued)
    #expect(walk.journey.screen == .syncing)
  }

  @Test func `JRN-09, ONB-11 · home ends the journey, and reaching it completes onboarding`() throws
  {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .syncing)
    #expect(!walk.journey.milestones.contains(.onboardingCompleted))
    let answer = walk.play(.continued)
    #expect(walk.journey.screen == .home)
    #expect(walk.journey.screenNumber(under: walk.rules) == 12)
    #expect(answer.events.contains(.onboardingCompleted))
    #expect(walk.play(.continued).refusal == .alreadyDone)
  }

  @Test func `PER-01, DEC-03 · the system is asked only after the explainer`() throws {
    var walk = Walk(try Position.rin.rules())
    for screen in [JourneyScreen.phoneNumber, .code, .explainer] {
      walk.go(to: screen)
      #expect(walk.play(.contacts(.authorized)).refusal == .neverRequested)
    }
    #expect(!walk.actions.contains(.requestContacts))
    #expect(walk.play(.continued).actions.members == [.requestContacts])
    #expect(walk.play(.continued).refusal == .systemPromptIsUp)
  }

  @Test func `PER-04, SYN-01, DEC-09 · permission starts the sync at once, in the background`()
    throws
  {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    let answer = walk.play(.continued, .contacts(.authorized))
    #expect(answer.actions.contains(.startSync))
    #expect(walk.journey.sync == .running)
    #expect(walk.journey.screen == .name)
  }

  @Test func `JRN-08, SYN-03, SYN-07 · the steps go on while the sync runs, however long`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .home)
    #expect(walk.journey.sync == .running)
    #expect(walk.play(.sync(.progressed)).events.contains(.syncProgressed))
    #expect(walk.play(.sync(.completed)).events.contains(.syncCompleted))
    #expect(walk.journey.sync == .completed)
  }

  @Test func `SYN-02 · a fast sync is finished before onboarding is`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .name)
    walk.play(.sync(.progressed), .sync(.completed))
    #expect(walk.journey.sync == .completed)
    #expect(walk.journey.screen == .name)
    walk.go(to: .home)
    #expect(walk.actions.filter { $0 == .startSync }.count == 1)
  }

  @Test func `SYN-04 · what is found can be seen before the sync is complete`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .photo)
    #expect(walk.play(.found(.dedup)).events.contains(.firstValueGenerated))
    walk.go(to: .syncing)
    #expect(walk.journey.sync == .running)
    #expect(walk.play(.sawCard(.dedup)).events.contains(.firstValueSeen))
  }
}
