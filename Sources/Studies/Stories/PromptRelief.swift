public import GrowthloopModel
public import Profiles
public import Prompts
public import GrowthloopFindings
public import Vocabulary

/// The changes of settings that would have let a withheld prompt through, with the same past.
public struct PromptRelief: Sendable, Hashable {
  public typealias Change = StoryLine.Relief

  /// The changes of which each alone is enough.
  public let single: [Change]
  /// The changes that are enough together, where none is alone; empty if no change is enough.
  public let together: [Change]
}

extension PromptRelief {
  /// Tries every setting of prompts on the decision that followed the first `heard` entries of
  /// `log`.
  ///
  /// The prompt rules decide about each change.
  public init(
    of decision: PromptDecision, at moment: Instant, zone: CivilZone, heard: Int,
    in log: PromptLog, under profile: Profile
  ) {
    let question = PromptQuestion(
      trigger: decision.trigger, at: moment, zone: zone, heard: heard, log: log, profile: profile)
    single = PromptQuestion.settings.compactMap { setting in
      question.change(of: setting, in: profile) { $0.isShown }
    }
    together = single.isEmpty ? question.changes() : []
  }
}
