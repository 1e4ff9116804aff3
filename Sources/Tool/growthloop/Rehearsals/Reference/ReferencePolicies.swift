import Attribution
import Profiles
import Prompts
import Vocabulary

/// The policies on credit and prompts as the documents state them.
///
/// Entered here a second time, so that a mistake in a rule or a profile does not change the
/// reference. A setting that the scenario changes is taken from the scenario.
struct ReferencePolicies {
  let attribution: AttributionPolicy
  let prompts: PromptPolicy

  /// The policies of the documents of `profile`, with the scenario's settings.
  init(of profile: Profile) {
    var reference = profile
    let words =
      Self.ofCredit.map { $0.override(in: profile.attribution.document) }
      + Self.ofPrompts.map { $0.override(in: profile.prompts.document) }
    do {
      try reference.apply(words.filter { !profile.overridden.contains($0.name) })
    } catch {
      preconditionFailure("\(error)")
    }
    attribution = reference.attribution
    prompts = reference.prompts
  }
}

extension ReferencePolicies {
  /// One setting in each document.
  private struct Word {
    let setting: String
    let rin, product, design: String

    init(_ setting: String, _ rin: String, _ product: String, _ design: String) {
      self.setting = setting
      self.rin = rin
      self.product = product
      self.design = design
    }

    func override(in document: ProfileID) -> Profile.Override {
      switch document {
      case .rin: Profile.Override(setting, rin)
      case .product: Profile.Override(setting, product)
      case .design: Profile.Override(setting, design)
      }
    }
  }

  private static let ofCredit = [
    // ATT-01, ATT-02; elsewhere a click counts for as long as it is kept (CNF-49).
    Word("attribution.windowDays", "7", "none", "none"),
    Word("privacy.clickRetentionDays", "7", "30", "30"),
    // ATT-19
    Word("attribution.windowEndsAt", "firstLaunch", "none", "none"),
    // ATT-03, CNF-01, D-RES-04
    Word("attribution.model", "lastClick", "lastClick", "firstTouch"),
    // ATT-21
    Word("attribution.invalidClickDisplaces", "false", "false", "false"),
  ]

  private static let ofPrompts = [
    // PRM-05, P-ENT-12, D-ENT-04
    Word(
      "prompts.triggers", "dedupReview,contactThreshold,scoreMilestone",
      "keyAction,socialContent,emptyState,thirdSession", "postAction"),
    // PRM-17
    Word("prompts.minIntervalDays", "7", "none", "none"),
    // PRM-18, P-PRM-08
    Word("prompts.lifetimeMax", "3", "none", "none"),
    // P-PRM-01
    Word("prompts.maxPerSession", "none", "1", "none"),
    // PRM-03, P-PRM-02
    Word("prompts.maxPerWeek", "1", "3", "none"),
    // P-PRM-05
    Word("prompts.minSession", "1", "2", "1"),
    // PRM-21
    Word("prompts.minContacts", "10", "none", "none"),
    // PRM-19, PRM-36, P-PRM-09
    Word("prompts.recentShareDays", "14", "none", "none"),
    Word("prompts.copyCountsAsShare", "true", "none", "none"),
    // PRM-20
    Word("prompts.dismissCooldownDays", "7", "none", "none"),
    // P-PRM-04
    Word("prompts.dismissalsToSuppress", "none", "2", "none"),
    Word("prompts.suppressDays", "none", "30", "none"),
    Word("prompts.dismissScope", "global", "global", "global"),
    // P-PRM-03
    Word("prompts.suppressInCoreFlow", "true", "true", "true"),
    // PRM-35
    Word("prompts.triggerRepeats", "once", "everyOccurrence", "everyOccurrence"),
    Word("prompts.triggerWhileSuppressed", "lost", "lost", "lost"),
    // CNF-41
    Word("prompts.cardPosition", "afterUpcoming", "none", "none"),
    Word("prompts.cardCountsTowardSectionLimit", "true", "none", "none"),
    // PRM-30, PRM-37
    Word("prompts.countBasis", "shown", "shown", "shown"),
    Word("prompts.persistingCardCountsOnce", "true", "true", "true"),
  ]
}
