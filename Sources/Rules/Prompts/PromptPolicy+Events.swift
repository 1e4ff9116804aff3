public import Vocabulary

/// An event of a user that the prompt rules record.
public enum PromptEvent: Hashable, Sendable {
  /// The user began a session.
  case sessionBegan
  /// The user's contacts were counted; the number replaces the one before.
  case contactsCounted(Int)
  /// The user dismissed the prompt on screen.
  case dismissed
  /// The user acted on the prompt on screen.
  case tapped
  /// The user completed a share, from any entry point.
  case shared
  /// The user copied the link.
  case copied
  /// The user entered a core flow, a primary task of the app.
  case coreFlowBegan
  /// The user left the core flow.
  case coreFlowEnded
  /// The sections of the home tab changed; these stand above the place of a card from now on.
  case sectionsAbove(SectionsAbove)
}

extension PromptPolicy {
  /// Decides about `trigger`, and enters the result into `history`.
  public func meet(
    _ trigger: PromptTrigger, in history: inout PromptHistory, at now: Instant,
    zone: CivilZone
  ) -> PromptDecision {
    let decision = decide(trigger, for: history, at: now, zone: zone)
    record(decision, in: &history, at: now)
    return decision
  }

  /// Enters a decision into `history`: the trigger has fired, and a shown prompt is on screen.
  public func record(
    _ decision: PromptDecision, in history: inout PromptHistory, at now: Instant
  ) {
    guard !decision.suppressions.contains(.notATrigger) else { return }
    if decision.isShown {
      history.spent.insert(decision.trigger)
      history.shown += 1
      history.shownThisSession += 1
      history.recent.add(now)
      history.card = PromptHistory.Card(trigger: decision.trigger, number: decision.number)
      history.latest = .shown(number: decision.number)
    } else if triggerWhileSuppressed == .lost {
      history.spent.insert(decision.trigger)
    }
  }

  /// Enters `event` into `history`, and returns its destination.
  ///
  /// Only a tap on the prompt has a destination, and it is counted before the destination is
  /// determined.
  @discardableResult
  public func record(
    _ event: PromptEvent, in history: inout PromptHistory, at now: Instant
  ) -> PromptCard.Destination? {
    switch event {
    case .sessionBegan:
      // Events before the first announced session belong to that session.
      if history.sessions > 0 { history.shownThisSession = 0 }
      history.sessions += 1
      // A card still on screen counts again with each visit, unless it counts once.
      if !persistingCardCountsOnce, history.card != nil {
        history.shown += 1
        history.shownThisSession += 1
        history.recent.add(now)
      }
    case .contactsCounted(let count):
      history.contacts = count
    case .dismissed:
      guard let card = history.card else { return nil }
      resolve(as: .dismissed(number: card.number), in: &history)
      noteDismissal(of: card.trigger, in: &history, at: now)
    case .tapped:
      guard let card = history.card else { return nil }
      resolve(as: .actedOn(number: card.number), in: &history)
      return surface.destination
    case .shared, .copied:
      if isShare(event) { history.lastShare = now }
    case .coreFlowBegan:
      history.isInCoreFlow = true
    case .coreFlowEnded:
      history.isInCoreFlow = false
    case .sectionsAbove(let above):
      history.sectionsAbove = above
    }
    return nil
  }

  /// Whether `event` is a share, after which prompts stay away for a while.
  public func isShare(_ event: PromptEvent) -> Bool {
    switch event {
    case .shared: true
    case .copied: copyCountsAsShare == true
    case .sessionBegan, .contactsCounted, .dismissed, .tapped, .coreFlowBegan, .coreFlowEnded,
      .sectionsAbove:
      false
    }
  }

  /// Removes the card; it is counted here, before the result of a tap.
  private func resolve(as state: PromptState, in history: inout PromptHistory) {
    history.card = nil
    history.latest = state
    history.resolved += 1
  }

  private func noteDismissal(
    of trigger: PromptTrigger, in history: inout PromptHistory, at now: Instant
  ) {
    var record = history.dismissals[trigger, dismissScope]
    if let quietUntil = record.quietUntil, now >= quietUntil {
      record.count = 0
      record.quietUntil = nil
    }
    record.last = now
    record.count += 1
    if let dismissalsToSuppress, let silenceAfterDismissals, record.count >= dismissalsToSuppress {
      record.quietUntil = now + silenceAfterDismissals
    }
    history.dismissals[trigger, dismissScope] = record
  }
}

extension PromptRules {
  static let events: [Rule] = [
    Rule("PRM-16", "Dismiss removes the card and moves the counter."),
    Rule("PRM-22", "A prompt shown counts, whether dismissed or acted on."),
    Rule("PRM-25", "Dismissed: the card is gone, the counter moved."),
    Rule("PRM-26", "Acted on: the card is gone, the counter moved, the share screen opens."),
    Rule("PRM-28", "The counter moves before navigation."),
    Rule("PRM-29", "The prompt number runs from 1 to the lifetime cap."),
    Rule("PRM-30", "The counter counts prompts shown; counting resolved ones is a what-if."),
    Rule("PRM-36", "Copying the link counts as sharing; at exactly fourteen days it is over."),
    Rule("PRM-37", "A card that stays over several visits is one prompt."),
    Rule("CNF-42", "What the prompt counter counts."),
  ]
}
