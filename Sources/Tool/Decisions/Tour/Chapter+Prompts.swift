import Profiles
import Prompts
import Vocabulary

extension Tour.Chapter {
  /// The chapter about the first weeks of Ann.
  ///
  /// She has 64 contacts and meets the triggers that her app supports.
  static let prompts: Tour.Chapter = {
    var lives = ProfileID.allCases.map { PromptLife(Profile($0).prompts) }

    func scene(_ happening: String, _ step: (inout PromptLife) -> PromptDecision?) -> Tour.Scene {
      let outcomes = ProfileID.allCases.indices.map { index -> Tour.Outcome in
        let id = ProfileID.allCases[index]
        guard let decision = step(&lives[index]) else { return Tour.Outcome(id, "noted", []) }
        if decision.isShown { return Tour.Outcome(id, "shown as prompt \(decision.number)", []) }
        let reasons = decision.because.map(\.suppression.rawValue).joined(separator: ", ")
        return Tour.Outcome(id, "withheld: \(reasons)", decision.because.map(\.rule))
      }
      return Tour.Scene(happening: happening, outcomes: outcomes)
    }

    return Tour.Chapter(
      title: "Ann meets prompts",
      scenes: [
        scene("day 0, first session: a moment of value") { $0.visit(day: 0, moment: 0) },
        scene("day 1, second session: another one") { $0.visit(day: 1, moment: 1) },
        scene("she dismisses what is up, and has a third") {
          $0.dismiss(day: 1)
          return $0.visit(day: 2, moment: 2)
        },
        scene("day 8, and one that she has met before") { $0.visit(day: 8, moment: 0) },
        scene("she shares; day 9, in the midst of a task") {
          $0.share(day: 8)
          return $0.visit(day: 9, moment: 2, busy: true)
        },
      ])
  }()
}

/// The past prompts of one user under one policy.
private struct PromptLife {
  let policy: PromptPolicy
  var history = PromptHistory()

  init(_ policy: PromptPolicy) {
    self.policy = policy
    policy.record(.contactsCounted(64), in: &history, at: Tour.start)
  }

  /// Begins a session with the `moment`th trigger of the policy's list.
  mutating func visit(day: Int64, moment: Int, busy: Bool = false) -> PromptDecision {
    let now = Tour.start + .days(day)
    policy.record(.sessionBegan, in: &history, at: now)
    if busy { policy.record(.coreFlowBegan, in: &history, at: now) }
    let trigger = policy.triggers[moment % policy.triggers.count]
    return policy.meet(trigger, in: &history, at: now, zone: .utc)
  }

  mutating func dismiss(day: Int64) {
    policy.record(.dismissed, in: &history, at: Tour.start + .days(day))
  }

  mutating func share(day: Int64) {
    policy.record(.shared, in: &history, at: Tour.start + .days(day))
  }
}
