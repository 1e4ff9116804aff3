/// A moment after which a prompt may be appropriate.
public enum PromptTrigger: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The user resolved three dedup suggestions in one session.
  case dedupReview
  /// The user's imported contacts reached fifty.
  case contactThreshold
  /// The score reached "Good" for the first time.
  case scoreMilestone
  /// The user completed an achievement worth sharing.
  case keyAction
  /// The user looks at something that is better with others.
  case socialContent
  /// A social feature has no content yet.
  case emptyState
  /// The user's third session began.
  case thirdSession
  /// The app is about to ask for contacts.
  case contactsPermission
  /// The user finished an action of value.
  case postAction
}

extension PromptTrigger {
  /// The name of the trigger in events, in lower snake case.
  public var eventName: String { rawValue.snakeCase }
}

extension PromptTrigger: SmallSetMember {
  /// Some of the triggers, in one word of memory.
  public typealias Set = SmallSet<PromptTrigger>

  /// The place among the triggers in the order of their declaration, from 0 to 8.
  public var ordinal: UInt8 {
    switch self {
    case .dedupReview: 0
    case .contactThreshold: 1
    case .scoreMilestone: 2
    case .keyAction: 3
    case .socialContent: 4
    case .emptyState: 5
    case .thirdSession: 6
    case .contactsPermission: 7
    case .postAction: 8
    }
  }
}
