import TestSupport
import Prompts
import Vocabulary

/// A user with plenty of contacts, and a policy to meet triggers under.
struct Walk {
  var policy: PromptPolicy
  var history: PromptHistory

  init(_ policy: PromptPolicy = .rin, contacts: Int = 64) {
    self.policy = policy
    history = PromptHistory()
    history.contacts = contacts
  }

  mutating func meet(_ trigger: PromptTrigger, at now: Instant) -> PromptDecision {
    policy.meet(trigger, in: &history, at: now, zone: .utc)
  }

  @discardableResult
  mutating func note(_ event: PromptEvent, at now: Instant) -> PromptCard.Destination? {
    policy.record(event, in: &history, at: now)
  }
}

/// Draws a time line a character a day, and returns the days on which a card came out as `!`.
///
/// `T` a trigger, `S` a share, `C` a copy, `D` a dismissal of the card that is up, `B` a trigger and
/// its dismissal an hour later, `N` a new session; anything else is a quiet day.
func cards(_ timeline: String, _ policy: PromptPolicy, trigger: PromptTrigger) -> String {
  var walk = Walk(policy)
  return String(
    timeline.enumerated().map { day, mark in
      let now = noon(Int64(day))
      switch mark {
      case "T": return walk.meet(trigger, at: now).isShown ? "!" : "-"
      case "B":
        let isShown = walk.meet(trigger, at: now).isShown
        walk.note(.dismissed, at: now + .hours(1))
        return isShown ? "!" : "-"
      case "S": walk.note(.shared, at: now)
      case "C": walk.note(.copied, at: now)
      case "D": walk.note(.dismissed, at: now)
      case "N": walk.note(.sessionBegan, at: now)
      default: break
      }
      return "-"
    })
}

extension PromptPolicy {
  /// The policy with triggers that fire again, so that one trigger makes a time line.
  var withRepeatingTriggers: PromptPolicy {
    var policy = self
    policy.triggerRepeats = .everyOccurrence
    return policy
  }
}
