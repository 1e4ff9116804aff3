import Prompts
import Vocabulary

/// A person's events on which prompts depend, counted independently.
struct PromptPast {
  private(set) var sessions = 0
  private(set) var contacts = 0
  private(set) var shown: [Instant] = []
  private(set) var shownThisSession = 0
  private(set) var resolved = 0
  private(set) var spent: PromptTrigger.Set = []
  private(set) var lastShare: Instant?
  private(set) var dismissals: [(trigger: PromptTrigger, at: Instant)] = []
  private(set) var isInCoreFlow = false
  /// The sections above the place of a card.
  private(set) var above: SectionsAbove = []
  /// The trigger of the card on screen.
  private(set) var card: PromptTrigger?

  mutating func begin(at moment: Instant, under reference: PromptPolicy) {
    sessions += 1
    shownThisSession = 0
    guard card != nil, !reference.persistingCardCountsOnce else { return }
    shownThisSession = 1
    shown.append(moment)
  }

  mutating func observe(_ event: PromptEvent, at moment: Instant, under reference: PromptPolicy) {
    switch event {
    case .contactsCounted(let count): contacts = count
    case .shared: share(at: moment)
    case .copied where reference.copyCountsAsShare == true: share(at: moment)
    case .coreFlowBegan: isInCoreFlow = true
    case .coreFlowEnded: isInCoreFlow = false
    case .sectionsAbove(let sections): above = sections
    case .copied, .sessionBegan, .dismissed, .tapped: break
    }
  }

  private mutating func share(at moment: Instant) {
    // Shares are stored with a precision of one second.
    lastShare = Instant(milliseconds: moment.milliseconds / 1_000 * 1_000)
  }

  mutating func meet(
    _ trigger: PromptTrigger, isShown: Bool, at moment: Instant, under reference: PromptPolicy
  ) {
    if isShown {
      shown.append(moment)
      shownThisSession += 1
      card = trigger
    }
    if isShown || reference.triggerWhileSuppressed == .lost { spent.insert(trigger) }
  }

  mutating func answer(_ isDismissal: Bool, at moment: Instant) {
    guard let trigger = card else { return }
    card = nil
    resolved += 1
    if isDismissal { dismissals.append((trigger, moment)) }
  }
}
