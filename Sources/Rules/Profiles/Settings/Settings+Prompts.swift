import Prompts
import Vocabulary

extension Setting {
  static let prompts: [Setting] = [
    promptRuleSet,
    row("prompts.triggers", "CNF-10", \.prompts.triggers, .list(of: .choice)),
    row(
      "prompts.dedupReviewAt", "CNF-10", \.prompts.moments.dedupResolved, .count(from: 1),
      silent: .product, .design),
    row(
      "prompts.contactThresholdAt", "CNF-10", \.prompts.moments.importedContacts,
      .count(from: 1), silent: .product, .design),
    row(
      "prompts.scoreMilestoneAt", "CNF-10", \.prompts.moments.score, .count(1...100),
      silent: .product, .design),
    row(
      "prompts.thirdSessionAt", "CNF-10", \.prompts.moments.session, .count(from: 1),
      silent: .rin, .design),
    row("prompts.minIntervalDays", "CNF-10", \.prompts.minimumInterval, .none(or: .days)),
    row("prompts.lifetimeMax", "CNF-10", \.prompts.lifetimeMax, .none(or: .count(from: 0))),
    row("prompts.maxPerSession", "CNF-10", \.prompts.maxPerSession, .none(or: .count(from: 0))),
    row(
      "prompts.maxPerWeek", "CNF-10", \.prompts.maxPerWeek,
      .none(or: .count(0...RecentPrompts.capacity))),
    row("prompts.minSession", "CNF-10", \.prompts.minSession, .count(from: 1)),
    row("prompts.minContacts", "CNF-10", \.prompts.minContacts, .none(or: .count(from: 0))),
    row("prompts.recentShareDays", "CNF-10", \.prompts.quietAfterShare, .none(or: .days)),
    row("prompts.dismissCooldownDays", "CNF-10", \.prompts.dismissCooldown, .none(or: .days)),
    row(
      "prompts.dismissalsToSuppress", "CNF-10", \.prompts.dismissalsToSuppress,
      .none(or: .count(from: 1))),
    row("prompts.suppressDays", "CNF-10", \.prompts.silenceAfterDismissals, .none(or: .days)),
    row("prompts.dismissScope", "CNF-10", \.prompts.dismissScope, .choice, silent: .design),
    row(
      "prompts.suppressInCoreFlow", "CNF-10", \.prompts.suppressInCoreFlow, .flag,
      silent: .design),
    row("prompts.triggerRepeats", "CNF-10", \.prompts.triggerRepeats, .choice),
    row(
      "prompts.triggerWhileSuppressed", "CNF-10", \.prompts.triggerWhileSuppressed, .choice,
      silent: .product, .design),
    row("prompts.countBasis", "CNF-42", \.prompts.countBasis, .choice, silent: .product, .design),
    row(
      "prompts.persistingCardCountsOnce", "CNF-42", \.prompts.persistingCardCountsOnce, .flag,
      silent: .product, .design),
    row("prompts.copyCountsAsShare", "CNF-42", \.prompts.copyCountsAsShare, .none(or: .flag)),
    row("prompts.surface", "CNF-41", \.prompts.surface, .choice),
    row("prompts.cardPosition", "CNF-41", \.prompts.cardPosition, .none(or: .choice)),
    row(
      "prompts.cardCountsTowardSectionLimit", "CNF-41", \.prompts.cardCountsTowardSectionLimit,
      .none(or: .flag)),
  ]

  /// The name of the setting that selects a whole set of prompt rules; single rules may follow.
  public static let promptRuleSetName = "prompts.ruleSet"

  private static let ruleSets = [
    ("rin", PromptPolicy.rin), ("product", .product), ("design", .design),
  ]

  private static let promptRuleSet = Setting(
    name: promptRuleSetName, conflict: "CNF-10", silent: [],
    expects: ruleSets.map(\.0).joined(separator: " | "),
    shape: .choice(ruleSets.map(\.0)),
    read: { profile in ruleSets.first { $0.1.document == profile.prompts.document }?.0 ?? "none" },
    write: { profile, text in
      guard let chosen = ruleSets.first(where: { $0.0 == text })?.1 else { return false }
      let calendar = profile.calendar
      profile.prompts = chosen
      profile.calendar = calendar
      return true
    })
}
