public import Vocabulary

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
