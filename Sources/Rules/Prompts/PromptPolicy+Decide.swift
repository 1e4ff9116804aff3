public import Vocabulary

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
