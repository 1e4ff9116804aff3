public import GrowthloopFindings
import Statistics

extension SimulationFindings {
  /// The goals of the document whose targets hold, each with the way there if it is not met.
  ///
  /// An entry with several readings has one goal: that of the headline, or else the first; and those
  /// with another verdict, so that none is hidden.
  public var goals: [Measured<GoalFound>] {
    let figures = Figures(self)
    let headline = headlineKey
    return scorecard.filter { $0.role == "goal" }.flatMap { score -> [Measured<GoalFound>] in
      let own = score.metrics.compactMap { figures[$0] }.filter { $0.target != nil }
      guard let first = own.first(where: { $0.key == headline }) ?? own.first else { return [] }
      let others = own.filter { $0.verdict != first.verdict }
      return ([first] + others).compactMap { goal(score.id, $0, figures) }
    }
  }

  /// The sentence on the goals, with the targets of other documents that are met; `nil` without goals.
  var goalsSentence: String? {
    let goals = goals
    guard let sentence = goals.sentence() else { return nil }
    let own = Set(scorecard.filter { $0.role == "goal" }.flatMap(\.metrics))
    let others = Figures(self).all.filter { $0.verdict == .kept && !own.contains($0.key) }
    guard !others.isEmpty else { return sentence }
    return "\(sentence) Targets that are marked as met are those of other documents."
  }

  private func goal(
    _ entry: String, _ figure: Figure, _ figures: Figures
  ) -> Measured<GoalFound>? {
    guard let target = figure.target, let verdict = figure.verdict else { return nil }
    return Measured(
      GoalFound(
        entry: entry, metric: figure.key, name: figure.label ?? figure.key, unit: figure.unit,
        target: target, verdict: verdict,
        way: verdict == .kept ? nil : WayToGoal(to: figure, in: figures)?.words),
      figure.measured)
  }
}

extension [Measured<GoalFound>] {
  /// The goals that are not met.
  var unsupported: [Measured<GoalFound>] { filter { $0.verdict != .kept } }

  /// How many of them the simulation supports, in a sentence; `nil` without goals.
  ///
  /// An entry with several readings is one goal, by the first of them.
  func sentence(of subject: String = "It") -> String? {
    let verdicts = indices.filter { place in
      !self[..<place].contains { $0.entry == self[place].entry }
    }.map { self[$0].verdict }
    let count = verdicts.count
    guard let first = verdicts.first else { return nil }
    let unmet = [GateVerdict.missed, .undecided].compactMap { verdict in
      let own = verdicts.count { $0 == verdict }
      return own > 0 ? "\(own) \(verdict)" : nil
    }
    let kept = verdicts.count { $0 == .kept }
    if count == 1 {
      return kept == 1
        ? "\(subject) meets the document's goal."
        : "\(subject) does not meet the document's goal: \(first)."
    }
    let goals = "the document's \(count) goals"
    return switch kept {
    case count: "\(subject) meets \(goals)."
    case 0: "\(subject) meets none of \(goals): \(unmet.joined(separator: ", "))."
    default: "\(subject) meets \(kept) of \(goals): \(unmet.joined(separator: ", "))."
    }
  }

  /// The goals that are not met, as a table with the way to each.
  var table: Table {
    Table(
      [
        "goal", "of", .number("measured"), .number("± 95%"), .number("goal"), "",
        "most promising way",
      ],
      unsupported.map { goal in
        [
          goal.name, goal.entry, goal.measured.text, goal.measured.spread,
          "\(goal.target.comparison.sign) \(goal.measured.style.text(goal.target.value))",
          goal.verdict.rawValue, goal.way ?? "no stage of the funnel was measured",
        ]
      })
  }

  /// The section of a verdict's first screen; `nil` where every goal is met.
  var section: Section? {
    guard !unsupported.isEmpty else { return nil }
    return Section(
      "Goals that the simulation does not support", anchor: "goals",
      [
        .table(table),
        .paragraph(
          "No gate holds them, for no change of the code is to blame. A way is an upper bound, and no "
            + "forecast: one stage of this run's own funnel at 100%, all others as they were measured."
        ),
      ])
  }
}
