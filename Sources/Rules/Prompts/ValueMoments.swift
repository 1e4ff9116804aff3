public import Vocabulary

/// The state of a prompt.
public enum PromptState: Hashable, Sendable, Codable {
  /// No trigger is met.
  case ineligible
  /// The trigger is met and no rule withholds the prompt: it may be rendered.
  case eligible(number: Int)
  /// The card is on screen; it may be dismissed or acted on.
  case shown(number: Int)
  /// The user dismissed it; the card is gone and the prompt is counted.
  case dismissed(number: Int)
  /// The user acted on it; the card is gone and the prompt is counted.
  case actedOn(number: Int)
  /// A rule withholds it, until a moment where time alone ends that.
  case suppressed(until: Instant?)
}

extension PromptDecision {
  /// The state that the decision leads to.
  public var state: PromptState {
    if suppressions.contains(.notATrigger) { return .ineligible }
    return isShown ? .eligible(number: number) : .suppressed(until: eligibleAt)
  }
}

extension PromptRules {
  static let states: [Rule] = [
    Rule("PRM-23", "A prompt is eligible, dismissed, acted on or suppressed."),
    Rule("PRM-24", "Eligible: the trigger is met and no suppression rule holds."),
    Rule("PRM-27", "Suppressed: the counter is used up or an interval rule holds."),
    Rule("P-PRM-07", "A prompt is ineligible, eligible, shown, dismissed, acted on or suppressed."),
  ]
}

/// The active sections of the home tab that can stand above a prompt card.
public struct SectionsAbove: OptionSet, Hashable, Sendable, BitwiseCopyable, Codable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The section "Needs Attention", the highest of the three.
  public static let needsAttention = SectionsAbove(rawValue: 1)
  /// The section "Score Changed".
  public static let scoreChanged = SectionsAbove(rawValue: 1 << 1)
  /// The section "Upcoming".
  public static let upcoming = SectionsAbove(rawValue: 1 << 2)

  /// All three sections.
  public static let all: SectionsAbove = [.needsAttention, .scoreChanged, .upcoming]
}

/// The place of a prompt card in the home tab.
///
/// An app needs it to place the card among the sections of the home tab.
public struct PromptPlacement: Hashable, Sendable, BitwiseCopyable {
  /// The number of cards above it.
  public let index: Int
  /// Whether it is behind the link to more sections; such a card has not been shown.
  public let isHidden: Bool
}

extension PromptPolicy {
  /// The number of sections that the home tab shows before its list.
  public static let visibleSections = 3

  /// Returns the place of a card among active sections; `nil` where prompts are not cards.
  public func placement(below above: SectionsAbove) -> PromptPlacement? {
    guard surface == .homeCard, let cardPosition else { return nil }
    let standing = cardPosition == .afterUpcoming ? above : above.intersection(.needsAttention)
    let index = standing.rawValue.nonzeroBitCount
    let isHidden = cardCountsTowardSectionLimit == true && index >= Self.visibleSections
    return PromptPlacement(index: index, isHidden: isHidden)
  }

  /// Returns whether a card would be behind the link to more, and so not shown.
  public func hidesCard(below above: SectionsAbove) -> Bool {
    // Most members have no section above the card, which hides nothing.
    !above.isEmpty && placement(below: above)?.isHidden == true
  }
}

extension PromptRules {
  static let placement: [Rule] = [
    Rule("PRM-14", "The card stands below Needs Attention and above Recently Added."),
    Rule("CNF-41", "Of the places that satisfy both documents the card takes the lowest."),
  ]
}

/// The rules that this module decides.
public enum PromptRules {
  /// All rules about contextual prompts, section by section.
  public static let all: [Rule] =
    suppression + events + moments + cards + placement + states
}

/// The value that a user has received so far, as far as prompts use it.
public struct ValueReceived: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// The dedup suggestions resolved in the present session.
  public var dedupResolvedThisSession = 0
  /// The contacts imported so far.
  public var importedContacts = 0
  /// The user's Rin Score (default: zero).
  public var score = 0
  /// The sessions begun so far.
  public var sessions = 0

  /// Creates the value of a user who has received none.
  public init() {}
}

/// The amounts of value after which a prompt is appropriate, which settings may change.
public struct ValueMoments: Hashable, Sendable, BitwiseCopyable {
  /// The dedup suggestions resolved in one session.
  public var dedupResolved = 3
  /// The contacts imported in all.
  public var importedContacts = 50
  /// The score of the tier "Good".
  public var score = 60
  /// The session at whose start a prompt is appropriate.
  public var session = 3

  /// Creates the amounts of the documents: 3 resolved, 50 contacts, a score of 60, session 3.
  public init() {}

  /// Returns the triggers that the step from `before` to `after` sets off.
  ///
  /// A trigger fires when its threshold is crossed, not for as long as the number stays above it.
  @inlinable
  public func triggers(from before: ValueReceived, to after: ValueReceived) -> PromptTrigger.Set {
    var met: PromptTrigger.Set = []
    func note(_ trigger: PromptTrigger, at threshold: Int, from before: Int, to after: Int) {
      if before < threshold, after >= threshold { met.insert(trigger) }
    }
    note(
      .dedupReview, at: dedupResolved, from: before.dedupResolvedThisSession,
      to: after.dedupResolvedThisSession)
    note(
      .contactThreshold, at: importedContacts, from: before.importedContacts,
      to: after.importedContacts)
    note(.scoreMilestone, at: score, from: before.score, to: after.score)
    note(.thirdSession, at: session, from: before.sessions, to: after.sessions)
    return met
  }
}

extension PromptRules {
  static let moments: [Rule] = [
    Rule("PRM-07", "Resolving three dedup suggestions in one session sets off dedup_review."),
    Rule("PRM-09", "Reaching fifty imported contacts sets off contact_threshold."),
    Rule("PRM-11", "Reaching a score of 60 for the first time sets off score_milestone."),
    Rule("P-ENT-09", "The start of the third session sets off a soft prompt."),
  ]
}
