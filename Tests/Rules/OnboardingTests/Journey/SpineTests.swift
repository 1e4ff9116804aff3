import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · the events of the spine")
struct SpineTests {
  /// Where an event of the spine is told, on a journey that allows contacts.
  struct Moment {
    let event: JourneyEvent
    let screen: JourneyScreen
    let input: Journey.Input
  }

  /// The event is told by this input on this screen, and not before.
  func expect(_ moment: Moment) throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: moment.screen)
    #expect(!walk.events.contains(moment.event))
    #expect(walk.play(moment.input).events.contains(moment.event))
  }

  @Test func `SPN-01 · signup started: the first of the spine, as the number is asked for`() throws
  {
    try expect(Moment(event: .signUpStarted, screen: .privacy, input: .continued))
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .home)
    #expect(walk.events.first { JourneyEvent.spine.contains($0) } == .signUpStarted)
    #expect(walk.events.filter { $0 == .signUpStarted }.count == 1)
  }

  @Test func `SPN-01, PHN-11 · a number that is asked for again starts no second signup`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .code)
    walk.play(.phone(.numberReopened))
    #expect(walk.journey.screen == .phoneNumber)
    #expect(walk.events.filter { $0 == .signUpStarted }.count == 1)
    #expect(walk.journey.milestones.contains(.signUpStarted))
  }

  @Test func `SPN-02, PHN-11 · phone submitted: with each number that is sent a code`() throws {
    try expect(Moment(event: .phoneSubmitted, screen: .phoneNumber, input: .phone(.codeSent)))
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .code)
    #expect(walk.play(.phone(.codeSent)).events.isEmpty)
    walk.play(.phone(.numberReopened), .phone(.codeSent))
    #expect(walk.events.filter { $0 == .phoneSubmitted }.count == 2)
  }

  @Test func `SPN-03, PHN-11 · phone verified: with the right code`() throws {
    try expect(
      Moment(event: .phoneVerified, screen: .code, input: .phone(.verified(.newPrincipal))))
  }

  @Test func `SPN-04, PER-09 · contacts prompt shown: as the explainer comes up`() throws {
    try expect(
      Moment(event: .contactsPromptShown, screen: .code, input: .phone(.verified(.newPrincipal))))
  }

  struct Outcome: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let inputs: [Journey.Input]
    let event: JourneyEvent
  }

  static let outcomes = [
    Outcome(
      testDescription: "allowed", inputs: [.continued, .contacts(.authorized)],
      event: .permissionGranted),
    Outcome(
      testDescription: "some contacts", inputs: [.continued, .contacts(.limited)],
      event: .permissionGranted),
    Outcome(
      testDescription: "denied", inputs: [.continued, .contacts(.denied)],
      event: .permissionDenied),
    Outcome(
      testDescription: "denied by the device", inputs: [.continued, .contacts(.restricted)],
      event: .permissionDenied),
    Outcome(testDescription: "not now", inputs: [.skipped], event: .permissionDenied),
  ]

  @Test(arguments: outcomes)
  func `SPN-05, PER-09 · the contacts prompt has one outcome`(_ outcome: Outcome) throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .explainer)
    for input in outcome.inputs { walk.play(input) }
    #expect(walk.events.filter { $0.rule == "SPN-05" } == [outcome.event])
    #expect(walk.journey.screen == .name)
  }

  @Test func `SPN-06, SYN-05 · sync started, progressed and completed, in this order`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .name)
    walk.play(.sync(.progressed), .sync(.progressed), .sync(.completed))
    #expect(
      walk.events.filter { $0.rule == "SPN-06" } == [
        .syncStarted, .syncProgressed, .syncProgressed, .syncCompleted,
      ])
    #expect(walk.play(.sync(.completed)).refusal == .alreadyDone)
  }

  @Test func `SPN-07, PRF-07 · basics completed: on leaving the last of them`() throws {
    try expect(Moment(event: .basicsCompleted, screen: .username, input: .continued))
    try expect(Moment(event: .basicsCompleted, screen: .username, input: .skipped))
  }

  @Test func `SPN-08, CCL-12 · defaults set: as the sharing defaults are saved`() throws {
    try expect(Moment(event: .defaultsSet, screen: .sharing, input: .continued))
  }

  @Test func `SPN-09, VAL-12 · first value generated: with the first insight, once`() throws {
    try expect(Moment(event: .firstValueGenerated, screen: .name, input: .found(.cleanup)))
    try expect(Moment(event: .firstValueGenerated, screen: .sharing, input: .continued))
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .syncing)
    walk.play(.found(.dedup), .found(.cleanup))
    #expect(walk.events.filter { $0 == .firstValueGenerated }.count == 1)
  }

  @Test func `SPN-10, HOM-04 · the first primary action on home, once`() throws {
    try expect(Moment(event: .firstSessionPrimaryAction, screen: .home, input: .tookPrimaryAction))
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .syncing)
    #expect(walk.play(.tookPrimaryAction).refusal == .notHere)
    walk.go(to: .home)
    walk.play(.tookPrimaryAction, .tookPrimaryAction)
    #expect(walk.events.filter { $0 == .firstSessionPrimaryAction }.count == 1)
  }

  @Test func `the spine of a whole first session, in order`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .name)
    walk.play(.sync(.progressed), .sync(.completed))
    walk.go(to: .home)
    walk.play(.tookPrimaryAction)
    #expect(
      walk.events.filter { JourneyEvent.spine.contains($0) } == [
        .signUpStarted, .phoneSubmitted, .phoneVerified, .contactsPromptShown,
        .permissionGranted, .syncStarted, .syncProgressed, .syncCompleted, .basicsCompleted,
        .defaultsSet, .firstValueGenerated, .firstSessionPrimaryAction,
      ])
  }
}
