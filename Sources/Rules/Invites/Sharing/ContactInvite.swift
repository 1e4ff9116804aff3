public import Vocabulary

/// The invite of one contact from their page, INV2.
public struct ContactInvite: SheetFlow {
  /// The progress of the invite, whether or not the page shows a button.
  public enum Stage: Hashable, Sendable {
    /// The button reads "Invite to Rin", or is hidden; followed by loading.
    case idle
    /// The sheet is being prepared; followed by sharing, or by idle on a failure.
    case loading
    /// The sheet is up; followed by invited or idle.
    case sharing
    /// The button reads "Invited"; followed by idle when the app's memory of the invite ends.
    case invited
  }

  /// The five states that the document lists.
  public enum State: String, CaseIterable, Sendable {
    /// The button offers the invite.
    case visible
    /// The contact uses the app; a badge stands in the button's place.
    case hiddenOnApp
    /// The contact has neither a phone number nor an email address; the place is empty.
    case hiddenUnreachable
    /// The button shows a spinner: the sheet is being prepared, or is up.
    case loading
    /// The button reads "Invited" with a checkmark, and is disabled.
    case shared
  }

  /// The facts of the contact on whose page the button stands.
  public var contact: ContactFacts
  /// The progress of the invite; `invited` from the start for a remembered invite.
  public private(set) var stage = Stage.idle
  /// The link and the message; the entry point is always `contactDetail`.
  public private(set) var sheet = LinkSheet(entry: .contactDetail)

  /// Creates the page of `contact`; `wasInvited` means that the app remembers an invite.
  public init(contact: ContactFacts, wasInvited: Bool = false) {
    self.contact = contact
    stage = wasInvited ? .invited : .idle
  }

  /// Always `false`: the page of the contact stays; only the share comes and goes.
  public var isClosed: Bool { false }

  /// Returns the state among the five; `nil` where the profile offers no such button.
  public func state(under policy: FlowPolicy) -> State? {
    switch contact.inviteButton(under: policy) {
    case .hidden(.notOffered): nil
    case .hidden(.onApp): .hiddenOnApp
    case .hidden(.unreachable): .hiddenUnreachable
    case .visible:
      switch stage {
      case .idle: .visible
      case .loading, .sharing: .loading
      case .invited: .shared
      }
    }
  }
}

extension ContactInvite {
  /// An act of the user on the contact's page, or a report of the host.
  public enum Event: SheetFlowEvent {
    /// The button was tapped; `cachedLink` is the inviter's existing link, if there is one.
    case tapped(cachedLink: String?, isOnline: Bool)
    /// A report of the host about the link, the message or the share sheet.
    case sheet(LinkSheet.Event)
    /// A new session began; it ends "Invited" unless the policy remembers on the device.
    case sessionBegan
  }

  /// Applies `event` and returns the actions to perform, in order; `now` has no effect.
  public mutating func receive(
    _ event: Event, at now: Instant, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (.idle, .tapped(let cachedLink, let isOnline)):
      guard contact.inviteButton(under: policy.flow) == .visible else {
        return .stay(.notPossibleHere)
      }
      if cachedLink != nil || isOnline { stage = .loading }
      return sheet.open(from: .contactDetail, cachedLink: cachedLink, isOnline: isOnline)
    case (_, .sheet(let event)): return receive(event, under: policy)
    case (.invited, .sessionBegan):
      if policy.history.memory != .device { stage = .idle }
      return []
    case (.idle, .sessionBegan), (.loading, .sessionBegan), (.sharing, .sessionBegan):
      return []
    // No document states whether a contact may be invited twice in a session; the button rests:
    // ours.
    case (.invited, .tapped): return .stay(.alreadyInvited)
    case (.loading, .tapped), (.sharing, .tapped): return .stay(.notPossibleHere)
    }
  }

  private mutating func receive(
    _ event: LinkSheet.Event, under policy: SharingPolicy
  ) -> [SharingAction] {
    switch (stage, event) {
    case (_, .linkReady), (_, .linkFailed), (_, .linkTimedOut):
      let actions = sheet.receive(event, under: policy)
      if stage == .loading, link.isLost { stage = .idle }
      return actions
    case (.loading, .messageComposed):
      guard case .ready = link else { return .stay(.linkNotReady) }
      stage = .sharing
      _ = sheet.receive(event, under: policy)
      return sheet.present()
    case (.sharing, .sheetClosed(let result)):
      let isRemembered = result != .cancelled && policy.history.memory != nil
      stage = isRemembered ? .invited : .idle
      return sheet.receive(event, under: policy)
    case (.idle, .messageComposed), (.idle, .sheetClosed), (.loading, .sheetClosed),
      (.sharing, .messageComposed), (.invited, .messageComposed), (.invited, .sheetClosed):
      return .stay(.notPossibleHere)
    }
  }
}

extension ContactInvite.Event {
  /// The tap on the button, or those in the share sheet; `nil` for all other reports.
  public var tap: Tap? {
    switch self {
    case .tapped: Tap(.entry)
    case .sheet(let event): event.tap
    case .sessionBegan: nil
    }
  }

  /// Always `false`: the flow waits for no moment.
  public var isClock: Bool { false }
}

