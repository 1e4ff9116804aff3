/// A moment after which a prompt may be in place.
public enum PromptTrigger: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The user resolved three dedup suggestions in one session.
  case dedupReview
  /// The user's imported contacts reached fifty.
  case contactThreshold
  /// The score reached "Good" for the first time.
  case scoreMilestone
  /// The user completed something worth telling.
  case keyAction
  /// The user looks at something that is better with others.
  case socialContent
  /// A social feature has nothing to show yet.
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

  /// Some of the triggers, in one word of memory.
  public struct Set: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }
  }

  /// The trigger as a set of one.
  public var bit: Set {
    switch self {
    case .dedupReview: Set(rawValue: 1)
    case .contactThreshold: Set(rawValue: 1 << 1)
    case .scoreMilestone: Set(rawValue: 1 << 2)
    case .keyAction: Set(rawValue: 1 << 3)
    case .socialContent: Set(rawValue: 1 << 4)
    case .emptyState: Set(rawValue: 1 << 5)
    case .thirdSession: Set(rawValue: 1 << 6)
    case .contactsPermission: Set(rawValue: 1 << 7)
    case .postAction: Set(rawValue: 1 << 8)
    }
  }
}

extension PromptTrigger.Set {
  /// Returns whether `trigger` is in the set.
  public func holds(_ trigger: PromptTrigger) -> Bool { contains(trigger.bit) }

  /// Puts `trigger` into the set.
  public mutating func add(_ trigger: PromptTrigger) { formUnion(trigger.bit) }

  public init(_ triggers: some Sequence<PromptTrigger>) {
    self = triggers.reduce(into: []) { $0.add($1) }
  }
}
