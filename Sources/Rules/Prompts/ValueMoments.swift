public import Vocabulary

/// The value that a user has received so far, as far as prompts use it.
public struct ValueReceived: Hashable, Sendable, BitwiseCopyable {
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
