import Vocabulary

/// The texts of the journey about the inviter after the welcome.
///
/// An app needs it where it speaks of the inviter after the welcome.
public enum InviterOffers {
  /// Returns the text of the delayed wall; without a name it lacks the second half (ours: CNF-62).
  public static func wall(for inviter: Inviter?) -> String {
    guard let name = inviter?.visibleName else { return "Sign up to save your progress" }
    return "Sign up to save your progress and connect with \(name)"
  }

  /// Returns the label of the action beside the first value; `nil` without a name to offer.
  public static func connect(with inviter: Inviter?) -> String? {
    inviter?.visibleName.map { "Connect with \($0)" }
  }

  /// The button inside an App Clip.
  public static let fullApp = "Get the Full App"
}

extension OnboardingRules {
  static let offers: [Rule] = [
    Rule("P-ONB-07", "The words of the delayed wall."),
    Rule("P-RCV-08", "At first value \"Connect with [Sender]\" stands out."),
    Rule("P-CLP-02", "The App Clip's button reads \"Get the Full App\"."),
  ]
}

/// The representation of the inviter in the contact list of the first-value home.
///
/// An app needs it to show the inviter among the contacts.
public enum InviterOnHome: String, CaseIterable, Sendable, BitwiseCopyable {
  /// As a connected user of the app, among the imported contacts.
  case connectedContact
  /// As a contact in the app only, without access to the address book.
  case appOnlyContact

  /// Whether the row carries the badge of an enriched contact.
  public var hasEnrichmentBadge: Bool {
    switch self {
    case .connectedContact, .appOnlyContact: true
    }
  }
}

extension Journey {
  /// The inviter's representation on home; `nil` before, and without a connection.
  public func inviterOnHome(under rules: JourneyRules) -> InviterOnHome? {
    guard isInvited, screen == .home, milestones.contains(.connected) else { return nil }
    return rules.permission.mayRead(access) ? .connectedContact : .appOnlyContact
  }
}

extension OnboardingRules {
  static let inviterOnHome: [Rule] = [
    Rule("ONB-09", "On S12 the inviter is in the list, connected and with the enrichment badge."),
    Rule("ONB-10", "With contacts denied the inviter still appears, as a Rin-only contact."),
  ]
}
