import Vocabulary

/// A screen that the sharing flows come from or lead to.
public enum Screen: String, CaseIterable, Sendable, BitwiseCopyable {
  /// P1, the member's own profile.
  case profileHome
  /// The settings of the app, below the profile on the map.
  case settings
  /// The Home tab, which shows the prompt card.
  case home
  /// The page of one contact.
  case contactDetail
  /// INV1, "Share Rin".
  case shareScreen
  /// INV2, the share of one contact's page; it has no screen of its own.
  case contactShare
  /// INV3, shown to a newcomer who comes from a link.
  case inviteReceipt
  /// The onboarding, to which the receipt of an invite leads.
  case onboarding
  /// INV4, "Your Invites".
  case dashboard
  /// The terms of referrals, to which the dashboard leads.
  case referralTerms
  /// The picker of contacts, which can also share the link alone.
  case picker
  /// The message and the link, between picker and share sheet.
  case message
  /// The confirmation of a share, with Invite More and Done.
  case success
}

extension Screen {
  /// The screens that the navigation map of seed 000 draws below this one.
  public var leadsTo: [Screen] {
    switch self {
    case .profileHome: [.shareScreen, .settings]
    case .settings, .home: [.shareScreen]
    case .contactDetail: [.contactShare]
    case .shareScreen: [.dashboard]
    case .dashboard: [.referralTerms]
    case .inviteReceipt: [.onboarding]
    case .contactShare, .onboarding, .referralTerms, .picker, .message, .success: []
    }
  }

  /// Returns the paths from this screen to `goal` along the map, each without a screen twice.
  public func paths(to goal: Screen) -> [[Screen]] {
    if self == goal { return [[self]] }
    return leadsTo.flatMap { next in next.paths(to: goal).map { [self] + $0 } }
  }

  /// The title in the navigation bar; `nil` for screens that other rules name.
  public var title: ScreenText? {
    switch self {
    case .shareScreen: .shareTitle
    case .dashboard: .dashboardTitle
    case .picker: .inviteFriends
    case .profileHome, .settings, .home, .contactDetail, .contactShare, .inviteReceipt,
      .onboarding, .referralTerms, .message, .success:
      nil
    }
  }

  /// Whether the navigation bar has a "Back" control.
  public var hasBack: Bool {
    switch self {
    case .shareScreen, .dashboard, .referralTerms, .picker, .message: true
    case .profileHome, .settings, .home, .contactDetail, .contactShare, .inviteReceipt,
      .onboarding, .success:
      false
    }
  }
}

extension SharingRules {
  static let navigation: [Rule] = [
    Rule("NAV-09", "INV1 leads to INV4, and INV4 to the referral terms."),
    Rule("NAV-15", "Every way to INV4 leads through INV1."),
  ]
}
