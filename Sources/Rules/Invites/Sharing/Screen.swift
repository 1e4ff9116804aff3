public import Vocabulary

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

/// A link into the app, as the navigation represents it.
///
/// An app needs it to write its own links, and to find the screen of one.
public enum DeepLink: Hashable, Sendable {
  /// A link to accept the invite with this code.
  case invite(code: String)
  /// A link to the page of the contact with this identifier.
  case contact(id: String)

  /// The notation of the link.
  public enum Form: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The app's own scheme, such as `rin://invite/a3Xk9m2Q`.
    case customScheme
    /// The app's host and a path, written without `https://`; invite links alone have it.
    case universal
  }
}

extension DeepLink {
  /// The screen that the link opens; its `leadsTo` lists the screens that may follow.
  public var screen: Screen {
    switch self {
    case .invite: .inviteReceipt
    case .contact: .contactDetail
    }
  }

  /// Returns the link as text; `nil` in a form that does not exist for it.
  public func text(in form: Form, for app: AppIdentity) -> String? {
    switch (self, form) {
    case (.invite(let code), .customScheme): "\(app.scheme)://invite/\(code)"
    case (.invite(let code), .universal): "\(app.host)/invite/\(code)"
    case (.contact(let id), .customScheme): "\(app.scheme)://contacts/\(id)"
    case (.contact, .universal): nil
    }
  }
}

extension SharingRules {
  static let deepLinks: [Rule] = [
    Rule("NAV-10", "An invite link enters INV3, which hands over to onboarding."),
    Rule("NAV-11", "Invite links are written with the custom scheme or as universal links."),
    Rule("NAV-12", "A contact link opens the contact's page."),
  ]
}

/// The destination of a tap on an entry point.
///
/// An app needs it to answer a tap on one of its entry points.
public enum EntryDecision: Hashable, Sendable {
  /// This screen opens, as the rule states.
  case opens(Screen, rule: RuleID)
  /// The share sheet opens without a screen in between.
  case opensSheet(rule: RuleID)
  /// The policy does not list the entry point, so nothing opens.
  case notOffered(rule: RuleID)
}

extension FlowPolicy {
  /// Returns the destination of a tap on `entry`, under the rules of `document`.
  public func open(from entry: EntryPoint, in document: ProfileID) -> EntryDecision {
    guard entryPoints.contains(entry) else {
      return .notOffered(rule: StayReason.notAnEntryPoint.rule(in: document))
    }
    // The page of a contact is specific enough already: it bypasses the share screen (000 §5.3).
    if entry == .contactDetail { return .opensSheet(rule: "NAV-19") }
    switch entryOpens {
    case .shareScreen: return .opens(.shareScreen, rule: entry.rule)
    case .shareSheet: return .opensSheet(rule: "P-SND-02")
    case .picker: return .opens(.picker, rule: "D-ENT-05")
    }
  }
}

extension FlowPolicy.EntryPoint {
  /// The screen of the entry point; `nil` for one that can be reached from anywhere.
  public var screen: Screen? {
    switch self {
    case .profile, .profileSettings: .profileHome
    case .contactDetail: .contactDetail
    case .homePrompt: .home
    case .settings: .settings
    case .navigationMenu, .contextual, .postAction: nil
    }
  }

  /// Whether the entry point is always there, unlike a prompt.
  public var isPersistent: Bool {
    switch self {
    case .profile, .contactDetail, .settings, .profileSettings, .navigationMenu: true
    case .homePrompt, .contextual, .postAction: false
    }
  }

  /// Returns the entry point as a control; `nil` for a prompt, which brings its own texts.
  public func control(in texts: TextCatalogue) -> ScreenElement? {
    guard isPersistent else { return nil }
    let text: ScreenText =
      switch (self, texts.document) {
      case (.contactDetail, _): .inviteContact
      case (_, .rin): .shareTitle
      case (_, .product), (_, .design): .inviteFriends
      }
    return ScreenElement(.row, text: texts[text], symbol: .invite)
  }

  var rule: RuleID {
    switch self {
    case .profile, .profileSettings: "NAV-05"
    case .settings: "NAV-06"
    case .contactDetail: "NAV-07"
    case .homePrompt: "NAV-08"
    case .navigationMenu, .contextual, .postAction: "NAV-13"
    }
  }
}

extension SharingRules {
  static let entryPoints: [Rule] = [
    Rule("NAV-05", "\"Share Rin\" on Profile Home opens INV1."),
    Rule("NAV-06", "\"Share Rin\" in Settings opens INV1."),
    Rule("NAV-07", "\"Invite to Rin\" on a contact opens INV2."),
    Rule("NAV-08", "The prompt card on Home opens INV1."),
    Rule("NAV-13", "There are exactly four entry points."),
    Rule("NAV-14", "Entry points and event sources correspond one to one."),
    Rule("NAV-19", "A contact's page opens the sheet; only three entry points open INV1."),
    Rule("P-SND-02", "An entry point opens the share sheet with nothing in between."),
    Rule("P-ENT-01", "Profile/Settings has an \"Invite Friends\" row with an icon."),
    Rule("P-ENT-02", "The navigation menu has an \"Invite Friends\" row, reachable from anywhere."),
    Rule("D-ENT-01", "Profile and the post-action prompt are entry points."),
    Rule("D-ENT-03", "The row in Settings opens the picker."),
    Rule("D-ENT-05", "All entry points open one picker."),
    Rule("CNF-50", "An entry point opens the share screen, the sheet, or the picker."),
  ]
}
