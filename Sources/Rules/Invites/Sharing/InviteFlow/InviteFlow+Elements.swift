public import Vocabulary

extension InviteFlow {
  /// Returns the elements of the flow's present screen, from top to bottom, without contact rows.
  public func elements(
    in texts: TextCatalogue, invitedNames: [String] = [], under policy: SharingPolicy
  ) -> [ScreenElement] {
    switch stage {
    case .closed: []
    case .picker, .preparing: pickerElements(in: texts, under: policy)
    case .message: messageElements(in: texts)
    case .sharing(over: .message): messageElements(in: texts)
    case .sharing: pickerElements(in: texts, under: policy)
    case .success:
      [
        ScreenElement(.text, text: texts.inviteSent(to: sharesLinkOnly ? [] : invitedNames)),
        ScreenElement(.button, text: texts[.inviteMore]),
        ScreenElement(.button, text: texts[.done]),
      ]
    }
  }

  /// Returns the row of a contact in the picker, with the badge of an earlier invite.
  public func row(
    of contact: ContactKey, name: String, history: InviteHistory, at now: Instant
  ) -> ScreenElement {
    let isSelected = selection.contains(contact)
    let badge = history.badge(for: contact, at: now)
    let value = [isSelected ? "Selected" : "Not selected", badge].compactMap(\.self)
      .joined(separator: ", ")
    return ScreenElement(
      .row, text: [name, badge].compactMap(\.self).joined(separator: " · "), label: name,
      value: value, symbol: isSelected ? .checkmark : nil)
  }

  private func pickerElements(
    in texts: TextCatalogue, under policy: SharingPolicy
  ) -> [ScreenElement] {
    let header = [
      ScreenElement(.button, text: texts[.back]),
      ScreenElement(.text, text: texts[.inviteFriends]),
    ]
    // No document words the search field: ours, CNF-62.
    let search = ScreenElement(.field, text: "", label: "Search contacts")
    let shareLink = ScreenElement(
      .button, text: texts[.shareLink], symbol: stage == .preparing ? .spinner : nil,
      isEnabled: stage == .picker)
    let isExplaining = permission.stage == .explaining
    switch pickerState {
    case .loading:
      let list = ScreenElement(
        .placeholder, text: "", label: "Loading contacts", symbol: .spinner, isEnabled: false)
      return header + [search, list]
    case .empty:
      return header + [ScreenElement(.text, text: texts[.contactsEmpty])] + banner(in: texts)
        + [shareLink]
    case .populated:
      let isMerged = policy.flow.mergeSelectAndCompose == true
      let onward = ScreenElement(
        .button, text: texts[isMerged ? .sendVia : .next],
        value: "\(selection.count) selected",
        isEnabled: stage == .picker && !selection.isEmpty, badge: selection.count)
      return header + [search] + banner(in: texts) + [onward]
    case .permissionDenied:
      let allow = permission.allowLink(under: policy.permission).map { _ in
        ScreenElement(.link, text: texts[.allowContacts], isEnabled: stage == .picker)
      }
      return header + banner(in: texts) + [shareLink] + [allow].compactMap(\.self)
    case .permissionNotDetermined:
      return [
        ScreenElement(.text, text: texts[.explainer]),
        ScreenElement(.button, text: texts[.allow], isEnabled: isExplaining),
        ScreenElement(.button, text: texts[.skip], isEnabled: isExplaining),
      ]
    case .error:
      return header + [ScreenElement(.banner, text: texts[.contactsFailed])] + banner(in: texts)
        + [
          shareLink, ScreenElement(.button, text: texts[.retry], isEnabled: stage == .picker),
        ]
    }
  }

  private func messageElements(in texts: TextCatalogue) -> [ScreenElement] {
    let label = texts[.messageLabel]
    let preview =
      message.map { ScreenElement(.field, text: $0, label: label, value: $0) }
      ?? ScreenElement(.placeholder, text: "", label: label, isEnabled: false)
    let retry =
      isOnline && link.isLost
      ? [ScreenElement(.button, text: texts[.retry])] : []
    return [ScreenElement(.button, text: texts[.back]), preview] + banner(in: texts) + retry
      + [ScreenElement(.button, text: texts[.sendVia], isEnabled: canSend)]
  }

  /// Whether the button that sends has an effect: it opens the sheet, or offline the queue and its
  /// text.
  private var canSend: Bool {
    switch link {
    case .ready: message != nil
    case .absent, .failed, .timedOut: !isOnline
    case .queued: true
    case .requested: false
    }
  }

  private func banner(in texts: TextCatalogue) -> [ScreenElement] {
    switch link {
    case .failed: [ScreenElement(.banner, text: texts[.linkFailed])]
    case .timedOut: [ScreenElement(.banner, text: texts[.linkTimedOut])]
    case .queued: [ScreenElement(.banner, text: texts[.offline])]
    case .absent, .requested, .ready: []
    }
  }
}

extension SharingRules {
  static let success: [Rule] = [
    Rule("D-SUC-01", "\"Invite sent to [Name(s)]!\" with Invite More and Done.")
  ]
}
