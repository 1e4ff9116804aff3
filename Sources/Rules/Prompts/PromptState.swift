public import Vocabulary

/// The state of a prompt.
public enum PromptState: Hashable, Sendable {
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
