import Invites
import Testing
import Vocabulary

@Suite("Invite flow · the picker")
struct InvitePickerTests {
  @Test func `D-PCK-01 · loading: header and search in place, a spinner over the list`() {
    var flow = InviteFlow()
    let actions = flow.run([.opened(from: .profile, .authorized, isOnline: true)], under: .design)
    #expect(
      actions == [
        .log(.flowOpened, .entry(.profile)), .open(.picker), .log(.pickerOpened), .loadContacts,
      ])
    #expect(flow.pickerState == .loading)
    let elements = flow.elements(in: SharingPolicy.design.texts, under: .design)
    #expect(elements.map(\.role) == [.button, .text, .field, .placeholder])
    #expect(elements.last?.symbol == .spinner)
  }

  @Test func `D-PCK-03, D-PER-07 · empty: the link can still be shared`() {
    let flow = InviteFlow.picking(from: 0)
    #expect(flow.pickerState == .empty)
    #expect(flow.printed().contains("No contacts found. You can still share a link!"))
    #expect(flow.working() == ["Back", "Share Link"])
    let link = flow.elements(in: SharingPolicy.design.texts, under: .design).last
    #expect(link?.text == "Share Link")
    #expect(link?.symbol == nil, "it spins only while the link is prepared")

    var opening = InviteFlow()
    let actions = opening.run(
      [.opened(from: .profile, .authorized, isOnline: true), .contactsLoaded(count: 0)],
      under: .design)
    #expect(actions.logged.last?.step == .pickerEmpty)
  }

  @Test
  func `a search may find nothing, and a book may be empty, in whatever is tried on the picker`() {
    let found = InviteFlow.picking().possibleEvents(under: .design)
    #expect(found.contains(.searched(visible: 0)))
    #expect(found.contains { if case .searched(1...) = $0 { true } else { false } })
    var flow = InviteFlow()
    flow.run([.opened(from: .profile, .authorized, isOnline: true)], under: .design)
    #expect(flow.possibleEvents(under: .design).contains(.contactsLoaded(count: 0)))
  }

  @Test func `a walk types words of its own where the message can be edited, and only there`() {
    var flow = InviteFlow.picking()
    func types() -> Bool {
      flow.possibleEvents(under: .design).contains { if case .typed = $0 { true } else { false } }
    }
    #expect(!types())
    flow.run([.toggled(ana), .tapped(.next)], under: .design)
    #expect(flow.stage == .message && types())
    var screen = ShareScreen()
    func typesOnScreen() -> Bool {
      screen.possibleEvents(under: .rin).contains { if case .typed = $0 { true } else { false } }
    }
    screen.run(
      [
        .opened(from: .profile, cachedLink: rinLink, isOnline: true),
        .messageComposed(rinMessage),
      ], under: .rin)
    #expect(!typesOnScreen())
    screen.run([.tapped(.edit)], under: .rin)
    #expect(typesOnScreen())
  }

  @Test func `a row says whether it is selected, by word and by mark`() {
    var flow = InviteFlow.picking()
    let (ann, bob) = (ContactKey(rawValue: 1), ContactKey(rawValue: 2))
    flow.run([.toggled(ann)], under: .design)
    func row(_ contact: ContactKey) -> ScreenElement {
      flow.row(
        of: contact, name: "Ann", history: InviteHistory(), at: Instant(milliseconds: 0))
    }
    #expect(row(ann).value == "Selected" && row(ann).symbol == .checkmark)
    #expect(row(bob).value == "Not selected" && row(bob).symbol == nil)
  }

  @Test func `populated: boxes, a search field, and the selected count on Next, always in sight`() {
    var flow = InviteFlow()
    let actions = flow.run(
      [.opened(from: .profile, .authorized, isOnline: true), .contactsLoaded(count: 40)],
      under: .design)
    #expect(actions.logged.last == InviteEvent(.pickerLoaded, .contacts(40)))
    #expect(flow.pickerState == .populated)

    func next(_ flow: InviteFlow) -> ScreenElement? {
      flow.elements(in: SharingPolicy.design.texts, under: .design).last
    }
    #expect(next(flow)?.text == "Next")
    for (contact, count) in [(ana, 1), (ben, 2), (ana, 1), (ben, 0)] {
      flow.run([.toggled(contact)], under: .design)
      #expect(next(flow)?.badge == count)
      #expect(next(flow)?.value == "\(count) selected")
      #expect(next(flow)?.isEnabled == (count > 0))
    }
    #expect(flow.elements(in: SharingPolicy.design.texts, under: .design)[2].role == .field)
    #expect(flow.run([.tapped(.next)], under: .design) == [.stay(because: .nothingSelected)])
  }

  @Test func `D-PCK-10 · a selection survives a search that hides the selected`() {
    var flow = InviteFlow.picking()
    flow.run([.toggled(ana), .searched(visible: 0)], under: .design)
    #expect(flow.selection == [ana])
    #expect(flow.contacts == .loaded(count: 40, visible: 0))
    #expect(flow.pickerState == .populated)
    #expect(flow.elements(in: SharingPolicy.design.texts, under: .design).last?.badge == 1)
  }

  @Test(arguments: [ContactsAccess.denied, .restricted])
  func `D-PCK-05, D-FLW-07, D-FLW-08 · denied: Share Link, and the Allow link to Settings`(
    _ access: ContactsAccess
  ) {
    var flow = InviteFlow()
    let actions = flow.run([.opened(from: .profile, access, isOnline: true)], under: .design)
    #expect(actions.logged.last?.step == .pickerWithoutPermission)
    #expect(!actions.contains(.loadContacts))
    #expect(flow.pickerState == .permissionDenied)
    #expect(flow.working() == ["Back", "Share Link", "Allow contacts access"])
    let elements = flow.elements(in: SharingPolicy.design.texts, under: .design)
    #expect(elements.suffix(2).map(\.role) == [.button, .link])
    #expect(flow.run([.toggled(ana)], under: .design) == [.stay(because: .notPossibleHere)])
    #expect(flow.run([.permissionTapped(.allowLink)], under: .design) == [.openSystemSettings])
    #expect(flow.run([.returned(.authorized)], under: .design) == [.loadContacts])
    #expect(flow.pickerState == .loading)
  }

  @Test func `D-PCK-06, D-PER-03 · not determined: the explainer with Allow and Skip`() {
    var flow = InviteFlow()
    let actions = flow.run(
      [.opened(from: .profile, .notDetermined, isOnline: true)], under: .design)
    #expect(actions.suffix(2) == [.showExplainer, .log(.contactsPromptShown)])
    #expect(actions.suffix(2).first?.isHalfSheet == true)
    #expect(flow.pickerState == .permissionNotDetermined)
    #expect(
      flow.printed() == [
        "We'll show your contacts so you can invite them. "
          + "We never store or upload your contacts.",
        "Allow", "Skip",
      ])
    flow.run([.permissionTapped(.skip)], under: .design)
    #expect(flow.working() == ["Back", "Share Link", "Allow contacts access"])
  }

  @Test func `D-PCK-07 · error: share the link or retry; the failure is reported`() {
    var flow = InviteFlow()
    let actions = flow.run(
      [.opened(from: .profile, .authorized, isOnline: true), .contactsFailed], under: .design)
    #expect(actions.suffix(2) == [.log(.pickerFailed), .reportContactsFailure])
    #expect(flow.pickerState == .error)
    #expect(
      flow.printed().contains(
        "Something went wrong loading contacts. You can still share a link!"))
    #expect(flow.working() == ["Back", "Share Link", "Retry"])
    #expect(flow.run([.tapped(.retry)], under: .design) == [.loadContacts])
    flow.run([.contactsLoaded(count: 3)], under: .design)
    #expect(flow.pickerState == .populated)
  }

  @Test func `D-PCK-13, D-OFF-01 · offline the picker works, and no link is asked for`() {
    var flow = InviteFlow.picking(isOnline: false)
    let actions = flow.run([.toggled(ana), .tapped(.next)], under: .design)
    #expect(actions == [.log(.contactsSelected, .contacts(1)), .open(.message)])
    #expect(flow.working() == ["Back", "Send via..."])
    let sent = flow.run([.tapped(.sendVia)], under: .design)
    #expect(sent == [.show(.offline), .queueCreation, .log(.linkQueued)])
  }

  @Test func `the batch is the policy's: the 21st is refused, the 10th brings advice`() {
    var flow = InviteFlow.picking()
    for number in 1...20 {
      let actions = flow.run([.toggled(ContactKey(rawValue: UInt64(number)))], under: .design)
      #expect(actions == (number == 10 ? [.warnOfManyRecipients] : []))
    }
    let full = flow.run([.toggled(ContactKey(rawValue: 21))], under: .design)
    #expect(full == [.stay(because: .batchFull)])
    #expect(StayReason.batchFull.rule(in: .design) == "D-SEL-02")
    #expect(flow.selection.count == 20)
    // Clearing a box is always possible, and down to the 10th there is no second advice.
    for number in 11...20 {
      #expect(
        flow.run([.toggled(ContactKey(rawValue: UInt64(number)))], under: .design).isEmpty)
    }

    let unlimited = SharingPolicy.design.with { $0.limits = .rin }
    #expect(
      flow.run([.toggled(ContactKey(rawValue: 99))], under: unlimited).isEmpty)
  }

  @Test func `D-SEL-03 · the advice can be dismissed, and goes with the contacts it was about`() {
    let few = SharingPolicy.design.with { $0.limits.softWarningAt = 2 }
    for end in [InviteFlow.Event.dismissedWarning, .toggled(ben)] {
      var flow = InviteFlow.picking(under: few)
      #expect(flow.run([.dismissedWarning], under: few) == [.stay(because: .notPossibleHere)])
      #expect(flow.run([.toggled(ana), .toggled(ben)], under: few) == [.warnOfManyRecipients])
      #expect(flow.possibleEvents(under: few).contains(.dismissedWarning))
      #expect(flow.run([end], under: few) == [.hideWarning])
      #expect(!flow.possibleEvents(under: few).contains(.dismissedWarning))
      #expect(flow.run([end, .tapped(.next)], under: few).last != .warnOfManyRecipients)
    }
    var left = InviteFlow.picking(under: few)
    let actions = left.run(
      [.toggled(ana), .toggled(ben), .tapped(.next), .dismissedWarning], under: few)
    #expect(actions.last == .stay(because: .notPossibleHere))
  }

  @Test(arguments: [LimitPolicy.WarningScope.batch, .session])
  func `D-SEL-06 · the advice counts a batch or all invites of a session, and none given up`(
    scope: LimitPolicy.WarningScope
  ) {
    let policy = SharingPolicy.design.with {
      $0.limits.softWarningAt = 3
      $0.limits.softWarningScope = scope
    }
    let cleo = ContactKey(rawValue: 3)
    func isWarned(_ flow: inout InviteFlow, of contacts: [ContactKey]) -> Bool {
      flow.run(contacts.map(InviteFlow.Event.toggled), under: policy)
        .contains(.warnOfManyRecipients)
    }
    var flow = InviteFlow.picking(under: policy)
    #expect(!isWarned(&flow, of: [ana, ben]))
    // The two were picked, and not invited.
    flow.run([.tapped(.back)], under: policy)
    let opening = InviteFlow.Event.opened(from: .profile, .authorized, isOnline: true)
    flow.run([opening, .contactsLoaded(count: 40)], under: policy)
    #expect(!isWarned(&flow, of: [ana, ben]))
    flow.run(
      [
        .tapped(.next), .linkReady(appLink), .messageComposed(appMessage), .tapped(.sendVia),
        .sheetClosed(.completed(.messages)), .tapped(.inviteMore),
      ], under: policy)
    #expect(isWarned(&flow, of: [cleo]) == (scope == .session))
    #expect(isWarned(&flow, of: [ana, ben]) == (scope == .batch))
    // Who leaves begins a new batch, in the same session.
    flow.run([.tapped(.back), opening, .contactsLoaded(count: 40)], under: policy)
    #expect(isWarned(&flow, of: [ana, ben, cleo]) == (scope == .batch))
  }

  @Test func `D-OFF-01 · once the network is there, the message screen asks for the link`() {
    for events in [[.toggled(ana), .tapped(.next)], [.toggled(ana)]] as [[InviteFlow.Event]] {
      var flow = InviteFlow.picking(isOnline: false)
      flow.run(events, under: .design)
      let isWaiting = flow.stage == .message
      let back = flow.run([.connectivityChanged(isOnline: true)], under: .design)
      #expect(back == (isWaiting ? [.createLink(for: []), .log(.linkCreating)] : []))
      #expect(flow.link == (isWaiting ? .requested : .absent))
      #expect(
        flow.run([.connectivityChanged(isOnline: true)], under: .design)
          == [.stay(because: .notPossibleHere)])
      #expect(flow.run([.connectivityChanged(isOnline: false)], under: .design).isEmpty)
    }
  }

  @Test func `CNF-09, PRV-05 · without a picker the flow opens nothing and reads nothing`() {
    for policy in [SharingPolicy.rin, .product] {
      for entry in FlowPolicy.EntryPoint.allCases {
        var flow = InviteFlow()
        let actions = flow.run([.opened(from: entry, .authorized, isOnline: true)], under: policy)
        #expect(actions == [.stay(because: .notAnEntryPoint)])
      }
    }
  }
}
