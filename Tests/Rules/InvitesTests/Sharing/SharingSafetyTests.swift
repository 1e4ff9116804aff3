import Invites
import Testing
import Vocabulary

/// What every way through every flow has in common.
@Suite("Sharing · what no path may do")
struct SharingSafetyTests {
  /// Checks that a share is told only where the user closed a sheet, and that a sheet comes up
  /// only by a tap, or while the flow prepares it, which it does only after a tap.
  static func checkActs<Flow: SharingFlow>(
    _ walk: FlowWalk<Flow>, preparing: (Flow) -> Bool
  ) {
    let moves = walk.moves
    #expect(moves.contains { !$0.actions.shares.isEmpty })
    for move in moves {
      let isTap = move.event.tap != nil
      if !move.actions.shares.isEmpty, move.event.tap?.place != .sheet {
        Issue.record("\(move.event) shared by itself")
      }
      if move.actions.presentsSheet, !isTap, !preparing(move.before) {
        Issue.record("\(move.event) presented a sheet by itself")
      }
      if preparing(move.after), !preparing(move.before), !isTap {
        Issue.record("\(move.event) began to prepare a sheet by itself")
      }
    }
  }

  static func shareScreen(isOnline: Bool) -> FlowWalk<ShareScreen> {
    FlowWalk(
      ShareScreen(), opening: .opened(from: .homePrompt, cachedLink: nil, isOnline: isOnline),
      under: .rin)
  }

  static let contactInvite = FlowWalk(
    ContactInvite(contact: ContactFacts(principal: nil, hasPhone: true, hasEmail: false)),
    opening: .tapped(cachedLink: nil, isOnline: true), under: .rin)

  static func inviteFlow(
    _ access: ContactsAccess, isOnline: Bool = true, under policy: SharingPolicy = .design
  ) -> FlowWalk<InviteFlow> {
    FlowWalk(
      InviteFlow(), opening: .opened(from: .profile, access, isOnline: isOnline), under: policy)
  }

  @Test(arguments: [true, false])
  func `SHR-25, PRV-06 · Rin shares nothing without an act of the user`(_ isOnline: Bool) {
    Self.checkActs(Self.shareScreen(isOnline: isOnline)) { _ in false }
    Self.checkActs(Self.contactInvite) { $0.stage == .loading }
  }

  @Test(arguments: ContactsAccess.allCases)
  func `D-SHR-05, D-OFF-05 · no send without an act of the user, queued or not`(
    _ access: ContactsAccess
  ) {
    for isOnline in [true, false] {
      Self.checkActs(Self.inviteFlow(access, isOnline: isOnline)) { $0.stage == .preparing }
      for move in Self.inviteFlow(access, isOnline: isOnline).moves
      where move.before.link == .queued {
        if move.actions.presentsSheet { Issue.record("\(move.event) presented a queued link") }
      }
      let direct = FlowWalk(
        DirectShare(), opening: .opened(from: .contextual, isOnline: isOnline), under: .product)
      Self.checkActs(direct) { $0.stage == .preparing }
    }
  }

