import Prompts
import Vocabulary

extension PromptPast {
  /// Returns the reasons against a prompt at `now`, counted under the reference policy.
  func objections(
    to trigger: PromptTrigger, at now: Instant, under reference: PromptPolicy
  ) -> PromptSuppression.Set {
    func isWithin(_ length: Interval?, of past: Instant?) -> Bool {
      guard let length, let past else { return false }
      return now - past < length
    }
    let counted = reference.countBasis == .shown ? shown.count : resolved
    let dismissals =
      dismissals.filter { reference.dismissScope == .global || $0.trigger == trigger }.map(\.at)
    let held: [(PromptSuppression, Bool)] = [
      (.notATrigger, !reference.triggers.contains(trigger)),
      (.triggerSpent, reference.triggerRepeats == .once && spent.contains(trigger)),
      (.lifetimeCap, reference.lifetimeMax.map { counted >= $0 } ?? false),
      (.minInterval, isWithin(reference.minimumInterval, of: shown.last)),
      (.weeklyCap, reference.maxPerWeek.map { shownInAWeek(before: now) >= $0 } ?? false),
      (.sessionCap, reference.maxPerSession.map { shownThisSession >= $0 } ?? false),
      (.tooEarlySession, sessions < reference.minSession),
      (.dismissCooldown, isWithin(reference.dismissCooldown, of: dismissals.last)),
      (.dismissedTooOften, isSilent(after: dismissals, at: now, under: reference)),
      (.recentShare, isWithin(reference.quietAfterShare, of: lastShare)),
      (.tooFewContacts, reference.minContacts.map { contacts < $0 } ?? false),
      (.coreFlow, reference.suppressInCoreFlow && isInCoreFlow),
      (.behindMore, isBehindMore(under: reference)),
    ]
    return PromptSuppression.Set(held.filter(\.1).map(\.0))
  }

  /// Whether three sections stand above the card of a tab that shows three items.
  private func isBehindMore(under reference: PromptPolicy) -> Bool {
    let sections: [SectionsAbove] = [.needsAttention, .scoreChanged, .upcoming]
    return reference.surface == .homeCard && reference.cardPosition == .afterUpcoming
      && reference.cardCountsTowardSectionLimit == true && sections.allSatisfy(above.contains)
  }

  private func shownInAWeek(before now: Instant) -> Int {
    shown.count { now - $0 < .days(7) }
  }

  /// Whether the long silence after several dismissals lasts; after it the count restarts.
  private func isSilent(
    after dismissals: [Instant], at now: Instant, under reference: PromptPolicy
  ) -> Bool {
    guard let most = reference.dismissalsToSuppress, let length = reference.silenceAfterDismissals
    else { return false }
    var count = 0
    var end: Instant?
    for dismissal in dismissals {
      if let past = end, dismissal >= past { (count, end) = (0, nil) }
      count += 1
      if count >= most { end = dismissal + length }
    }
    return end.map { now < $0 } ?? false
  }
}
