public import Vocabulary

/// The settings that decide whether a contextual prompt may appear.
public struct PromptPolicy: Hashable, Sendable, BitwiseCopyable {
  public enum DismissScope: String, CaseIterable, Sendable, BitwiseCopyable {
    case global
    case perTrigger
  }

  public enum Repeats: String, CaseIterable, Sendable, BitwiseCopyable {
    case once
    case everyOccurrence
  }

  public enum WhileSuppressed: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The trigger has fired, and is spent.
    case lost
    /// The trigger stays unspent, and may be presented again later.
    case waits
  }

  public enum CountBasis: String, CaseIterable, Sendable, BitwiseCopyable {
    case shown
    /// A prompt counts when it is dismissed or acted on.
    case resolved
  }

  public enum Surface: String, CaseIterable, Sendable, BitwiseCopyable {
    case homeCard
    case celebrationOrInline
    case postActionSheet
  }

  public enum CardPosition: String, CaseIterable, Sendable, BitwiseCopyable {
    case afterUpcoming
    case afterNeedsAttention
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The triggers in falling order of priority.
  public var triggers: [PromptTrigger] {
    get { ranked.list }
    set { ranked = RankedTriggers(newValue) }
  }
  /// The least time between two prompts; `nil` sets no limit.
  public var minimumInterval: Interval? = .days(7)
  /// The most prompts in a lifetime; `nil` sets no limit.
  public var lifetimeMax: Int? = 3
  /// The most prompts in one session; `nil` sets no limit.
  public var maxPerSession: Int?
  /// The most prompts in a week, at most `RecentPrompts.capacity`; `nil` sets no limit.
  public var maxPerWeek: Int? = 1
  /// The first session that may show a prompt.
  public var minSession = 1
  /// The fewest contacts that a prompted user has; `nil` sets no minimum.
  public var minContacts: Int? = 10
  /// The time without prompts after a share; `nil` sets none.
  public var quietAfterShare: Interval? = .days(14)
  /// The time without prompts after a dismissal; `nil` sets none.
  public var dismissCooldown: Interval? = .days(7)
  /// The number of dismissals that brings a long silence; `nil` for never.
  public var dismissalsToSuppress: Int?
  /// The duration of that silence.
  public var silenceAfterDismissals: Interval?
  public var dismissScope = DismissScope.global
  public var suppressInCoreFlow = true
  public var triggerRepeats = Repeats.once
  public var triggerWhileSuppressed = WhileSuppressed.lost
  public var countBasis = CountBasis.shown
  /// Whether a card that stays over several visits counts as one prompt.
  public var persistingCardCountsOnce = true
  /// Whether copying the link has the effect of a share on prompts.
  public var copyCountsAsShare: Bool? = true
  public var surface = Surface.homeCard
  public var cardPosition: CardPosition? = .afterUpcoming
  public var cardCountsTowardSectionLimit: Bool? = true
  /// The definition of a week for `maxPerWeek`.
  public var calendar = CalendarPolicy.rin

  var ranked = RankedTriggers([.dedupReview, .contactThreshold, .scoreMilestone])

  public init() {}
}

extension PromptPolicy {
  public static let rin = PromptPolicy()

  public static let product: PromptPolicy = {
    var policy = PromptPolicy.design
    policy.document = .product
    policy.triggers = [.keyAction, .socialContent, .emptyState, .thirdSession]
    policy.maxPerSession = 1
    policy.maxPerWeek = 3
    policy.minSession = 2
    policy.dismissalsToSuppress = 2
    policy.silenceAfterDismissals = .days(30)
    policy.surface = .celebrationOrInline
    policy.calendar = .product
    return policy
  }()

  public static let design: PromptPolicy = {
    var policy = PromptPolicy()
    policy.document = .design
    policy.triggers = [.postAction]
    policy.minimumInterval = nil
    policy.lifetimeMax = nil
    policy.maxPerWeek = nil
    policy.minContacts = nil
    policy.quietAfterShare = nil
    policy.dismissCooldown = nil
    policy.triggerRepeats = .everyOccurrence
    policy.copyCountsAsShare = nil
    policy.surface = .postActionSheet
    policy.cardPosition = nil
    policy.cardCountsTowardSectionLimit = nil
    policy.calendar = .design
    return policy
  }()
}
