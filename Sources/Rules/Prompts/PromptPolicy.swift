public import Vocabulary

/// The settings that decide whether a contextual prompt may appear.
public struct PromptPolicy: Hashable, Sendable, BitwiseCopyable {
  /// The prompts that a dismissal keeps away.
  public enum DismissScope: String, CaseIterable, Sendable, BitwiseCopyable {
    /// All prompts; the value of every profile.
    case global
    /// The prompts of the same trigger; a what-if.
    case perTrigger
  }

  /// The number of times that one trigger may fire.
  public enum Repeats: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Once for each user; the value of `rin`.
    case once
    /// Whenever it is met; the value of `product` and `design`.
    case everyOccurrence
  }

  /// The fate of a trigger that is met while a rule withholds the prompt.
  public enum WhileSuppressed: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The trigger has fired, and is spent.
    case lost
    /// The trigger stays unspent, and may be presented again later.
    case waits
  }

  /// The moment at which a prompt enters the lifetime count.
  public enum CountBasis: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A prompt counts when it is shown; the value of every profile.
    case shown
    /// A prompt counts when it is dismissed or acted on.
    case resolved
  }

  /// The place at which prompts appear.
  public enum Surface: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A card in the home tab; the value of `rin`.
    case homeCard
    /// A screen or button of the form that fits the trigger; the value of `product`.
    case celebrationOrInline
    /// A sheet after the action; the value of `design`.
    case postActionSheet
  }

  /// The place of a home card among the active sections.
  public enum CardPosition: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Below "Needs Attention", "Score Changed" and "Upcoming"; the value of `rin`.
    case afterUpcoming
    /// Below "Needs Attention" alone; a what-if.
    case afterNeedsAttention
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The triggers in falling order of priority.
  public var triggers: [PromptTrigger] {
    get { ranked.list }
    set { ranked = RankedTriggers(newValue) }
  }
  /// The amounts of value at which triggers fire; those of the documents in every profile.
  public var moments = ValueMoments()
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
  /// The prompts that a dismissal keeps away; `global` in every profile.
  public var dismissScope = DismissScope.global
  /// Whether no prompt appears during a core flow; `true` in every profile.
  public var suppressInCoreFlow = true
  /// The number of times that one trigger may fire; `once` under `rin` alone.
  public var triggerRepeats = Repeats.once
  /// The fate of a trigger met while a rule withholds the prompt; it matters where triggers fire
  /// once.
  public var triggerWhileSuppressed = WhileSuppressed.lost
  /// The moment at which a prompt enters the lifetime count; `shown` in every profile.
  public var countBasis = CountBasis.shown
  /// Whether a card that stays over several visits counts as one prompt.
  public var persistingCardCountsOnce = true
  /// Whether copying the link has the effect of a share on prompts.
  public var copyCountsAsShare: Bool? = true
  /// The place at which prompts appear, which also sets where their buttons lead.
  public var surface = Surface.homeCard
  /// The place of a home card; `nil` where prompts are no home cards.
  public var cardPosition: CardPosition? = .afterUpcoming
  /// Whether a home card may be hidden beyond the visible sections; `nil` counts as `false`.
  public var cardCountsTowardSectionLimit: Bool? = true
  /// The definition of a week for `maxPerWeek`.
  public var calendar = CalendarPolicy.rin

  var ranked = RankedTriggers([.dedupReview, .contactThreshold, .scoreMilestone])

  /// Creates the policy of `rin`.
  public init() {}
}

extension PromptPolicy {
  /// The policy of `rin`: a home card, at most one a week and three in a lifetime.
  public static let rin = PromptPolicy()

  /// The policy of `product`: at most one prompt a session and three a week, from the second
  /// session.
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

  /// The policy of `design`: a sheet after every action of value, except in core flows.
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
