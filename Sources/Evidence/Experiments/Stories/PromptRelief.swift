public import GrowthModel
public import Profiles
public import Prompts
public import Vocabulary

/// Which changes of settings would have let a withheld prompt through, all that happened before being
/// as it was.
public struct PromptRelief: Sendable, Hashable {
  /// Another value of a setting, the nearest one that is enough.
  public struct Change: Sendable, Hashable, Encodable {
    public let setting: String
    public let from: String
    public let to: String
  }

  /// Each of these alone is enough.
  public let single: [Change]
  /// Where none is: these together are; empty if no change is.
  public let together: [Change]
}

extension PromptRelief {
  /// Tries every setting of prompts on the decision that followed the first `heard` happenings of `log`.
  ///
  /// What comes of a change is asked of the prompt rules.
  public init(
    of decision: PromptDecision, at moment: Instant, heard: Int, in log: PromptLog,
    under profile: Profile
  ) {
    let question = PromptQuestion(
      trigger: decision.trigger, at: moment, heard: heard, log: log, profile: profile)
    single = PromptQuestion.settings.compactMap { setting in
      question.change(of: setting, in: profile) { $0.isShown }
    }
    together = single.isEmpty ? question.changes() : []
  }
}
