public import Vocabulary

/// The flow with a picker: contacts or the link alone, message, share sheet, success screen.
///
/// It is a value: the host keeps it while another app is in front, and it continues from its state.
public struct InviteFlow: SheetFlow {
  /// The screen of the flow, with the sheet above it.
  public enum Stage: Hashable, Sendable {
    /// Not opened yet, or left; followed by picker.
    case closed
    /// Followed by message, preparing, sharing or closed.
    case picker
    /// The message and the link; followed by sharing or picker.
    case message
    /// The sheet opens as soon as link and message are there; followed by sharing or picker.
    case preparing
    /// The sheet is up, over the picker or the message; followed by either, success or closed.
    case sharing(over: Screen)
    /// Followed by picker or closed; `until` is `nil` while another app is in front, or for good
    /// where the policy sets no time.
    case success(until: Instant?)
  }

  /// The state of the address book in the picker.
  public enum Contacts: Hashable, Sendable {
    /// The app has no access so far, and reads nothing.
    case unread
    /// The host was asked to read the address book, and has not reported yet.
    case loading
    /// The number of contacts, and the number that a search leaves visible.
    case loaded(count: Int, visible: Int)
    /// The address book could not be read; Retry leads back to loading.
    case failed
  }

  /// The states of the picker that the document lists.
  public enum PickerState: String, CaseIterable, Sendable {
    /// A spinner stands in for the list, below the title and the search field.
    case loading
    /// The address book has no contacts; the link can be shared without recipients.
    case empty
    /// Contacts are listed, and can be searched and selected.
    case populated
    /// Contacts may not be read, and no question is up; the link can be shared without recipients.
    case permissionDenied
    /// The explainer or the system's prompt waits for the user.
    case permissionNotDetermined
    /// The address book could not be read; Retry and the link without recipients are offered.
    case error
  }

  /// The screen that is reached; `closed` before the flow is opened and once it is left.
  public internal(set) var stage = Stage.closed
  /// The request for access to the address book, which the picker makes.
  public internal(set) var permission = PermissionFlow()
  /// The state of the address book, as numbers of contacts; `unread` until access is granted.
  public internal(set) var contacts = Contacts.unread
  /// The selected contacts in the order of selection, at most one batch.
  public internal(set) var selection: [ContactKey] = []
  /// The link, and the message as composed for the selection.
  public internal(set) var sheet = LinkSheet(entry: .profile)
  /// Whether there is a network, as the host last reported.
  public internal(set) var isOnline = true
  /// Whether the share under way is of the link alone, without recipients.
  public internal(set) var sharesLinkOnly = false
  /// Whether another app is in front.
  public internal(set) var isAway = false
  /// The advice on picking many contacts; it outlives a visit, as its policy may require.
  public internal(set) var advice: BulkAdvice

  /// Creates a flow that is not open yet; `advice` is its state from the session so far.
  public init(advice: BulkAdvice = BulkAdvice()) {
    self.advice = advice
  }

  /// Whether the flow is not opened yet, or was left.
  public var isClosed: Bool { stage == .closed }

  /// The state of the picker, given by permission and contacts; meaningless while another screen
  /// shows.
  public var pickerState: PickerState {
    switch permission.stage {
    case .closed, .explaining, .asking: .permissionNotDetermined
    case .linkOnly, .inSettings: .permissionDenied
    case .reading:
      switch contacts {
      case .unread, .loading: .loading
      case .loaded(count: 0, visible: _): .empty
      case .loaded: .populated
      case .failed: .error
      }
    }
  }

  /// The screen to show; `nil` once the flow is left.
  public var screen: Screen? {
    switch stage {
    case .closed: nil
    case .picker, .preparing: .picker
    case .message: .message
    case .sharing(over: let screen): screen
    case .success: .success
    }
  }
}

