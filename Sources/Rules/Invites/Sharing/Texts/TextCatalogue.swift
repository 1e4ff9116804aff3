public import Vocabulary

/// The texts of the sharing screens, as one profile shows them.
public struct TextCatalogue: Hashable, Sendable {
  /// The document whose texts come first.
  public var document: ProfileID
  /// The rule that decides between two texts for one situation.
  public var copy: CopyPolicy
  /// The app, whose name replaces `{app}` in the texts.
  public var app: AppIdentity

  /// Creates a catalogue that prefers the texts of `document`; `copy` ranks several of them.
  public init(document: ProfileID, copy: CopyPolicy, app: AppIdentity) {
    self.document = document
    self.copy = copy
    self.app = app
  }

  /// Returns the texts that `document` gives for `situation`, in the document's order.
  public static func wordings(for situation: ScreenText, in document: ProfileID) -> [Wording] {
    Wording.all.filter { $0.situation == situation && $0.document == document }
  }

  /// Returns the text that is shown; where the document has none, another document's serves.
  public func wording(for situation: ScreenText) -> Wording {
    let own = Self.wordings(for: situation, in: document)
    let texts = own.isEmpty ? Wording.all.filter { $0.situation == situation } : own
    return copy.choose(among: texts, by: \.part)
  }

  /// The text that is shown for `situation`, with the app's name filled in.
  public subscript(_ situation: ScreenText) -> String {
    worded(pattern: wording(for: situation).template).replacing("{app}", with: app.name)
  }
}

extension SharingRules {
  static let texts: [Rule] = [
    Rule("SHR-02", "The tagline is the slogan, then whom to share with."),
    Rule("SHR-03", "The sections are \"Your invite link\" and \"Message preview\"."),
    Rule("SHR-04", "The calls to action are \"Share via Messages\" and \"Share via...\"."),
    Rule("CIV-05", "The button reads \"Invite to Rin\"."),
    Rule("NAV-16", "INV1 is titled \"Share Rin\", INV4 \"Your Invites\"; both lead back."),
    Rule("ERR-09", "State tables append \" Try again.\"; the error table does not."),
    Rule("CNF-62", "Texts that no document gives are this package's, and marked so."),
  ]
}

extension TextCatalogue {
  /// Returns the VoiceOver label of the invite button on the page of a contact.
  public func spokenInvite(for name: String) -> String { worded("Invite \(name) to \(app.name).") }

  /// Returns its VoiceOver label once the contact is invited.
  public func spokenInvited(for name: String) -> String {
    worded("\(name) invited to \(app.name).")
  }

  /// Returns the text that the sender reads after a share with contacts of these names.
  ///
  /// Beyond three names the rest is a number, so that twenty fit on the screen.
  public func inviteSent(to names: [String]) -> String {
    // The document writes [Name(s)]; joining several is ours: CNF-62.
    switch names.count {
    case 0: self[.inviteSent]
    case 1: worded("Invite sent to \(names[0])!")
    case 2: worded("Invite sent to \(names[0]) and \(names[1])!")
    case 3: worded("Invite sent to \(names[0]), \(names[1]) and \(names[2])!")
    default: worded("Invite sent to \(names[0]), \(names[1]) and \(names.count - 2) others!")
    }
  }
}

extension SharingRules {
  static let sentences: [Rule] = [
    Rule("ACC-07", "The invite button is spoken with the contact's name."),
    Rule("ACC-08", "The invited state is spoken with the contact's name."),
    Rule("P-SND-06", "The toast promises word when they join."),
    Rule("D-SUC-07", "A share without known names says \"Invite sent!\"."),
  ]
}

/// The text of the prompt that follows a user's third session.
///
/// An app needs it for the prompt after the third session.
public enum SoftPromptText {
  /// Returns the text with its claim; 002 has no source for the factor, so a what-if may vary it.
  public static func thirdSession(app: AppIdentity, claimedFactor: Int = 2) -> String {
    worded("Enjoying \(app.name)? Friends who join together stick around \(claimedFactor)x longer")
  }
}

extension MessageRules {
  static let prompts: [Rule] = [
    Rule(
      "P-ENT-10", "The third-session prompt has its own text; the factor it claims is a parameter.")
  ]
}

/// The errors that seed 000 lists, with the text for the user and the recovery.
///
/// An app needs it to word an error, and to go on after it.
public enum ListedError: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The server could not create the link; ERR-01.
  case linkFailed
  /// Creating the link took longer than its time-out; ERR-02.
  case linkTimedOut
  /// The invite behind a first launch could not be resolved; ERR-03, silent.
  case deferredLinkUnresolved
  /// The invite activity could not be loaded; ERR-04.
  case dashboardFailed
  /// The user cancelled the share sheet; ERR-05, silent.
  case shareCancelled
  /// The server could not connect inviter and invitee; ERR-06, silent.
  case autoConnectionFailed

  /// The way the app continues.
  public enum Recovery: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A button beside the text.
    case retryButton
    /// The onboarding goes on without mention of an invite.
    case standardOnboarding
    /// The share screen is shown again, without a text.
    case returnToShareScreen
    /// Retried silently, at the next sync.
    case retryAtNextSync
  }
}

extension ListedError {
  /// The text that the user reads; `nil` for an error that is silent.
  public var text: ScreenText? {
    switch self {
    case .linkFailed: .linkFailed
    case .linkTimedOut: .linkTimedOut
    case .dashboardFailed: .dashboardFailed
    case .deferredLinkUnresolved, .shareCancelled, .autoConnectionFailed: nil
    }
  }

  /// The way the app continues; Retry for every error that has a text.
  public var recovery: Recovery {
    switch self {
    case .linkFailed, .linkTimedOut, .dashboardFailed: .retryButton
    case .deferredLinkUnresolved: .standardOnboarding
    case .shareCancelled: .returnToShareScreen
    case .autoConnectionFailed: .retryAtNextSync
    }
  }

  /// The rule that lists the error.
  public var rule: RuleID {
    switch self {
    case .linkFailed: "ERR-01"
    case .linkTimedOut: "ERR-02"
    case .deferredLinkUnresolved: "ERR-03"
    case .dashboardFailed: "ERR-04"
    case .shareCancelled: "ERR-05"
    case .autoConnectionFailed: "ERR-06"
    }
  }
}

extension SharingRules {
  static let errors: [Rule] = [
    Rule("ERR-01", "A failed link says so and offers Retry."),
    Rule("ERR-02", "A link that takes over 10 s says so and offers Retry."),
    Rule("ERR-04", "A dashboard that does not load says so and offers Retry."),
    Rule("ERR-05", "A cancelled share is silent and returns to the share screen."),
    Rule("ERR-06", "A failed auto-connection is silent and tried again at the next sync."),
    Rule("ERR-07", "Every error says what happened and what can be done."),
    Rule("ERR-08", "No error says \"Oops\" or apologises."),
    Rule("ERR-10", "Offline without a cached link: a connection is needed."),
    Rule("ERR-11", "Three of the six listed errors are silent."),
  ]
}
