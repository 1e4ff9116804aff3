import HomeSections
import Vocabulary

extension Setting {
  static let plans: [Setting] = [
    row("load.previewFetchesPerSend", "CNF-63", \.plans.previewFetchesPerSend, .factor(from: 0)),
    row(
      "model.pairRetentionMultiplier", "CNF-45", \.plans.pairRetentionMultiplier,
      .factor(from: 0)),
    row("experiments.catalogue", "CNF-46", \.plans.experiments, .list(of: .choice)),
    row("rollout.stages", "CNF-47", \.plans.rollout, .list(of: .stage)),
  ]

  static let home: [Setting] = [
    row("home.defaultGrouping", "CNF-57", \.list.defaultGrouping, .none(or: .choice)),
    row("home.collapsePersistence", "CNF-57", \.home.collapsePersistence, .none(or: .choice)),
    row("home.scoreCardHours", "CNF-57", \.home.scoreCardLife, .none(or: .hours)),
    row("home.rowSubtitle", "CNF-57", \.list.rowSubtitle, .none(or: .choice)),
    row("home.multiSelectEntry", "CNF-57", \.list.multiSelectEntry, .none(or: .choice)),
    row("home.tabBadgeCounts", "CNF-57", \.home.tabBadgeCounts, .none(or: .choice)),
  ]
}

extension SettingFormat where Value == PlanPolicy.Stage {
  /// A step of a rollout: `50@2` for half of the users from day 2, `prompts@14`.
  static var stage: SettingFormat {
    SettingFormat(
      expects: "steps such as 50@2 (per cent at day) or prompts@14",
      shape: .text(pattern: #"^(\d{1,3}|prompts)@\d+$"#),
      print: { stage in
        switch stage.reach {
        case .percent(let share): "\(share)@\(stage.day)"
        case .prompts: "prompts@\(stage.day)"
        }
      },
      parse: { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = Int(parts[1]), day >= 0 else { return nil }
        if parts[0] == "prompts" { return PlanPolicy.Stage(.prompts, day: day) }
        guard let share = Int(parts[0]), (0...100).contains(share) else { return nil }
        return PlanPolicy.Stage(.percent(share), day: day)
      })
  }
}

extension ConflictRules {
  static let plans: [Rule] = [
    Rule("CNF-46", "Which experiments are planned: experiments.catalogue."),
    Rule("CNF-47", "In which steps a change reaches users: rollout.stages."),
  ]
}