extension InviteFlow {
  /// An act of the user, or a report of the host.
  public enum Event: SheetFlowEvent {
    /// An entry point was tapped; `explainedBefore` means an explainer on an earlier visit.
    case opened(
      from: FlowPolicy.EntryPoint, ContactsAccess, explainedBefore: Bool = false, isOnline: Bool)
    /// A control of the explainer was tapped, or the Allow link of the picker.
    case permissionTapped(PermissionFlow.Control)
    /// The user answered the system's prompt for the address book, which left this access.
    case systemAnswered(ContactsAccess)
    /// The address book was read, and lists `count` contacts.
    case contactsLoaded(count: Int)
    /// The address book could not be read.
    case contactsFailed
    /// The box of a contact was ticked or cleared.
    case toggled(ContactKey)
    /// The user dismissed the advice that many contacts are selected.
    case dismissedWarning
    /// The number of contacts that the search leaves visible.
    case searched(visible: Int)
    /// A control of the picker, the message or the success screen was tapped.
    case tapped(Control)
    /// The message field now contains this text.
    case typed(String)
    /// A report of the host about the link, the message or the share sheet.
    case sheet(LinkSheet.Event)
    /// The network was lost, or came back.
    case connectivityChanged(isOnline: Bool)
    /// Another app came to the front.
    case leftApp
    /// The app came back to the front, with this access to the address book.
    case returned(ContactsAccess)
    /// The user touched the success screen, on none of its buttons.
    case touched
    /// The moment of a `wake` action came.
    case timePassed
  }

  /// A button of the picker, the message or the success screen.
  public enum Control: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Leads from message or preparation to the picker, and from the picker out of the flow.
    case back
    /// Leads from the picker to the message, unless the policy merges the two.
    case next
    /// Opens the share sheet, from the message or from a picker merged with it.
    case sendVia
    /// Opens the share sheet from a picker that lists no contacts, without recipients.
    case shareLink
    /// Reads the address book again in the picker, and requests a lost link again in the message.
    case retry
    /// Leads from the success screen to the picker, with an empty selection.
    case inviteMore
    /// Leads from the success screen out of the flow.
    case done
  }
}

extension InviteFlow.Event {
  /// The tap of the event, with its place; `nil` where none is counted.
  public var tap: Tap? {
    switch self {
    case .opened: Tap(.entry)
    case .permissionTapped, .systemAnswered: Tap(.permission)
    case .toggled, .dismissedWarning, .tapped, .touched: Tap(.screen)
    case .sheet(let event): event.tap
    case .contactsLoaded, .contactsFailed, .searched, .typed, .connectivityChanged, .leftApp,
      .returned, .timePassed:
      nil
    }
  }

  /// Whether the event is `timePassed`.
  public var isClock: Bool { self == .timePassed }
}

extension InviteFlow {
  mutating func receive(
    _ event: LinkSheet.Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    let isComposing = (stage == .message || stage == .preparing) && message == nil
    switch event {
    case .linkReady:
      let prompt = link == .queued ? policy.offline.drainedActions : []
      return sheet.receive(event, composing: isComposing, under: policy) + prompt
    case .linkFailed, .linkTimedOut:
      let wasRequested = link == .requested
      let actions = sheet.receive(event, under: policy)
      guard wasRequested else { return actions }
      // A link requested ahead of time fails silently: Next or Share Link requests it again.
      guard stage != .picker else {
        sheet.link = .absent
        return [.log(.linkFailed)]
      }
      if stage == .preparing { stage = .picker }
      return actions
    case .messageComposed:
      // In the picker the answer may belong to a selection that has changed since.
      guard isComposing, case .ready = link else { return .stay(.notPossibleHere) }
      _ = sheet.receive(event, under: policy)
      return stage == .preparing ? present(under: policy) : []
    case .sheetClosed(let result): return closeSheet(result, at: now, under: policy)
    }
  }

  mutating func changeConnectivity(
    to isOnline: Bool, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard !isClosed, isOnline != self.isOnline else { return .stay(.notPossibleHere) }
    self.isOnline = isOnline
    guard isOnline, stage == .message, link == .absent else { return [] }
    return requestLink(under: policy)
  }