  @Test(arguments: [true, false])
  func `a walk tries the loss of the network, and its return`(_ isOnline: Bool) {
    #expect(
      Self.shareScreen(isOnline: isOnline).moves.contains {
        $0.event == .connectivityChanged(isOnline: !isOnline)
      })
    #expect(
      Self.inviteFlow(.authorized, isOnline: isOnline).moves.contains {
        $0.event == .connectivityChanged(isOnline: !isOnline)
      })
  }

  @Test func `PRV-05, CNF-09 · no path of Rin's reads or asks for the address book`() {
    func readsContacts(_ action: SharingAction) -> Bool {
      action == .loadContacts || action == .askForContacts || action == .showExplainer
    }
    #expect(Self.shareScreen(isOnline: true).shortest(to: readsContacts) == nil)
    #expect(Self.contactInvite.shortest(to: readsContacts) == nil)
    // The same question finds the path where there is one.
    #expect(Self.inviteFlow(.authorized).shortest(to: readsContacts) != nil)
    #expect(!FlowPolicy.rin.invitePicker && !FlowPolicy.rin.frequentSuggestions)
  }

  @Test(arguments: ContactsAccess.allCases)
  func `D-PER-07, D-FLW-02 · no state is a dead end, whatever the access and the answers`(
    _ access: ContactsAccess
  ) {
    var strict = SharingPolicy.design
    strict.permission = PermissionPolicy(
      explainer: .firstFlowEntry, reask: .never, allowLinkWhenUndetermined: nil,
      limitedAccess: .likeDenied)
    let merged = SharingPolicy.design.with { $0.flow.mergeSelectAndCompose = true }
    for policy in [SharingPolicy.design, strict, merged] {
      for isOnline in [true, false] {
        let walk = Self.inviteFlow(access, isOnline: isOnline, under: policy)
        #expect(walk.deadEnds(before: \.isShare).isEmpty)
      }
    }
  }

  @Test(arguments: ContactsAccess.allCases)
  func `D-PER-07 · denied, restricted, skipped, no contacts, an error: Share Link works`(
    _ access: ContactsAccess
  ) {
    var met: Set<InviteFlow.PickerState> = []
    for isOnline in [true, false] {
      for state in Self.inviteFlow(access, isOnline: isOnline).states where state.stage == .picker {
        switch state.pickerState {
        case .loading, .populated, .permissionNotDetermined: continue
        case .empty, .error, .permissionDenied: met.insert(state.pickerState)
        }
        var flow = state
        let actions = flow.receive(.tapped(.shareLink), at: start, under: .design)
        if actions.contains(where: { if case .stay = $0 { true } else { false } }) {
          Issue.record("Share Link does nothing in \(state)")
        }
      }
    }
    #expect(met.contains(access == .denied || access == .restricted ? .permissionDenied : .error))
  }

  @Test func `a walk finds a dead end where there is one`() {
    // Without a link that comes, nothing can be shared: every state is stuck.
    let stuck = Self.inviteFlow(.denied).deadEnds { $0 == .open(.dashboard) }
    #expect(!stuck.isEmpty)
  }

  @Test func `D-ACC-01 · every control of every state carries a label`() {
    func check(_ elements: [ScreenElement], _ state: Any) {
      let mute = elements.filter { $0.label.isEmpty || $0.label.contains("{") }
      #expect(mute.isEmpty, "in \(state)")
    }
    for access in ContactsAccess.allCases {
      for state in Self.inviteFlow(access).states {
        check(state.elements(in: SharingPolicy.design.texts, under: .design), state)
      }
    }
    for isOnline in [true, false] {
      for state in Self.shareScreen(isOnline: isOnline).states {
        check(state.elements(in: SharingPolicy.rin.texts).map(\.element), state)
      }
    }
    for state in Self.contactInvite.states {
      let button = state.element(for: "Alex", in: SharingPolicy.rin.texts, under: .rin)
      check([button].compactMap(\.self), state)
    }
    for policy in [SharingPolicy.rin, .product, .design] {
      check(policy.flow.entryPoints.compactMap { $0.control(in: policy.texts) }, policy.document)
    }
  }

  @Test func `the controls of the invite flow that are enabled answer, those disabled do not`() {
    let names: [(InviteFlow.Control, ScreenText)] = [
      (.back, .back), (.next, .next), (.sendVia, .sendVia), (.shareLink, .shareLink),
      (.retry, .retry), (.inviteMore, .inviteMore), (.done, .done),
    ]
    let texts = SharingPolicy.design.texts
    for access in ContactsAccess.allCases {
      for move in Self.inviteFlow(access).moves {
        // While a sheet of the system covers the screen nothing on it can be tapped.
        guard case .tapped(let control) = move.event, move.before.stage != .sharing(over: .picker),
          move.before.stage != .sharing(over: .message),
          let name = names.first(where: { $0.0 == control })?.1
        else { continue }
        let element = move.before.elements(in: texts, under: .design).first {
          $0.text == texts[name] && $0.isInteractive
        }
        let isRefused = move.actions.contains { if case .stay = $0 { true } else { false } }
        // On the explainer, which covers it, the picker's Back is not drawn; it works all the same.
        let isEnabled = element.map(\.isEnabled) ?? (control == .back && !isRefused)
        if isEnabled == isRefused { Issue.record("\(control) in \(move.before)") }
      }
    }
  }
}
