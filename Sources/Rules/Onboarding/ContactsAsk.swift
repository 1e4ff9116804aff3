public import Vocabulary

/// A moment at which an app may consider asking for contacts.
public enum ContactsOccasion: String, CaseIterable, Sendable, BitwiseCopyable {
  /// A step of onboarding may ask for contacts.
  case onboardingStep
  /// The user enters the flow that picks people to invite.
  case flowEntry
  /// The user started something that needs contacts.
  case actionNeedsContacts
  /// A session began; no policy asks for that reason.
  case sessionBegan
  /// Time has passed; no policy asks for that reason.
  case timePassed
}

/// The decision whether and how to ask for contacts on an occasion.
///
/// An app needs it before it asks for contacts.
public enum ContactsAsk: Hashable, Sendable, BitwiseCopyable {
  /// Contacts can be read already.
  case proceed
  /// Show the explainer; the system's prompt follows if the user agrees.
  case explain
  /// Only a change in the system's settings grants access now.
  case openSettings
  /// Do not ask.
  case none(because: Reason)

  /// The reason for not asking.
  public enum Reason: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Neither time nor the number of sessions is a reason to ask.
    case userStartedNothing
    /// The policy explains at another point.
    case explainedElsewhere
    /// The user has answered an explainer or the system's prompt before.
    case answeredBefore
    /// The policy never asks again.
    case neverAsksAgain
  }
}

extension ContactsAsk.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .userStartedNothing: "DNY-06"
    case .explainedElsewhere: "DEC-03"
    case .answeredBefore: "DNY-04"
    case .neverAsksAgain: "DNY-03"
    }
  }
}

extension PermissionPolicy {
  /// Decides whether and how to ask on `occasion`.
  ///
  /// `wasAnswered` is whether the user answered an explainer or the system before: "Not now" is an
  /// answer, although the system still reports "not determined".
  public func ask(
    on occasion: ContactsOccasion, access: ContactsAccess, wasAnswered: Bool
  ) -> ContactsAsk {
    if mayRead(access) { return .proceed }
    switch occasion {
    case .sessionBegan, .timePassed:
      return .none(because: .userStartedNothing)
    case .onboardingStep:
      if explainer != .onboarding { return .none(because: .explainedElsewhere) }
      return wasAnswered || access != .notDetermined
        ? .none(because: .answeredBefore) : .explain
    case .flowEntry:
      if explainer != .firstFlowEntry { return .none(because: .explainedElsewhere) }
      return wasAnswered || access != .notDetermined
        ? .none(because: .answeredBefore) : .explain
    case .actionNeedsContacts:
      switch reask {
      case .never: return .none(because: .neverAsksAgain)
      case .onNeed: break
      }
      switch access {
      case .notDetermined:
        switch allowLinkWhenUndetermined {
        case .systemPrompt: return .explain
        case .settings: return .openSettings
        case nil: return .none(because: .neverAsksAgain)
        }
      case .denied, .restricted, .limited, .authorized:
        // The system asks only once; afterwards only its settings change the access.
        return .openSettings
      }
    }
  }
}

extension OnboardingRules {
  static let asking: [Rule] = [
    Rule("DNY-03", "Asking again is contextual only: when an action needs contacts."),
    Rule("DNY-04", "There is no repeated nagging for contacts."),
    Rule("DNY-06", "A contacts prompt is raised by the user's action, never by time or sessions."),
  ]
}

/// The trust contract that precedes the system's contacts prompt.
///
/// An app needs it for the screen before the system's question.
public struct ContactsExplainer: Hashable, Sendable {
  /// The reason for needing contacts.
  public let why: String
  /// The promise that no messages go out without permission.
  public let noSpam: String
  /// The promise that the user controls sharing.
  public let control: String
  /// The label of the primary button, which leads to the system's prompt.
  public let allow: String
  /// The label of the secondary button, which leaves the system's prompt unspent.
  public let notNow: String
}

extension ContactsExplainer {
  /// Returns the explainer; the buttons are the seed's words, the three sentences ours (CNF-62).
  public static func text(for app: AppIdentity) -> ContactsExplainer {
    ContactsExplainer(
      why: worded("\(app.name) needs your contacts to find duplicates and keep them in order."),
      noSpam: worded("No spam: nobody hears from us without your permission."),
      control: worded("You control what is shared, and with whom."),
      allow: worded("Allow Contacts"),
      notNow: worded("Not now"))
  }
}

extension OnboardingRules {
  static let explainer: [Rule] = [
    Rule("PER-02", "The explainer says why, promises no spam, and leaves control to the user."),
    Rule("PER-03", "The explainer's buttons are \"Allow Contacts\" and \"Not now\"."),
  ]
}

/// The benefits of the app without contacts.
///
/// An app needs it for the screen of a user who denied access to contacts.
public enum SelfManagementBenefit: String, CaseIterable, Sendable {
  /// The user can edit the profile.
  case manageOwnProfile = "Manage own profile"
  /// The user can set what the circles Public and Everyone see.
  case definePublicVisibility = "Define public/everyone visibility"
  /// The user can get ready to sync contacts at another time.
  case prepareForLaterSync = "Prepare for later sync"

  /// The benefit in the seed's words, with its first letter raised.
  public var text: String { rawValue }
}

extension OnboardingRules {
  static let selfManagement: [Rule] = [
    Rule("DNY-02", "Self-management mode highlights three benefits.")
  ]
}
