public import Vocabulary

/// An action that the journey requests from the app.
public enum JourneyAction: UInt8, SmallSetMember {
  /// Show the screen that the journey is now on.
  case showScreen
  /// Present the sign-up as the wall after the first value.
  case showSignUpWall
  /// Show the explainer above the present screen.
  case showContactsExplainer
  /// Show the system's contacts prompt.
  case requestContacts
  /// Open the app's page in the system's settings.
  case openSettings
  /// Create the account of a new principal.
  case createAccount
  /// Connect inviter and newcomer in the background; nothing is shown.
  case connectInviter
  /// Offer "Connect with [Sender]".
  case offerConnection
  /// Drop the invite: the sign-up led to an existing account.
  case discardInvite
  /// Start the sync of contacts in the background.
  case startSync
  /// Generate a username.
  case assignUsername
  /// Save the access matrix.
  case saveSharingDefaults
  /// Open the subject of the invite, or the default home.
  case openDestination
  /// Highlight the features that work without contacts.
  case showSelfManagement
}

extension JourneyAction {
  /// The rule that requires it.
  public var rule: RuleID {
    switch self {
    case .showScreen: "JRN-01"
    case .showSignUpWall: "P-ONB-06"
    case .showContactsExplainer: "PER-01"
    case .requestContacts: "DEC-03"
    case .openSettings: "DNY-03"
    case .createAccount: "PHN-08"
    case .connectInviter: "ONB-01"
    case .offerConnection: "P-ONB-05"
    case .discardInvite: "EDG-03"
    case .startSync: "SYN-01"
    case .assignUsername: "PRF-02"
    case .saveSharingDefaults: "CCL-05"
    case .openDestination: "P-ONB-04"
    case .showSelfManagement: "DNY-01"
    }
  }
}

extension OnboardingRules {
  static let actions: [Rule] = [
    Rule("PHN-08", "The right code proves the number and creates the principal account."),
    Rule("PRF-02", "Whoever skips the username is assigned a generated one."),
    Rule("DEC-06", "The username can be skipped; a random default of two words steps in."),
    Rule("CCL-05", "Completing the sharing step saves the baseline access matrix."),
    Rule("SYN-01", "Sync starts at once on permission, and goes on during onboarding."),
    Rule("DEC-09", "Sync starts as early as it safely can, to finish during onboarding."),
    Rule("PER-04", "If contacts are allowed, sync starts at once while onboarding goes on."),
  ]
}
