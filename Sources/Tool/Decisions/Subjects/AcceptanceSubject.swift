import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `acceptance`: whether one invitee counts as accepted.
enum AcceptanceSubject: Subject {
  static let name = "acceptance"
  static let summary = "whether an invitee counts as accepted, in which sense and when"
  static let example = """
    {"id": 1, "sent": "2026-03-01T09:00:00Z", "signedUp": "2026-03-08T09:00:00Z", \
    "connected": "2026-03-08T09:00:01Z", "completed": "2026-03-08T09:04:00Z"}
    """
  static let contract = """
    A case:  {"id", instants of one invite, each optional:
             \(words(InviteFacts.fields, at: 9, separatedBy: ","))}
    Answer:  {"id", "decision": "accepted" | "notYet" | "tooLate" | "neverSent", "meaning", "at"?,
             "windowEnd"?, "rule"}
      meaning    what accepted means: \(words(of: MetricPolicy.Accepted.self, at: 13))
      windowEnd  if it is too late: the last instant that would have counted
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    let meaning: String
    var at: String?
    var windowEnd: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let facts = InviteFacts(reading: reader)
    try reader.finish()

    let acceptance = rules.profile.metrics.acceptance(of: facts)
    var answer = Answer(
      id: id, decision: word(for: acceptance), meaning: acceptance.meaning.rawValue,
      rule: acceptance.rule.description)
    switch acceptance {
    case .accepted(let at, _): answer.at = at.iso8601
    case .tooLate(let at, let windowEnd, _):
      answer.at = at.iso8601
      answer.windowEnd = windowEnd.iso8601
    case .notYet, .neverSent: break
    }
    return answer
  }

  private static func word(for acceptance: Acceptance) -> String {
    switch acceptance {
    case .accepted: "accepted"
    case .notYet: "notYet"
    case .tooLate: "tooLate"
    case .neverSent: "neverSent"
    }
  }
}
