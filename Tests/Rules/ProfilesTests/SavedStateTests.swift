import AddressBooks
import Attribution
import Foundation
import HomeSections
import Invites
import Onboarding
import Profiles
import Prompts
import TestSupport
import Testing
import Vocabulary

@Suite("Saved states · an app keeps them for its next launch")
struct SavedStateTests {
  let rules = Profile.rin

  /// Holds `state` to what is read from its JSON.
  private func keep<State: KeptState & Equatable>(_ state: State) throws {
    #expect(try savedAgain(state) == state)
  }

  /// Calls `body` 60 times with a step's moment, for each of 40 seeds.
  private func walk<State>(
    from start: State, _ body: (inout State, Instant, inout SeededChance) throws -> Void,
    check: (State) throws -> Void
  ) rethrows {
    for seed in 0..<40 {
      var chance = SeededChance(seed: UInt64(seed))
      var state = start
      var now = Instant(milliseconds: 1_772_355_600_000)
      for _ in 0..<60 {
        try body(&state, now, &chance)
        try check(state)
        now = now + .milliseconds(Int64.random(in: 0..<172_800_000, using: &chance))
      }
    }
  }

  @Test(arguments: [Profile.rin, .product, .design])
  func `a prompt history`(profile: Profile) throws {
    var policy = profile.prompts
    policy.dismissScope = .perTrigger
    let events: [PromptEvent] = [
      .sessionBegan, .contactsCounted(64), .dismissed, .tapped, .shared, .copied, .coreFlowBegan,
      .coreFlowEnded, .sectionsAbove(.all), .sectionsAbove([]),
    ]
    try walk(from: PromptHistory()) { history, now, chance in
      if let trigger = PromptTrigger.allCases.randomElement(using: &chance),
        Bool.random(using: &chance)
      {
        _ = policy.meet(trigger, in: &history, at: now, zone: .utc)
      }
      if let event = events.randomElement(using: &chance) {
        policy.record(event, in: &history, at: now)
      }
    } check: {
      try keep($0)
    }
  }

  @Test func `a queue, a tally of limits, a memory of invites and a tally of uploads`() throws {
    try walk(from: OfflineQueue()) { queue, now, chance in
      let events: [OfflineQueue.Event] = [
        .queued, .queued, .connected, .disconnected, .linkReady(queue.next),
        .linkFailed(queue.next), .timePassed,
      ]
      if let event = events.randomElement(using: &chance) {
        _ = queue.receive(event, at: now, under: Profile.design.offline)
      }
    } check: {
      try keep($0)
    }
    try walk(from: DailyTally()) { tally, now, _ in
      Profile.product.limits.record(.created, in: &tally, at: now)
      Profile.product.limits.record(.sent, in: &tally, at: now)
    } check: {
      try keep($0)
    }
    try walk(from: InviteHistory()) { history, now, chance in
      let key = ContactKey(rawValue: .random(in: 0...UInt64.max, using: &chance))
      history.note([key], at: now, under: Profile.design.history)
    } check: {
      try keep($0)
    }
    try walk(from: UploadTally()) { tally, now, chance in
      tally.add(
        .random(in: 1...99, using: &chance), at: now, calendar: rules.calendar, zone: .utc)
    } check: {
      try keep($0)
    }
  }

  @Test func `the life of an invite, clicks and syncs`() throws {
    let start = Instant(milliseconds: 1_772_355_600_000)
    try walk(from: InviteLifecycle(createdAt: start, under: rules.link)) { life, now, chance in
      let events: [InviteLifecycle.Event] = [
        .shareCompleted, .shareCancelled, .opened, .accepted(clickedAt: now), .timePassed,
      ]
      if let event = events.randomElement(using: &chance) {
        _ = life.receive(event, at: now, under: rules.link)
      }
    } check: {
      try keep($0)
    }
    for link in [LinkStanding.valid, .unknown, .expired, .tampered] {
      for state in [AccountState.active, .deleted, .suspended] {
        try keep(
          Click(
            sequence: .max, at: start, inviter: PrincipalID(rawValue: .max), link: link,
            inviterState: state, isFromInvitersDevice: true))
      }
    }
    try keep(SyncHistory())
    try keep(SyncHistory(lastSuccess: start, lastFailed: true, isOwed: true))
  }

