import Invites
import GrowthloopFindings
import Profiles

/// The subject `qualification`: the progress of invitees toward counting for a reward.
enum QualificationSubject: Subject {
  static let name = "qualification"
  static let summary = "the progress of invitees toward counting for a reward, and the reward"
  static let example = """
    {"id": "bob", "activityThreshold": 10, "invitees": [\
    {"installed": "2026-03-01T09:00:00Z"}, {"installed": "2026-03-01T09:00:00Z", \
    "completed": "2026-03-01T09:04:00Z", "activity": 10}]}
    """
  static let contract = """
    A case:  {"id", "activityThreshold", "invitees": [{instants…, "activity"?}]}
      activityThreshold  how much activity is enough, itself included: no document defines
                         activity or how much, so there is no default; "activity" counts in the
                         same unit, and is 0 if absent
      instants           each optional:
                         \(words(InviteFacts.fields, at: 21, separatedBy: ","))
    Answer:  {"id", "stages", "reward"?: {"qualified", "text"}, "hook"?, "leaderboard"?, "rule"}
      stages  of each invitee, in the order given:
              \(Qualification.allCases.map { "\($0)" }.joined(separator: " | ")), or null
      reward  what they earn the inviter; only with rewards switched on ('rewards.mode')
      hook    the placeholder for rewards; only with 'rewards.hookVisible'
      leaderboard  the line that counts who completed onboarding; only with
                   'gamification.leaderboard', and never in 'rin'
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let stages: [String?]
    let reward: RewardAnswer?
    let hook: String?
    let leaderboard: String?
    let rule: String
  }

  private struct RewardAnswer: Encodable {
    let qualified: Int
    let text: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let threshold = reader.count("activityThreshold")
    let invitees = reader.list("invitees") { invitee in
      (facts: InviteFacts(reading: invitee), activity: invitee.count("activity", otherwise: 0))
    }
    try reader.finish()

    let stages = invitees.map {
      Qualification(of: $0.facts, activity: $0.activity, threshold: threshold)
    }
    let profile = rules.profile
    let standing = profile.reward.standing(of: stages.compactMap(\.self), app: profile.app)
    let friends = invitees.count { $0.facts.completed != nil }
    let pressure = profile.reward.leaderboardLine(
      friends: friends, app: profile.app, document: profile.id)
    return Answer(
      id: id, stages: stages.map { stage in stage.map { "\($0)" } },
      reward: standing.map { RewardAnswer(qualified: $0.qualified, text: $0.tierText) },
      hook: profile.reward.hookText,
      leaderboard: line(of: pressure), rule: "RWD-03")
  }

  private static func line(of pressure: SocialPressure) -> String? {
    if case .shown(let line) = pressure { line } else { nil }
  }
}