extension ContactInvite {
  /// Returns examples of the events that may come next; of a tap both online and offline.
  public func possibleEvents(under policy: SharingPolicy) -> [Event] {
    switch stage {
    case .idle:
      [
        .tapped(cachedLink: nil, isOnline: true), .tapped(cachedLink: nil, isOnline: false),
        .tapped(cachedLink: "https://rin.app/invite/a3Xk9m2Q", isOnline: true),
      ]
    case .loading, .sharing:
      sheet.possibleEvents(isPresented: stage == .sharing).map(Event.sheet)
    case .invited: [.sessionBegan]
    }
  }
}

extension SharingRules {
  static let contactInvite: [Rule] = [
    Rule("CIV-06", "The button opens the share sheet with no screen in between."),
    Rule("CIV-10", "The message can be edited before it is sent."),
    Rule("CIV-11", "The invite button has five states."),
    Rule("CIV-12", "While the sheet is being prepared the button shows that it loads."),
    Rule("CIV-13", "After a completed share the button reads \"Invited\" for the session."),
    Rule("CIV-14", "A contact is sent the inviter's one link; there is no code per contact."),
    Rule("CIV-15", "A cancel is silent and leaves the button as it was."),
    Rule("CIV-16", "A share from a contact's page reports the source contact."),
    Rule("CIV-17", "\"Invited\" does not outlive the session."),
  ]
}

/// The facts that decide whether a contact can be invited from their page.
public struct ContactFacts: Hashable, Sendable, BitwiseCopyable {
  /// The user of the app whom the contact was matched with.
  public var principal: PrincipalID?
  /// Whether the contact has at least one phone number.
  public var hasPhone: Bool
  /// Whether the contact has at least one email address.
  public var hasEmail: Bool

  /// Creates the facts of a contact; a `principal` of `nil` means that no account was matched.
  public init(principal: PrincipalID?, hasPhone: Bool, hasEmail: Bool) {
    self.principal = principal
    self.hasPhone = hasPhone
    self.hasEmail = hasEmail
  }
}

/// The decision whether the page of a contact has an invite button, with the reason.
public enum InviteButton: Hashable, Sendable {
  /// The button shows: the contact can be reached and is not matched with an account.
  case visible
  /// The button does not show, for the reason given.
  case hidden(Hidden)

  /// A reason to hide the button; of several that apply, the first in this order is given.
  public enum Hidden: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The profile offers no invite from a contact's page.
    case notOffered
    /// The contact uses the app; a badge stands in the button's place.
    case onApp
    /// The contact has neither a phone number nor an email address.
    case unreachable
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .visible: "CIV-01"
    case .hidden(.notOffered): "CNF-09"
    case .hidden(.onApp): "CIV-02"
    case .hidden(.unreachable): "CIV-03"
    }
  }
}

extension ContactFacts {
  /// Decides whether the contact's page shows the invite button.
  public func inviteButton(under policy: FlowPolicy) -> InviteButton {
    guard policy.perContactInvite else { return .hidden(.notOffered) }
    guard principal == nil else { return .hidden(.onApp) }
    return hasPhone || hasEmail ? .visible : .hidden(.unreachable)
  }
}

/// An action on the page of a contact, in order from top to bottom.
///
/// An app needs it to lay out the page of a contact.
public enum ContactAction: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The Call button, on every contact's page.
  case call
  /// The Message button, on every contact's page.
  case message
  /// The Share button, on every contact's page.
  case share
  /// The invite button; the only action that `section(for:under:)` may leave out.
  case invite
  /// The button that removes the contact, always last.
  case remove

  /// Returns the actions section of the page.
  public static func section(
    for contact: ContactFacts, under policy: FlowPolicy
  ) -> [ContactAction] {
    allCases.filter { $0 != .invite || contact.inviteButton(under: policy) == .visible }
  }
}

extension ContactInvite {
  /// Returns the invite button of a contact called `name`, or the badge in its place; `nil` if
  /// hidden.
  public func element(
    for name: String, in texts: TextCatalogue, under policy: FlowPolicy
  ) -> ScreenElement? {
    switch state(under: policy) {
    case nil, .hiddenUnreachable: nil
    case .hiddenOnApp: ScreenElement(.text, text: texts[.onAppBadge])
    case .visible:
      ScreenElement(.button, text: texts[.inviteContact], label: texts.spokenInvite(for: name))
    case .loading:
      ScreenElement(
        .button, text: texts[.inviteContact], label: texts.spokenInvite(for: name),
        symbol: .spinner, isEnabled: false)
    case .shared:
      ScreenElement(
        .button, text: texts[.contactInvited], label: texts.spokenInvited(for: name),
        symbol: .checkmark, isEnabled: false)
    }
  }
}

extension SharingRules {
  static let contactButton: [Rule] = [
    Rule("CIV-01", "The button shows for a reachable contact who is not a user."),
    Rule("CIV-02", "For a user of the app the \"On Rin\" badge stands in its place."),
    Rule("CIV-03", "Without phone and email there is no button."),
    Rule("CIV-04", "It stands after Call, Message and Share, before Remove."),
    Rule(
      "CNF-09",
      "The address book is read to invite only where the picker is on, and uploaded only where matching is."
    ),
    Rule("PRV-05", "Rin never reads the address book to list people to invite."),
  ]
}
