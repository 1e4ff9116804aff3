import Invites
import Testing
import Vocabulary

@Suite("Invite flow · message, sheet and outcome")
struct InviteSendingTests {
  @Test func `D-FLW-01, D-FLW-06 · with permission, from the value moment to Done`() {
    var flow = InviteFlow()
    let actions = flow.run(
      [
        .opened(from: .postAction, .authorized, isOnline: true), .contactsLoaded(count: 40),
        .toggled(ana), .tapped(.next), .linkReady(appLink), .messageComposed(appMessage),
        .tapped(.sendVia), .sheetClosed(.completed(.messages)), .tapped(.done),
      ], under: .design)
    let share = InviteEvent.Share(
      channel: .messages, entry: .postAction, isCustomized: false, recipients: 1)
    #expect(
      actions == [
        .log(.flowOpened, .entry(.postAction)), .open(.picker), .log(.pickerOpened), .loadContacts,
        .log(.pickerLoaded, .contacts(40)),
        .log(.contactsSelected, .contacts(1)), .open(.message),
        .createLink(for: []), .log(.linkCreating),
        .log(.linkCreated, .entry(.postAction)), .composeMessage,
        .presentSheet(message: appMessage, link: appLink), .log(.shareSheetOpened, .channel(nil)),
        .log(.shared, .share(share)), .rememberInvited([ana]),
        .open(.success), .wake(at: start + .seconds(5)),
        .goBack,
      ])
    #expect(flow.isClosed)
  }

  @Test(
    arguments: [
      [.opened(from: .settings, .denied, isOnline: true)],
      [.opened(from: .settings, .notDetermined, isOnline: true), .permissionTapped(.skip)],
    ] as [[InviteFlow.Event]])
  func `D-FLW-01, D-FLW-02, D-FLW-07, D-FLW-09, D-PRO-05 · denied or skipped: link, sheet, success`(
    _ opening: [InviteFlow.Event]
  ) {
    var flow = InviteFlow()
    let opened = flow.run(opening, under: .design)
    #expect(flow.working() == ["Back", "Share Link", "Allow contacts access"])
    // The diagram goes straight to the sheet; the text stops at Share Link first.
    #expect(!opened.presentsSheet)
    let shared = flow.run(
      [.tapped(.shareLink), .linkReady(appLink), .messageComposed(appMessage)], under: .design)
    #expect(
      shared.suffix(2) == [
        .presentSheet(message: appMessage, link: appLink), .log(.shareSheetOpened, .channel(nil)),
      ])
    flow.run([.sheetClosed(.completed(.whatsapp))], under: .design)
    #expect(flow.screen == .success)
  }

  @Test func `D-PRO-03 · explainer, Allow, grant, contacts; or Skip, and the link alone`() {
    var flow = InviteFlow()
    let opened = flow.run([.opened(from: .profile, .notDetermined, isOnline: true)], under: .design)
    #expect(opened.contains(.showExplainer))
    var skipping = flow
    let asked = flow.run([.permissionTapped(.allow)], under: .design)
    #expect(asked.contains(.askForContacts))
    let granted = flow.run(
      [.systemAnswered(.authorized), .contactsLoaded(count: 40)], under: .design)
    #expect(granted.contains(.loadContacts))
    #expect(flow.pickerState == .populated)
    skipping.run([.permissionTapped(.skip)], under: .design)
    #expect(skipping.working().contains("Share Link"))
  }

  @Test func `D-PRO-04 · two contacts, Send, Messages, success, in three taps of the worksheet`() {
    var flow = InviteFlow()
    let events: [InviteFlow.Event] = [
      .opened(from: .profile, .authorized, isOnline: true), .contactsLoaded(count: 18),
      .toggled(ana), .toggled(ben), .tapped(.next), .linkReady(appLink),
      .messageComposed(appMessage), .tapped(.sendVia), .sheetClosed(.completed(.messages)),
    ]
    let actions = flow.run(events, under: .design)
    #expect(flow.screen == .success)
    #expect(actions.shares.map(\.recipients) == [2])
    var tally = TapTally()
    for event in events { tally.add(event.tap) }
    #expect(tally.asSpecified == 3)
  }

  @Test func `D-SCO-04 · an invite leaves for contacts, by the sheet, or as a link that is copied`()
  {
    var picked = InviteFlow.picking()
    let toContacts = picked.run(
      [
        .toggled(ana), .tapped(.next), .linkReady(appLink), .messageComposed(appMessage),
        .tapped(.sendVia), .sheetClosed(.completed(.messages)),
      ], under: .design)
    #expect(toContacts.shares.map(\.recipients) == [1])
    for (target, channel) in [(ShareTarget.whatsapp, ReportedChannel.whatsapp), (.copy, .other)] {
      var flow = InviteFlow()
      let shared = flow.run(
        [
          .opened(from: .profile, .denied, isOnline: true), .tapped(.shareLink),
          .linkReady(appLink), .messageComposed(appMessage), .sheetClosed(.completed(target)),
        ], under: .design)
      #expect(shared.shares.map(\.channel) == [channel])
    }
  }

  @Test(arguments: [LinkPolicy.Creation.messageScreen, .pickerLoad])
  func `D-FLW-03, CNF-56 · the link is there before the sheet, whenever it is created`(
    _ creation: LinkPolicy.Creation
  ) {
    let policy = SharingPolicy.design.with { $0.link.createAt = creation }
    var flow = InviteFlow()
    let opened = flow.run([.opened(from: .profile, .denied, isOnline: true)], under: policy)
    #expect(opened.contains(.createLink(for: [])) == (creation == .pickerLoad))

    // A link that was asked for ahead of time and failed is asked for again without a word.
    let failed = flow.run([.linkFailed], under: policy)
    #expect(flow.link == .absent)
    let again = failed + flow.run([.tapped(.shareLink)], under: policy)
    #expect(again.contains(.createLink(for: [])))
    #expect(!again.contains(.show(.linkFailed)))

    for access in ContactsAccess.allCases {
      let walk = FlowWalk(
        InviteFlow(), opening: .opened(from: .profile, access, isOnline: true), under: policy)
      let presented = walk.moves.filter { $0.actions.presentsSheet }
      #expect(!presented.isEmpty)
      #expect(presented.allSatisfy { $0.after.link == .ready(appLink) && $0.after.message != nil })
    }
  }

  @Test(arguments: [LinkSheet.Event.linkFailed, .linkTimedOut])
  func `a link that is lost while it is prepared leads back to the picker, and is shown`(
    loss: LinkSheet.Event
  ) {
    var flow = InviteFlow()
    flow.run(
      [.opened(from: .profile, .denied, isOnline: true), .tapped(.shareLink)], under: .design)
    #expect(flow.stage == .preparing)
    let answer = flow.run([.sheet(loss)], under: .design)
    #expect(
      answer == [.log(.linkFailed), .show(loss == .linkFailed ? .linkFailed : .linkTimedOut)])
    #expect(flow.stage == .picker)
    #expect(flow.working().contains("Share Link"))
  }

  @Test func `D-SHR-03 · sheet opened, cancelled and sent are logged, sent with channel`() {
    var flow = InviteFlow.sharing()
    #expect(
      flow.run([.sheetClosed(.cancelled)], under: .design).logged == [
        InviteEvent(.shareSheetCancelled)
      ])
    flow.run([.tapped(.next)], under: .design)
    #expect(
      flow.run([.tapped(.sendVia)], under: .design).logged == [
        InviteEvent(.shareSheetOpened, .channel(nil))
      ])
    let share = flow.run([.sheetClosed(.completed(.email))], under: .design).shares
    #expect(
      share == [
        InviteEvent.Share(channel: .email, entry: .profile, isCustomized: false, recipients: 2)
      ])
  }

  @Test func `a message that is composed anew is not one that the user changed`() {
    var flow = InviteFlow.picking()
    flow.run(
      [
        .toggled(ana), .tapped(.next), .linkReady(appLink), .messageComposed(appMessage),
        .typed("Mine"),
      ], under: .design)
    var edited = flow
    let changed = edited.run(
      [.tapped(.sendVia), .sheetClosed(.completed(.email))], under: .design)
    #expect(changed.shares.map(\.isCustomized) == [true])
    // Another selection, and then an invite after the first, discard the text.
    let chosen = flow.run(
      [
        .tapped(.back), .toggled(ben), .tapped(.next), .messageComposed(appMessage),
        .tapped(.sendVia), .sheetClosed(.completed(.email)),
      ], under: .design)
    #expect(chosen.shares.map(\.isCustomized) == [false])
    let more = edited.run(
      [
        .tapped(.inviteMore), .toggled(ben), .tapped(.next), .linkReady(appLink),
        .messageComposed(appMessage), .tapped(.sendVia), .sheetClosed(.completed(.email)),
      ], under: .design)
    #expect(more.shares.map(\.isCustomized) == [false])
  }

  @Test func `D-SUC-06 · a send is told for each recipient, with count and channel`() {
    var flow = InviteFlow.sharing()
    let share = flow.run([.sheetClosed(.completed(.messages))], under: .design).shares.first
    #expect(share?.recipients == 2)
    #expect(share?.channel == .messages)
    #expect(share?.invites(countedBy: .recipient) == 2)
    #expect(share?.invites(countedBy: .shareCompletion) == 1)
    var linkOnly = InviteFlow.sharingLink()
    let unnamed = linkOnly.run([.sheetClosed(.completed(nil))], under: .design).shares.first
    #expect(unnamed?.recipients == nil)
    #expect(unnamed?.invites(countedBy: .recipient) == 1)
  }

  struct Cancel: Sendable, CustomTestStringConvertible {
    let onCancel: SharePolicy.OnCancel
    let screen: Screen
    let rule: RuleID
    var testDescription: String { onCancel.rawValue }
  }

  static let cancels = [
    Cancel(onCancel: .returnToPicker, screen: .picker, rule: "D-SHR-01"),
    Cancel(onCancel: .returnSilently, screen: .message, rule: "SHR-23"),
    Cancel(onCancel: .logAndKeepRecord, screen: .message, rule: "P-EDG-07"),
  ]

  @Test(arguments: cancels)
  func `D-FLW-01, D-SHR-01, D-SHR-02, CNF-24 · a cancel leads back, and the selection stays`(
    _ example: Cancel
  ) {
    let policy = SharingPolicy.design.with { $0.share.onCancel = example.onCancel }
    var flow = InviteFlow.sharing(under: policy)
    let actions = flow.run([.sheetClosed(.cancelled)], under: policy)
    #expect(actions == [.log(.shareSheetCancelled), .open(example.screen)])
    #expect(flow.screen == example.screen)
    #expect(flow.selection == [ana, ben])
    #expect(example.onCancel.rule == example.rule)
    #expect(SharePolicy.design.onCancel == .returnToPicker)
  }

  @Test func `the link of a visit is used again after a cancel and for more invites`() {
    var flow = InviteFlow.sharing()
    let more = flow.run(
      [
        .sheetClosed(.cancelled), .tapped(.next), .tapped(.sendVia),
        .sheetClosed(.completed(.messages)), .tapped(.inviteMore), .toggled(ben), .tapped(.next),
      ], under: .design)
    #expect(!more.contains(.createLink(for: [])))
    #expect(more.last == .composeMessage)
  }

  @Test func `D-TAP-06, D-TAP-07 · nothing needs to be typed, and the sheet picks the channel`() {
    let walk = FlowWalk(
      InviteFlow(), opening: .opened(from: .profile, .authorized, isOnline: true), under: .design)
    let path = walk.shortest(to: \.isShare)
    let events = path?.steps.map(\.event) ?? []
    #expect(!events.isEmpty)
    #expect(!events.contains { if case .typed = $0 { true } else { false } })
    #expect(InviteFlow.Event.typed("Mine").tap == nil)
    // Each target, the unknown included, is named by the sheet alone.
    for move in walk.moves where !move.actions.shares.isEmpty {
      guard case .sheet(.sheetClosed(.completed)) = move.event else {
        Issue.record("\(move.event) shared")
        continue
      }
    }

    var flow = InviteFlow.picking()
    let edited = flow.run(
      [
        .toggled(ana), .tapped(.next), .linkReady(appLink), .messageComposed(appMessage),
        .typed("Mine"), .tapped(.sendVia), .sheetClosed(.completed(.messages)),
      ], under: .design)
    #expect(edited.contains(.presentSheet(message: "Mine", link: appLink)))
    #expect(edited.shares.first?.isCustomized == true)
  }

  @Test func `a message that was asked for before the selection changed is not taken`() {
    var flow = InviteFlow.picking()
    flow.run(
      [.toggled(ana), .tapped(.next), .linkReady(appLink), .tapped(.back), .toggled(ben)],
      under: .design)
    let late = flow.run([.messageComposed(appMessage)], under: .design)
    #expect(late == [.stay(because: .notPossibleHere)])
    #expect(flow.run([.tapped(.next)], under: .design).last == .composeMessage)
  }

  @Test func `a failed link disables Send via... and offers Retry`() {
    var flow = InviteFlow.picking()
    let actions = flow.run([.toggled(ana), .tapped(.next), .linkFailed], under: .design)
    #expect(actions.suffix(2) == [.log(.linkFailed), .show(.linkFailed)])
    #expect(flow.working() == ["Back", "Retry"])
    #expect(flow.run([.tapped(.sendVia)], under: .design) == [.stay(because: .linkNotReady)])
    #expect(
      flow.run([.tapped(.retry)], under: .design) == [.createLink(for: []), .log(.linkCreating)])
  }

  @Test(arguments: [true, false])
  func `D-OFF-02, D-OFF-03, D-OFF-05, CNF-20 · offline on send: told, queued, then asked to share`(
    _ withContacts: Bool
  ) {
    var flow = InviteFlow()
    let access: ContactsAccess = withContacts ? .authorized : .denied
    flow.run([.opened(from: .profile, access, isOnline: false)], under: .design)
    if withContacts {
      flow.run([.contactsLoaded(count: 9), .toggled(ana), .tapped(.next)], under: .design)
    }
    let send = InviteFlow.Event.tapped(withContacts ? .sendVia : .shareLink)
    #expect(
      flow.run([send], under: .design)
        == [.show(.offline), .queueCreation, .log(.linkQueued)])
    #expect(flow.printed().contains("We'll send this when you're back online"))

    // The queue answers once the network is back; the sheet waits for the user all the same.
    let drained = flow.run(
      [.connectivityChanged(isOnline: true), .linkReady(appLink)], under: .design)
    #expect(drained.last == .promptToShare)
    #expect(!drained.presentsSheet)
    let shared = flow.run(
      withContacts ? [.messageComposed(appMessage), send] : [send, .messageComposed(appMessage)],
      under: .design)
    #expect(shared.contains(.presentSheet(message: appMessage, link: appLink)))
  }

  @Test func `CNF-20 · where a setting says so, a drained link is there without a prompt`() {
    let silent = SharingPolicy.design.with { $0.offline.onDrained = nil }
    var flow = InviteFlow.picking(isOnline: false, under: silent)
    flow.run([.toggled(ana), .tapped(.next), .tapped(.sendVia)], under: silent)
    let drained = flow.run(
      [.connectivityChanged(isOnline: true), .linkReady(appLink)], under: silent)
    #expect(drained == [.log(.linkCreated, .entry(.profile)), .composeMessage])
    let shared = flow.run([.messageComposed(appMessage), .tapped(.sendVia)], under: silent)
    #expect(shared.presentsSheet)
  }
}
