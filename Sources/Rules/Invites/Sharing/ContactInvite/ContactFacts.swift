public import Vocabulary

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
