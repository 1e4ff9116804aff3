import Profiles
import Vocabulary
import GrowthloopFindings

/// One story, taken through the rules under three profiles; only the story is written down.
package struct Tour: Encodable, CustomStringConvertible {
  /// A part of the story.
  struct Chapter: Encodable {
    let title: String
    let scenes: [Scene]
  }

  /// An event, and the decision of each profile.
  struct Scene: Encodable {
    let happening: String
    let outcomes: [Outcome]
  }

  struct Outcome: Encodable {
    let profile: String
    let decision: String
    /// The rules applied.
    let rules: [String]

    init(_ profile: ProfileID, _ decision: String, _ rules: [RuleID]) {
      self.profile = profile.rawValue
      self.decision = decision
      self.rules = rules.map(\.description)
    }
  }

  let chapters: [Chapter]

  /// Nine o'clock on the first day of the story.
  static let start = CivilDate(year: 2026, month: 3, day: 2).start(in: .utc) + .hours(9)

  package init() {
    chapters = [.prompts, .home, .invite, .credit, .receipt, .afterwards]
  }

  /// Returns a scene with the decision of each profile on the same event.
  static func scene(
    _ happening: String, _ decide: (Profile) -> (decision: String, rules: [RuleID])
  ) -> Scene {
    Scene(
      happening: happening,
      outcomes: ProfileID.allCases.map { id in
        let answer = decide(Profile(id))
        return Outcome(id, answer.decision, answer.rules)
      })
  }

  package var description: String {
    let profiles = ProfileID.allCases.map(\.rawValue)
    return chapters.map { chapter in
      let rows = chapter.scenes.map { scene in
        [scene.happening]
          + scene.outcomes.map { outcome in
            let rules = outcome.rules.joined(separator: ", ")
            return rules.isEmpty ? outcome.decision : "\(outcome.decision) (\(rules))"
          }
      }
      return TextTable(header: [chapter.title] + profiles, rows: rows, widest: 34).description
    }.joined(separator: "\n")
  }
}
