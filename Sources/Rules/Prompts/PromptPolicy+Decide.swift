public import Vocabulary

extension PromptPolicy {
  /// Returns whether a prompt may appear for `trigger` at `now`, and every reason why not.
  ///
  /// Any one reason is enough to withhold the prompt. Cool-downs end when they have passed in full:
  /// at exactly seven days the user is eligible again. Allocates nothing.
  public func decide(
    _ trigger: PromptTrigger, for history: borrowing PromptHistory, at now: Instant,
    utcOffset: Interval = .zero
  ) -> PromptDecision {
    let counted = countBasis == .shown ? history.shown : history.resolved
    var decision = PromptDecision(trigger: trigger, number: counted + 1, document: document)

    if !triggerSet.holds(trigger) { decision.suppressions.add(.notATrigger) }
    if triggerRepeats == .once, history.spent.holds(trigger) {
      decision.suppressions.add(.triggerSpent)
    }
    if let lifetimeMax, counted >= lifetimeMax { decision.suppressions.add(.lifetimeCap) }
    if let minimumInterval, let last = history.recent.newest, now < last + minimumInterval {
      decision.suppressions.add(.minInterval)
      decision.intervalEnds = last + minimumInterval
    }
    if let maxPerWeek, let decisive = history.recent.nth(maxPerWeek) {
      let ends = calendar.weekEnds(for: decisive, utcOffset: utcOffset)
      if now < ends {
        decision.suppressions.add(.weeklyCap)
        decision.weekEnds = ends
      }
    }
    if let maxPerSession, history.shownThisSession >= maxPerSession {
      decision.suppressions.add(.sessionCap)
    }
    // Whoever does something is in a session, also when none was announced.
    if max(history.sessions, 1) < minSession { decision.suppressions.add(.tooEarlySession) }
    judgeDismissals(history.dismissals[trigger, dismissScope], at: now, in: &decision)
    if let quietAfterShare, let share = history.lastShare, now < share + quietAfterShare {
      decision.suppressions.add(.recentShare)
      decision.shareFades = share + quietAfterShare
    }
    if let minContacts, history.contacts < minContacts {
      decision.suppressions.add(.tooFewContacts)
    }
    if suppressInCoreFlow, history.isInCoreFlow { decision.suppressions.add(.coreFlow) }
    return decision
  }

  private func judgeDismissals(
    _ record: DismissalLog.Record, at now: Instant, in decision: inout PromptDecision
  ) {
    if let dismissCooldown, let last = record.last, now < last + dismissCooldown {
      decision.suppressions.add(.dismissCooldown)
      decision.cooldownEnds = last + dismissCooldown
    }
    if let quietUntil = record.quietUntil, now < quietUntil {
      decision.suppressions.add(.dismissedTooOften)
      decision.silenceEnds = quietUntil
    }
  }

  /// Returns the one trigger to present of several that are met at once: the first in the policy's list.
  public func first(of met: PromptTrigger.Set) -> PromptTrigger? {
    triggers.first { met.holds($0) }
  }
}
