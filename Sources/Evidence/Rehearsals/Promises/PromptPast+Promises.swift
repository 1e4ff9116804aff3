import Prompts
import Vocabulary

extension PromptPast {
  /// What stands against a prompt at `now`, by the promises and by counting alone.
  func objections(
    to trigger: PromptTrigger, at now: Instant, under promised: PromptPolicy
  ) -> PromptSuppression.Set {
    func isWithin(_ length: Interval?, of past: Instant?) -> Bool {
      guard let length, let past else { return false }
      return now - past < length
    }
    let counted = promised.countBasis == .shown ? shown.count : resolved
    let dismissals =
      dismissals.filter { promised.dismissScope == .global || $0.trigger == trigger }.map(\.at)
    let held: [(PromptSuppression, Bool)] = [
      (.notATrigger, !promised.triggers.contains(trigger)),
      (.triggerSpent, promised.triggerRepeats == .once && spent.contains(trigger)),
      (.lifetimeCap, promised.lifetimeMax.map { counted >= $0 } ?? false),
      (.minInterval, isWithin(promised.minimumInterval, of: shown.last)),
      (.weeklyCap, promised.maxPerWeek.map { shownInAWeek(before: now) >= $0 } ?? false),
      (.sessionCap, promised.maxPerSession.map { shownThisSession >= $0 } ?? false),
      (.tooEarlySession, sessions < promised.minSession),
      (.dismissCooldown, isWithin(promised.dismissCooldown, of: dismissals.last)),
      (.dismissedTooOften, isSilent(after: dismissals, at: now, under: promised)),
      (.recentShare, isWithin(promised.quietAfterShare, of: lastShare)),
      (.tooFewContacts, promised.minContacts.map { contacts < $0 } ?? false),
      (.coreFlow, promised.suppressInCoreFlow && isInCoreFlow),
    ]
    return PromptSuppression.Set(held.filter(\.1).map(\.0))
  }

  private func shownInAWeek(before now: Instant) -> Int {
    shown.count { now - $0 < .days(7) }
  }

  /// Whether so many dismissals as bring the long silence have done so; after it they count anew.
  private func isSilent(
    after dismissals: [Instant], at now: Instant, under promised: PromptPolicy
  ) -> Bool {
    guard let most = promised.dismissalsToSuppress, let length = promised.silenceAfterDismissals
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
