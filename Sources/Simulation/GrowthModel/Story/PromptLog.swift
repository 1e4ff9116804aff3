public import Prompts
import Vocabulary

/// Everything that the prompt rules were told of one person, and what they decided.
///
/// From it their view of the past can be built again, also as another policy would have kept it.
public struct PromptLog: Sendable {
  private enum Happening: Sendable {
    case event(PromptEvent)
    case decision(PromptDecision)
  }

  private var happenings: [(what: Happening, at: Instant)] = []

  /// How much has happened so far.
  public var count: Int { happenings.count }

  mutating func add(_ event: PromptEvent, at moment: Instant) {
    happenings.append((.event(event), moment))
  }

  mutating func add(_ decision: PromptDecision, at moment: Instant) {
    happenings.append((.decision(decision), moment))
  }

  /// The past after the first `count` happenings, as `policy` would have kept it.
  ///
  /// What happened stays as it was: the same prompts were up, and met the same answers.
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