  private mutating func closeSheet(
    _ result: SheetResult, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    guard case .sharing(over: let screen) = stage else { return .stay(.notPossibleHere) }
    switch result {
    case .cancelled:
      // The selection stays.
      switch policy.share.onCancel {
      case .returnToPicker: stage = .picker
      case .returnSilently, .logAndKeepRecord: stage = screen == .message ? .message : .picker
      }
      return [.log(.shareSheetCancelled), .open(stage == .message ? .message : .picker)]
    case .completed(let target, let wasEdited):
      let invited = sharesLinkOnly ? [] : selection
      var actions = [
        sheet.shared(
          to: target, wasEdited: wasEdited, recipients: sharesLinkOnly ? nil : invited.count,
          under: policy.share)
      ]
      _ = advice.receive(.batchEnded(sent: invited.count), under: policy.limits)
      if !invited.isEmpty, policy.history.memory != nil {
        actions.append(.rememberInvited(invited))
      }
      switch policy.share.confirmation {
      case .silent, .toast: return actions + policy.share.confirm() + leave(under: policy)
      case .successScreen: return actions + showSuccess(at: now, under: policy)
      }
    }
  }

  /// Shows the success screen; its time runs only while the app is in front.
  mutating func showSuccess(at now: Instant, under policy: SharingPolicy) -> [SharingAction] {
    guard !isAway, let time = policy.share.successAutoDismiss else {
      stage = .success(until: nil)
      return [.open(.success)]
    }
    stage = .success(until: now + time)
    return [.open(.success), .wake(at: now + time)]
  }
}

extension SharingRules {
  static let outcome: [Rule] = [
    Rule("D-SHR-01", "A completed share leads to success, a cancelled one back to the picker."),
    Rule("D-SHR-02", "After a cancel the selection stays."),
    Rule(
      "D-SHR-03", "Sheet opened, cancelled and sent are three events, sent with count and channel."),
    Rule("D-SHR-05", "Nothing is sent without an act of the user."),
    Rule("D-SUC-04", "The success screen goes after 5 s without interaction."),
  ]
}

extension InviteFlow {
  /// Returns examples of the events that may come next, with every control whether shown or not;
  /// none while the flow is closed.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    guard !isClosed else { return [] }
    var events = Control.allCases.map(Event.tapped)
    events.append(.connectivityChanged(isOnline: !isOnline))
    events.append(isAway ? .returned(permission.access) : .leftApp)
    var isPresented = false
    if case .sharing = stage { isPresented = true }
    events += sheet.possibleEvents(isPresented: isPresented).map(Event.sheet)
    switch stage {
    case .closed, .preparing, .sharing: break
    case .picker: events += pickerEvents(under: policy)
    case .message: events.append(.typed("My own words"))
    case .success: events += [.touched, .timePassed]
    }
    return events
  }

  private func pickerEvents(under policy: SharingPolicy) -> [Event] {
    switch permission.stage {
    case .closed: []
    case .explaining: [.permissionTapped(.allow), .permissionTapped(.skip)]
    case .asking:
      [.authorized, .limited, .denied, .restricted].map(Event.systemAnswered)
    case .linkOnly:
      permission.allowLink(under: policy.permission) == nil ? [] : [.permissionTapped(.allowLink)]
    case .inSettings: [.returned(permission.access), .returned(.authorized)]
    case .reading:
      switch contacts {
      case .unread, .failed: []
      case .loading: [.contactsLoaded(count: 0), .contactsLoaded(count: 3), .contactsFailed]
      case .loaded:
        [.toggled(ContactKey(rawValue: 1)), .searched(visible: 0), .searched(visible: 3)]
          + (advice.state == .shown ? [.dismissedWarning] : [])
      }
    }
  }
}

