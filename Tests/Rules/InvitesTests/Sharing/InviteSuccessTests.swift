import Invites
import GrowthloopLinkStore
import Testing
import Vocabulary

@Suite("Invite flow · success, history and what is remembered")
struct InviteSuccessTests {
  static func succeeded() -> InviteFlow {
    var flow = InviteFlow.sharing()
    flow.run([.sheetClosed(.completed(.messages))], under: .design)
    return flow
  }

  @Test func `D-SUC-01, D-SUC-03, D-FLW-01, D-FLW-05 · the names, then the picker, or back`() {
    var flow = Self.succeeded()
    #expect(flow.screen == .success)
    let elements = flow.elements(
      in: SharingPolicy.design.texts, invitedNames: ["Ana", "Ben"], under: .design)
    #expect(
      elements.map(\.text) == ["Invite sent to Ana and Ben!", "Invite More Friends", "Done"])
    #expect(flow.run([.tapped(.inviteMore)], under: .design) == [.open(.picker)])
    #expect(flow.pickerState == .populated)
    #expect(flow.selection.isEmpty)

    var done = Self.succeeded()
    #expect(done.run([.tapped(.done)], under: .design) == [.goBack])
    #expect(done.isClosed)
  }

  @Test func `D-SUC-07, D-HIS-05, CNF-23 · for the link alone: "Invite sent!" and no badge`() {
    var flow = InviteFlow.sharingLink()
    let actions = flow.run([.sheetClosed(.completed(.whatsapp))], under: .design)
    #expect(flow.elements(in: SharingPolicy.design.texts, under: .design)[0].text == "Invite sent!")
    #expect(!actions.contains { if case .rememberInvited = $0 { true } else { false } })
  }

  @Test(arguments: [
    (Interval.milliseconds(4_999), false), (Interval.milliseconds(5_000), true),
  ])
  func `D-SUC-04, CNF-23 · it goes by itself after 5 s, not a millisecond early`(
    _ passed: Interval, _ isGone: Bool
  ) {
    var flow = Self.succeeded()
    let actions = flow.run([.timePassed], at: start + passed, under: .design)
    #expect(flow.isClosed == isGone)
    #expect(actions == (isGone ? [.goBack] : [.stay(because: .notDue)]))
  }

  @Test func `D-SUC-04, CNF-23 · a touch begins the 5 s anew, and 2 s are a setting`() {
    var flow = Self.succeeded()
    flow.run([.touched], at: start + .seconds(4), under: .design)
    flow.run([.timePassed], at: start + .seconds(5), under: .design)
    #expect(!flow.isClosed)
    flow.run([.timePassed], at: start + .seconds(9), under: .design)
    #expect(flow.isClosed)

    let worksheet = SharingPolicy.design.with { $0.share.successAutoDismiss = .seconds(2) }
    var quick = InviteFlow.sharing(under: worksheet)
    quick.run([.sheetClosed(.completed(.messages))], under: worksheet)
    quick.run([.timePassed], at: start + .seconds(2), under: worksheet)
    #expect(quick.isClosed)
  }

  @Test func `CNF-23 · under the same profile a toast instead leaves the flow`() {
    let policy = SharingPolicy.design.with { $0.share.confirmation = .toast }
    var flow = InviteFlow.sharing(under: policy)
    let actions = flow.run([.sheetClosed(.completed(.messages))], under: policy)
    #expect(actions.suffix(2) == [.showToast(.inviteSent, until: nil), .goBack])
    #expect(flow.isClosed)
  }

  @Test func `D-TAP-10, D-TAP-11 · who was away returns to the success screen, with all its time`()
  {
    // The sheet reports before the other app comes to the front, or while it is there.
    for events: [InviteFlow.Event] in [
      [.sheetClosed(.completed(.messages)), .leftApp],
      [.leftApp, .sheetClosed(.completed(.messages))],
    ] {
      var flow = InviteFlow.sharing()
      flow.run(events, under: .design)
      let later = start + .hours(8)
      flow.run([.timePassed], at: later, under: .design)
      #expect(flow.screen == .success)
      let back = flow.run([.returned(.authorized)], at: later, under: .design)
      #expect(back == [.open(.success), .wake(at: later + .seconds(5))])
      #expect(flow.working() == ["Invite More Friends", "Done"])
      flow.run([.timePassed], at: later + .milliseconds(4_999), under: .design)
      #expect(flow.screen == .success)
    }
  }

  @Test func `D-TAP-11 · no state of the flow is without a screen`() {
    for access in ContactsAccess.allCases {
      let walk = FlowWalk(
        InviteFlow(), opening: .opened(from: .profile, access, isOnline: true), under: .design)
      for state in walk.states where !state.isClosed {
        #expect(state.screen != nil)
        #expect(!state.elements(in: SharingPolicy.design.texts, under: .design).isEmpty)
      }
    }
  }

  @Test(
    arguments: [
      (Interval.days(2), "Invited 2d ago"), (.milliseconds(172_799_999), "Invited 1d ago"),
      (.milliseconds(86_399_999), "Invited 23h ago"), (.hours(1), "Invited 1h ago"),
      (.milliseconds(3_599_999), "Invited 59m ago"), (.minutes(1), "Invited 1m ago"),
      (.milliseconds(59_999), "Invited just now"), (.days(400), "Invited 400d ago"),
    ] as [(Interval, String)])
  func `D-HIS-01, CNF-62 · an invited contact carries a badge with its age`(
    _ age: Interval, _ badge: String
  ) {
    var history = InviteHistory()
    history.note([ana], at: start, under: .design)
    #expect(history.badge(for: ana, at: start + age) == badge)
    #expect(history.badge(for: ben, at: start + age) == nil)
    let row = InviteFlow.picking().row(of: ana, name: "Ana", history: history, at: start + age)
    #expect(row.text == "Ana · \(badge)")
    #expect(row.label == "Ana")
  }

  @Test func `D-HIS-02 · an invited contact may be invited again at once`() {
    var history = InviteHistory()
    history.note([ana, ben], at: start, under: .design)
    var flow = Self.succeeded()
    let again = flow.run(
      [
        .tapped(.inviteMore), .toggled(ana), .tapped(.next), .messageComposed(appMessage),
        .tapped(.sendVia), .sheetClosed(.completed(.messages)),
      ], under: .design)
    #expect(again.shares.count == 1)
    #expect(again.contains(.rememberInvited([ana])))
    #expect(LimitPolicy.design.reinviteCooldown == nil)
    history.note([ana], at: start + .days(3), under: .design)
    #expect(history.badge(for: ana, at: start + .days(5)) == "Invited 2d ago")
    #expect(history.badge(for: ben, at: start + .days(5)) == "Invited 5d ago")
  }

  struct Memory: Sendable, CustomTestStringConvertible {
    let profile: ProfileID
    let atOnce: Bool
    let nextSession: Bool
    var testDescription: String { profile.rawValue }
  }

  static let memories = [
    Memory(profile: .rin, atOnce: true, nextSession: false),
    Memory(profile: .product, atOnce: false, nextSession: false),
    Memory(profile: .design, atOnce: true, nextSession: true),
  ]

  @Test(arguments: memories)
  func `D-HIS-03, CNF-25 · for the session, on the device, or not at all`(_ example: Memory) {
    let policy = example.profile.sharing.history
    var history = InviteHistory()
    history.note([ana], at: start, under: policy)
    #expect((history.lastInvited(ana) != nil) == example.atOnce)
    history.beginSession(under: policy)
    #expect((history.lastInvited(ana) != nil) == example.nextSession)
  }

  @Test(arguments: [false, true])
  func `D-PRV-02, D-PRV-04, D-PCK-12, CNF-09 · opaque keys, uploaded only in a what-if`(
    _ uploads: Bool
  ) {
    let policy = SharingPolicy.design.with { $0.flow.uploadContactIDs = uploads }
    var flow = InviteFlow.picking(under: policy)
    let actions = flow.run([.toggled(ana), .toggled(ben), .tapped(.next)], under: policy)
    #expect(actions.contains(.createLink(for: uploads ? [ana, ben] : [])))
    #expect(!FlowPolicy.design.uploadContactIDs)
    // On no way through the flow is anybody who was selected sent along, but in the what-if.
    let walk = SharingSafetyTests.inviteFlow(.authorized, under: policy)
    let sent = walk.moves.flatMap(\.actions).contains {
      if case .createLink(let contacts) = $0 { !contacts.isEmpty } else { false }
    }
    #expect(sent == uploads)
    // A key is one number, with no room for a name: all that flow and history keep of a person.
    #expect(MemoryLayout<ContactKey>.size == MemoryLayout<UInt64>.size)
  }

  @Test func `D-HIS-04 · a contact's key is one device's own, and nobody can try all numbers`()
    throws
  {
    let number = "+15551234567"
    let phone = try LinkFixture.signer
    let tablet = HMACLinkSigner(signingWith: try LinkFixture.key("the key of a tablet"))
    let key = ContactKey(of: number, keyedBy: phone)
    #expect(key == ContactKey(of: number, keyedBy: phone))
    // A history on the device outlives the version of the app that wrote it.
    #expect(key.rawValue == 12_463_818_562_411_873_341)
    #expect(key != ContactKey(of: "+15551234568", keyedBy: phone))
    #expect(key != ContactKey(of: number, keyedBy: tablet))
    #expect(!"\(key)".contains("5551234567"))

    var history = InviteHistory()
    history.note([key], at: start, under: .design)
    #expect(history.lastInvited(ContactKey(of: number, keyedBy: phone)) == start)
    #expect(history.lastInvited(ContactKey(of: number, keyedBy: tablet)) == nil)
  }
}
