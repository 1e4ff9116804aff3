public import Vocabulary

/// The contacts invited from this device, with times, by opaque keys alone.
public struct InviteHistory: Hashable, Sendable, KeptState {
  private var invited: [ContactKey: Instant] = [:]

  /// Creates a history without invites.
  public init() {}

  /// Returns the moment of the last recorded invite of `contact`; `nil` without one.
  public func lastInvited(_ contact: ContactKey) -> Instant? { invited[contact] }

  /// Records the invite of `contacts`, if the policy has a memory.
  ///
  /// A share of the link alone has no recipients, and so leaves no entry.
  public mutating func note(
    _ contacts: [ContactKey], at now: Instant, under policy: HistoryPolicy
  ) {
    switch policy.memory {
    case nil: return
    case .session, .device: for contact in contacts { invited[contact] = now }
    }
  }

  /// Drops the entries that the policy keeps for one session only.
  public mutating func beginSession(under policy: HistoryPolicy) {
    switch policy.memory {
    case nil, .session: invited.removeAll()
    case .device: return
    }
  }

  /// Returns the badge of a contact that was invited before: `Invited 2d ago`.
  public func badge(for contact: ContactKey, at now: Instant) -> String? {
    lastInvited(contact).map { worded("Invited \(Self.age(now - $0))") }
  }

  // The document gives "2d ago"; the smaller units are ours (CNF-62), rounded down like the days.
  static func age(_ age: Interval) -> String {
    switch age {
    case .days(1)...: worded("\(age.wholeDays)d ago")
    case .hours(1)...: worded("\(age.milliseconds / Interval.hours(1).milliseconds)h ago")
    case .minutes(1)...: worded("\(age.milliseconds / Interval.minutes(1).milliseconds)m ago")
    default: worded("just now")
    }
  }
}

extension SharingRules {
  static let history: [Rule] = [
    Rule("D-HIS-01", "An invited contact carries a badge such as \"Invited 2d ago\"."),
    Rule("D-HIS-02", "An invited contact may be invited again at once."),
    Rule("D-HIS-03", "The badge outlives the session: history is kept on the device."),
    Rule("D-HIS-04", "History holds an opaque key, no name and no number."),
    Rule("D-HIS-05", "A share of the link alone sets no badge."),
    Rule(
      "CNF-25", "Invited contacts are remembered for the session, on the device, or not at all."),
  ]
}

/// A contact in the flows: an irreversible key of this device, without name and number.
public struct ContactKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable, Codable {
  /// The key as a number, which reveals neither name nor number of the contact.
  public var rawValue: UInt64

  /// Creates a key with a known number; `init(of:keyedBy:)` makes one from a contact.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates the key of the contact with this number or address, with a secret that stays on the
  /// device.
  ///
  /// All numbers can be tried out: without a secret a key would be reversible.
  public init(of contact: String, keyedBy signer: some LinkSigner) {
    let signature = signer.signature(of: Array("growthloop contact 1\n\(contact)\n".utf8))
    // FNV-1a only shortens; the signature makes the key irreversible.
    rawValue = signature.text.utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}

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
    let value = [isSelected ? worded("Selected") : worded("Not selected"), badge].compactMap(\.self)
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
    let search = ScreenElement(.field, text: "", label: worded("Search contacts"))
    let shareLink = ScreenElement(
      .button, text: texts[.shareLink], symbol: stage == .preparing ? .spinner : nil,
      isEnabled: stage == .picker)
    let isExplaining = permission.stage == .explaining
    switch pickerState {
    case .loading:
      let list = ScreenElement(
        .placeholder, text: "", label: worded("Loading contacts"), symbol: .spinner,
        isEnabled: false)
      return header + [search, list]
    case .empty:
      return header + [ScreenElement(.text, text: texts[.contactsEmpty])] + banner(in: texts)
        + [shareLink]
    case .populated:
      let isMerged = policy.flow.mergeSelectAndCompose == true
      let onward = ScreenElement(
        .button, text: texts[isMerged ? .sendVia : .next],
        value: worded("\(selection.count) selected"),
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
