import TestSupport
import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · whatever people do")
struct JourneyPropertyTests {
  static let inputs: [Journey.Input] =
    [
      .installed, .openedAppClip, .launched, .continued, .continued, .continued, .skipped,
      .account(.newPrincipal), .account(.knownPrincipal), .phone(.codeSent),
      .phone(.numberReopened), .phone(.switchRefused), .phone(.wrongCode), .phone(.codeExpired),
      .phone(.verified(.newPrincipal)), .phone(.verified(.knownPrincipal)),
      .phone(.nothingExpected), .sync(.progressed), .sync(.completed), .sawContent, .interacted,
      .inviteDelivered, .tookPrimaryAction, .connected,
    ]
    + ContactsAccess.allCases.map { .contacts($0) }
    + ContactsOccasion.allCases.map { .occasion($0) }
    + FirstValuePolicy.Card.allCases.flatMap { [.found($0), .sawCard($0)] }

  /// Plays many journeys of chance, and shows each step with the journey before it.
  func roam(
    _ position: Position, steps: Int = 120,
    check: (_ before: Journey, _ input: Journey.Input, _ answer: JourneyAnswer, _ after: Journey)
      -> Bool
  ) throws {
    let rules = try position.rules()
    var failures = 0
    for seed in UInt64(0)..<300 {
      var chance = SeededChance(seed: seed)
      var journey = Journey(isInvited: seed.isMultiple(of: 2))
      for _ in 0..<steps {
        let before = journey
        let input =
          Bool.random(using: &chance)
          ? journey.goingOn(
            contacts: ContactsAccess.allCases.randomElement(using: &chance) ?? .denied)
          : JourneyPropertyTests.inputs.randomElement(using: &chance) ?? .continued
        let answer = journey.receive(input, under: rules)
        if !check(before, input, answer, journey) { failures += 1 }
      }
    }
    #expect(failures == 0)
  }

  @Test(arguments: Position.allCases)
  func `JRN-07, PER-05 · no state is a dead end, with contacts or without`(
    _ position: Position
  ) throws {
    let rules = try position.rules()
    try roam(position) { _, _, _, after in
      [ContactsAccess.authorized, .denied, .restricted].allSatisfy { access in
        var journey = after
        for _ in 0..<40 where journey.screen != .home {
          _ = journey.receive(journey.goingOn(contacts: access), under: rules)
        }
        return journey.screen == .home
      }
    }
  }

  @Test(arguments: Position.allCases)
  func `SYN-06 · no sync without permission`(_ position: Position) throws {
    let rules = try position.rules()
    try roam(position) { before, _, answer, after in
      let starts = answer.actions.contains(.startSync) || answer.events.contains(.syncStarted)
      let tells = answer.events.contains(.syncProgressed) || answer.events.contains(.syncCompleted)
      return (!starts || rules.permission.mayRead(after.access) && before.sync == .idle)
        && (!tells || rules.permission.mayRead(before.access))
        && (after.sync != .running || rules.permission.mayRead(after.access))
    }
  }

  @Test(arguments: Position.allCases)
  func `JRN-02, P-ONB-03 · nobody passes the wall without an account`(_ position: Position) throws {
    let rules = try position.rules()
    try roam(position) { _, _, _, after in
      let hasAccount = !after.milestones.isDisjoint(with: [.signedUp, .signedIn])
      let plan = after.plan(under: rules)
      return switch after.screen {
      case .appStore, .appClip, .welcome, .reasons, .privacy: true
      case .account, .phoneNumber, .code: !hasAccount
      case .explainer, .name, .photo, .username, .sharing, .syncing:
        hasAccount != plan.isWallDelayed
      case .destination: !hasAccount && plan.isWallDelayed
      case .home: hasAccount
      }
    }
  }

  @Test func `PHN-09 · no account without a verified number, under rin`() throws {
    try roam(.rin) { _, _, _, after in
      !after.milestones.contains(.signedUp) || after.milestones.contains(.phoneVerified)
    }
  }

  @Test(arguments: Position.allCases)
  func `DNY-05 · a card that needs contacts is not seen without them`(_ position: Position) throws {
    let rules = try position.rules()
    try roam(position) { before, input, answer, after in
      guard case .sawCard(let card) = input, answer.refusal == nil else {
        return rules.permission.mayRead(after.access)
          || after.found.members.allSatisfy { !$0.needsContacts }
      }
      return !card.needsContacts || rules.permission.mayRead(before.access)
    }
  }

  @Test(arguments: Position.allCases)
  func `a refusal changes nothing, and milestones stay`(_ position: Position) throws {
    try roam(position) { before, _, answer, after in
      let stays = answer.refusal == nil || before == after
      let silent = answer.refusal == nil || answer.actions.isEmpty && answer.events.isEmpty
      return stays && silent && after.milestones.isSuperset(of: before.milestones)
    }
  }

  @Test(arguments: Position.allCases)
  func `P-ONB-02 · the screen number stays within the policy's count`(_ position: Position) throws {
    let rules = try position.rules()
    try roam(position) { _, _, _, after in
      guard let number = after.screenNumber(under: rules) else { return true }
      return (1...after.screenCount(under: rules)).contains(number)
    }
  }
}
