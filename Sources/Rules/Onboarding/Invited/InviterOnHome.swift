import Vocabulary

/// How the inviter appears in the contact list of the first-value home.
public enum InviterOnHome: String, CaseIterable, Sendable, BitwiseCopyable {
  /// As a connected user of the app, among the imported contacts.
  case connectedContact
  /// As someone known to the app only: the address book is closed to it.
  case appOnlyContact

  /// Whether the row carries the badge of an enriched contact.
  public var hasEnrichmentBadge: Bool {
    switch self {
    case .connectedContact, .appOnlyContact: true
    }
  }
}

extension Journey {
  /// How the inviter appears on home; `nil` before, and without a connection.
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