extension InviteFlow {
  /// Handles a tap on one of the controls of picker, message and success screen.
  mutating func tap(
    _ control: Control, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, control) {
    case (.picker, .back): return leave(under: policy)
    case (.picker, .next):
      guard pickerState == .populated, policy.flow.mergeSelectAndCompose != true else {
        return .stay(.notPossibleHere)
      }
      guard !selection.isEmpty else { return .stay(.nothingSelected) }
      sharesLinkOnly = false
      stage = .message
      return [.log(.contactsSelected, .contacts(selection.count)), .open(.message)]
        + fillIn(under: policy)
    case (.picker, .sendVia):
      guard pickerState == .populated, policy.flow.mergeSelectAndCompose == true else {
        return .stay(.notPossibleHere)
      }
      guard !selection.isEmpty else { return .stay(.nothingSelected) }
      sharesLinkOnly = false
      return [.log(.contactsSelected, .contacts(selection.count))] + present(under: policy)
    case (.picker, .shareLink):
      guard offersLinkAlone else { return .stay(.notPossibleHere) }
      sharesLinkOnly = true
      return present(under: policy)
    case (.picker, .retry):
      guard pickerState == .error else { return .stay(.notPossibleHere) }
      contacts = .loading
      return [.loadContacts]
    case (.message, .back), (.preparing, .back):
      stage = .picker
      return [.open(.picker)]
    case (.message, .sendVia): return present(under: policy)
    case (.message, .retry):
      guard link.isLost, isOnline else { return .stay(.notPossibleHere) }
      return requestLink(under: policy)
    case (.success, .inviteMore):
      stage = .picker
      selection = []
      sheet.discardMessage()
      if policy.link.codeScope == .perInvite { sheet.link = .absent }
      return [.open(.picker)]
    case (.success, .done): return leave(under: policy)
    case (.closed, _), (.sharing, _),
      (.picker, .inviteMore), (.picker, .done),
      (.message, .next), (.message, .shareLink), (.message, .inviteMore), (.message, .done),
      (.preparing, .next), (.preparing, .sendVia), (.preparing, .shareLink),
      (.preparing, .retry), (.preparing, .inviteMore), (.preparing, .done),
      (.success, .back), (.success, .next), (.success, .sendVia), (.success, .shareLink),
      (.success, .retry):
      return .stay(.notPossibleHere)
    }
  }

  /// Whether the picker offers to share the link without recipients.
  var offersLinkAlone: Bool {
    switch pickerState {
    case .empty, .permissionDenied, .error: true
    case .loading, .populated, .permissionNotDetermined: false
    }
  }

  /// Presents the sheet, or requests its missing parts; without a network shows the offline text.
  ///
  /// The sheet never opens without a link.
  mutating func present(under policy: SharingPolicy) -> [SharingAction] {
    switch (link, message) {
    case (.ready, _?):
      stage = .sharing(over: stage == .message ? .message : .picker)
      return sheet.present()
    case (.ready, nil), (.requested, _):
      guard stage != .message else { return .stay(.linkNotReady) }
      stage = .preparing
      return fillIn(under: policy)
    case (.queued, _): return [.show(.offline)]
    case (.absent, _), (.failed, _), (.timedOut, _):
      guard isOnline else { return sheet.refuse(queues: policy.offline.queuesCreations) }
      guard stage != .message else { return .stay(.linkNotReady) }
      stage = .preparing
      return requestLink(under: policy)
    }
  }

  /// Requests the next missing part: link or message.
  private mutating func fillIn(under policy: SharingPolicy) -> [SharingAction] {
    switch (link, message) {
    case (.ready, nil): [.composeMessage]
    case (.absent, _), (.failed, _), (.timedOut, _): requestLink(under: policy)
    case (.ready, _), (.requested, _), (.queued, _): []
    }
  }

  /// Requests a link; offline the request waits until the user sends.
  mutating func requestLink(under policy: SharingPolicy) -> [SharingAction] {
    guard isOnline else { return [] }
    return sheet.request(for: policy.flow.uploadContactIDs && !sharesLinkOnly ? selection : [])
  }

  mutating func leave(under policy: SharingPolicy) -> [SharingAction] {
    _ = advice.receive(.batchEnded(sent: 0), under: policy.limits)
    self = InviteFlow(advice: advice)
    return [.goBack]
  }
}

extension SharingRules {
  static let sending: [Rule] = [
    Rule("D-FLW-03", "The link is there before the sheet opens."),
    Rule("D-FLW-04", "The link may be generated when the picker loads."),
    Rule("D-FLW-05", "The success screen leads to the picker or back to the app."),
    Rule("D-FLW-06", "With permission: contacts, Next, message, Send via..., success, Done."),
    Rule("D-FLW-07", "Without permission: no list, Share Link, sheet, the same success screen."),
    Rule("D-FLW-09", "Without permission the Share Link screen comes first, then the sheet."),
    Rule("D-TAP-06", "The message is filled in: editing is possible and never needed."),
    Rule("D-TAP-07", "The system's sheet picks the channel; the app has no picker for it."),
    Rule("D-OFF-01", "Offline on entry the picker is shown; the link is generated on Send."),
    Rule("D-SUC-03", "Invite More returns to the picker, Done to the previous screen."),
  ]
}
