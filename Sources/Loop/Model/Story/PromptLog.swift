public import Prompts
import Vocabulary

/// The events and decisions of the prompt rules for one person.
///
/// They suffice to rebuild the rules' history, also under another policy.
public struct PromptLog: Sendable {
  private enum Happening: Sendable {
    case event(PromptEvent)
    case decision(PromptDecision)
  }

  private var happenings: [(what: Happening, at: Instant)] = []

  /// The number of entries.
  public var count: Int { happenings.count }

  mutating func add(_ event: PromptEvent, at moment: Instant) {
    happenings.append((.event(event), moment))
  }

  mutating func add(_ decision: PromptDecision, at moment: Instant) {
    happenings.append((.decision(decision), moment))
  }

  /// Returns the history after the first `count` entries, as `policy` would have kept it.
  ///
  /// Events stay the same: the same prompts were shown and got the same answers.
  public func history(after count: Int, under policy: PromptPolicy) -> PromptHistory {
    var history = PromptHistory()
    for (what, moment) in happenings.prefix(count) {
      switch what {
      case .event(let event): policy.record(event, in: &history, at: moment)
      case .decision(let decision): policy.record(decision, in: &history, at: moment)
      }
    }
    return history
  }
}
