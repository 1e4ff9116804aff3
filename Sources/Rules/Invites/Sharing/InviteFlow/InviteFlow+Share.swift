import Vocabulary

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