  @Test(arguments: [true, false])
  func `a journey`(isInvited: Bool) throws {
    let journeyRules = try Profile.product.journeyRules()
    var inputs: [Journey.Input] = [
      .installed, .openedAppClip, .launched, .continued, .continued, .continued, .skipped,
      .account(.newPrincipal), .sync(.progressed), .sync(.completed), .sawContent, .interacted,
      .inviteDelivered, .tookPrimaryAction, .connected,
    ]
    inputs += FirstValuePolicy.Card.allCases.flatMap { [.found($0), .sawCard($0)] }
    inputs += ContactsAccess.allCases.map { .contacts($0) }
    try walk(from: Journey(isInvited: isInvited)) { journey, _, chance in
      if let input = inputs.randomElement(using: &chance) {
        _ = journey.receive(input, under: journeyRules)
      }
    } check: {
      try keep($0)
    }
  }

  @Test func `a shelf of sections`() throws {
    try walk(from: SectionShelf()) { shelf, now, chance in
      guard let kind = SectionKind.allCases.randomElement(using: &chance) else { return }
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: shelf.setCollapsed(.random(using: &chance), kind, at: now)
      case 1: shelf.hide(kind, .brief(since: now))
      case 2: shelf.hide(kind, .today(since: now, until: now + .hours(9)))
      case 3: shelf.hide(kind, .forGood(since: now))
      default: shelf.unhide(kind)
      }
    } check: {
      try keep($0)
    }
  }

  @Test func `version 1 is read and written as it was`() throws {
    let noon = Instant(milliseconds: 1_772_355_600_000)
    var history = PromptHistory()
    rules.prompts.record(.contactsCounted(64), in: &history, at: noon)
    _ = rules.prompts.meet(.contactThreshold, in: &history, at: noon, zone: .utc)
    let written = try savedText(history)
    #expect(written == Self.history)
    #expect(
      try JSONDecoder().decode(Saved<PromptHistory>.self, from: Data(Self.history.utf8)).state
        == history)

    var queue = OfflineQueue()
    _ = queue.receive(.queued, at: noon, under: Profile.design.offline)
    #expect(
      try savedText(queue)
        == #"{"state":{"count":1,"isUnderWay":false,"next":{"number":0}},"version":1}"#)
    var shelf = SectionShelf()
    shelf.hide(.upcoming, .brief(since: noon))
    #expect(
      try savedText(shelf) == #"{"state":"upcoming::brief@1772355600000","version":1}"#)
    #expect(
      try savedText(Journey(isInvited: true)) == """
        {"state":{"access":"notDetermined","found":[],"marks":1,"milestones":0,"screen":0,\
        "sync":0},"version":1}
        """)
  }

  private static let history = """
    {"state":{"card":{"number":1,"trigger":"contactThreshold"},"contacts":64,\
    "dismissals":{"overall":{"count":0},"separate":{}},"isInCoreFlow":false,\
    "latest":{"shown":{"number":1}},"recent":{"times":[1772355600000,-9223372036854775808,\
    -9223372036854775808,-9223372036854775808,-9223372036854775808,-9223372036854775808,\
    -9223372036854775808,-9223372036854775808]},"resolved":0,"sectionsAbove":0,"sessions":0,\
    "shown":1,"shownThisSession":1,"spent":["contactThreshold"]},"version":1}
    """

  @Test func `a later version, and a shelf with an unknown section, are refused with words`() {
    #expect(
      refusal(of: #"{"state":{},"version":2}"#, as: PromptHistory.self)
        == "PromptHistory was saved in version 2; this version of the rules reads up to 1")
    #expect(
      refusal(of: #"{"state":"basement::","version":1}"#, as: SectionShelf.self)
        .contains("Cannot initialize SectionShelf from invalid String value"))
  }
}
