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

extension PromptPolicy {
  /// Returns whether a prompt may appear for `trigger` at `now`, with every reason against it.
  ///
  /// Any one reason is enough to withhold the prompt. Cool-downs end when they have passed in full:
  /// at exactly seven days the user is eligible again. Allocates nothing.
  public func decide(
    _ trigger: PromptTrigger, for history: borrowing PromptHistory, at now: Instant,
    zone: CivilZone
  ) -> PromptDecision {
    let counted = countBasis == .shown ? history.shown : history.resolved
    var decision = PromptDecision(trigger: trigger, number: counted + 1, document: document)

    if !ranked.all.contains(trigger) { decision.suppressions.insert(.notATrigger) }
    if suppressInCoreFlow, history.isInCoreFlow { decision.suppressions.insert(.coreFlow) }
    if hidesCard(below: history.sectionsAbove) { decision.suppressions.insert(.behindMore) }
    if triggerRepeats == .once, history.spent.contains(trigger) {
      decision.suppressions.insert(.triggerSpent)
    }
    if let lifetimeMax, counted >= lifetimeMax { decision.suppressions.insert(.lifetimeCap) }
    if let minimumInterval, let last = history.recent.newest, now < last + minimumInterval {
      decision.suppressions.insert(.minInterval)
      decision.intervalEnds = last + minimumInterval
    }
    if maxPerWeek == 0 {
      decision.suppressions.insert(.weeklyCap)
    } else if let maxPerWeek, let decisive = history.recent.nth(maxPerWeek) {
      let ends = calendar.weekEnds(for: decisive, zone: zone)
      if now < ends {
        decision.suppressions.insert(.weeklyCap)
        decision.weekEnds = ends
      }
    }
    if let maxPerSession, history.shownThisSession >= maxPerSession {
      decision.suppressions.insert(.sessionCap)
    }
    // An active user is in a session, also when none was announced.
    if max(history.sessions, 1) < minSession { decision.suppressions.insert(.tooEarlySession) }
    judgeDismissals(history.dismissals[trigger, dismissScope], at: now, in: &decision)
    if let quietAfterShare, let share = history.lastShare, now < share + quietAfterShare {
      decision.suppressions.insert(.recentShare)
      decision.shareFades = share + quietAfterShare
    }
    if let minContacts, history.contacts < minContacts {
      decision.suppressions.insert(.tooFewContacts)
    }
    return decision
  }

  private func judgeDismissals(
    _ record: DismissalLog.Record, at now: Instant, in decision: inout PromptDecision
  ) {
    if let dismissCooldown, let last = record.last, now < last + dismissCooldown {
      decision.suppressions.insert(.dismissCooldown)
      decision.cooldownEnds = last + dismissCooldown
    }
    if let quietUntil = record.quietUntil, now < quietUntil {
      decision.suppressions.insert(.dismissedTooOften)
      decision.silenceEnds = quietUntil
    }
  }

  /// Returns the one trigger to present of several that are met at once: the first in the policy's list.
  public func first(of met: PromptTrigger.Set) -> PromptTrigger? {
    ranked.first(of: met)
  }
}

extension PromptRules {
  static let suppression: [Rule] = [
    Rule("PRM-03", "At most one prompt a week."),
    Rule("PRM-04", "At most three prompts in a lifetime; then never again."),
    Rule("PRM-05", "A prompt follows only a moment of value that the profile lists."),
    Rule("PRM-17", "Seven days lie between two prompts."),
    Rule("PRM-18", "No prompt after the third that was shown."),
    Rule("PRM-19", "No prompt within fourteen days of a share."),
    Rule("PRM-20", "No prompt within seven days of dismissing the last one."),
    Rule("PRM-21", "No prompt with fewer than ten contacts."),
    Rule("PRM-31", "Any one suppression rule withholds the card."),
    Rule("PRM-32", "At exactly seven days a prompt is allowed again."),
    Rule("PRM-33", "A dismissal counts from itself, not from when the card was shown."),
    Rule("PRM-34", "Of triggers met at once, the one listed first is presented."),
    Rule("PRM-35", "A trigger fires once, and is lost when met while suppressed."),
    Rule("P-PRM-01", "At most one prompt in a session."),
    Rule("P-PRM-02", "At most three prompts in a week."),
    Rule("P-PRM-03", "No prompt during a core flow."),
    Rule("P-PRM-04", "Two dismissals keep prompts away for thirty days."),
    Rule("P-PRM-05", "No prompt before the second session."),
    Rule("P-PRM-06", "One component decides when a prompt appears."),
    Rule("P-PRM-08", "There is no lifetime cap: three a week is the ceiling."),
    Rule("P-PRM-09", "Sharing does not keep later prompts away."),
    Rule("P-ENT-12", "Prompts follow only the triggers that were chosen for launch."),
    Rule("P-ENT-13", "These rules bind prompts alone; the entry points are open at all times."),
    Rule("D-ENT-06", "After Not now the sheet may appear at the next value moment."),
    Rule("CNF-10", "Which rules suppress prompts, and with which numbers."),
  ]
}

/// Triggers in falling order of priority, in two words of memory.
///
/// A policy that owns no memory can be copied to its callers at no cost.
struct RankedTriggers: Hashable, Sendable, BitwiseCopyable {
  /// Four bits for the ordinal of each.
  private var ordinals: UInt64 = 0
  private(set) var all: PromptTrigger.Set = []

  /// A trigger that is named again keeps its first place.
  init(_ triggers: [PromptTrigger]) {
    for trigger in triggers where !all.contains(trigger) {
      ordinals |= UInt64(trigger.ordinal) << (4 * UInt64(all.count))
      all.insert(trigger)
    }
  }

  /// Returns the first of them that is one of `met`.
  func first(of met: PromptTrigger.Set) -> PromptTrigger? {
    guard !all.intersection(met).isEmpty else { return nil }
    var rest = ordinals
    for _ in 0..<all.count {
      let trigger = PromptTrigger.everyMember[Int(rest & 15)]
      if met.contains(trigger) { return trigger }
      rest >>= 4
    }
    return nil
  }

  var list: [PromptTrigger] {
    (0..<all.count).map { PromptTrigger.everyMember[Int(ordinals >> (4 * UInt64($0)) & 15)] }
  }
}
