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
