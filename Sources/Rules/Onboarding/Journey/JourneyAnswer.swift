public import Vocabulary

/// The result of one input: actions, events, and the reason for a refusal.
public struct JourneyAnswer: Hashable, Sendable, BitwiseCopyable {
  /// The actions for the app to perform; empty after a refusal.
  public internal(set) var actions = SmallSet<JourneyAction>()
  /// The events to report; empty after a refusal.
  public internal(set) var events = SmallSet<JourneyEvent>()
  /// The reason why the input had no effect; `nil` if it was accepted.
  public internal(set) var refusal: JourneyRefusal?

  init() {}

  static func refused(_ refusal: JourneyRefusal) -> JourneyAnswer {
    var answer = JourneyAnswer()
    answer.refusal = refusal
    return answer
  }
}

/// The reason why an input had no effect; every state accepts some input.
public enum JourneyRefusal: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The input does not belong to this screen.
  case notHere
  /// The step is over, as with a second install or "Continue" on home.
  case alreadyDone
  /// The screen cannot be skipped under these rules.
  case notSkippable
  /// All screens after the sign-up require an account.
  case accountRequired
  /// The delayed wall waits for the first meaningful interaction.
  case interactionComesFirst
  /// The device has reached its limit of number changes.
  case tooManyNumbers
  /// The code is not the one that was sent.
  case wrongCode
  /// The code, right or wrong, came after its lifetime; a new one can be requested.
  case codeExpired
  /// The system's prompt for contacts must be answered first.
  case systemPromptIsUp
  /// An answer came before the system's prompt for contacts was shown.
  case neverRequested
  /// There is no permission to read contacts.
  case noPermission
  /// The card is about contacts that may not be read.
  case cardNeedsContacts
  /// The policy has no such card.
  case notACard
  /// The card has no content yet.
  case nothingFound
  /// The input is possible only in an invited newcomer's journey.
  case notInvited
  /// The policy makes no connections.
  case noConnection
  /// The policy does not ask for contacts on this occasion.
  case contactsNotAsked
}

extension JourneyRefusal {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .notHere: "JRN-01"
    case .alreadyDone: "JRN-09"
    case .notSkippable: "PRF-06"
    case .accountRequired: "JRN-02"
    case .interactionComesFirst: "P-ONB-06"
    case .tooManyNumbers: "PHN-02"
    case .wrongCode: "PHN-10"
    case .codeExpired: "PHN-13"
    case .systemPromptIsUp: "PER-01"
    case .neverRequested: "DEC-03"
    case .noPermission: "SYN-06"
    case .cardNeedsContacts: "DNY-05"
    case .notACard: "VAL-01"
    case .nothingFound: "VAL-07"
    case .notInvited: "ONB-07"
    case .noConnection: "P-ONB-05"
    case .contactsNotAsked: "DNY-06"
    }
  }
}
