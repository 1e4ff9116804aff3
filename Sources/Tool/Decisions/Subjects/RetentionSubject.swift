import Attribution
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `retention`: how long records about people are kept, and what a deletion leaves.
enum RetentionSubject: Subject {
  static let name = "retention"
  static let summary = "how long clicks and installs are kept, and what a deleted account leaves"
  static let example = """
    {"id": 1, "now": "2026-03-09T09:00:00Z", "records": [\
    {"record": "click", "at": "2026-03-01T09:00:00Z"}, \
    {"record": "install", "at": "2026-03-03T09:00:00Z"}, \
    {"record": "install", "at": "2026-03-01T09:00:00Z", "completed": "2026-03-01T09:05:00Z"}]}
    """
  static let contract = """
    A case:  {"id", "now", "records": [{"record", "at", "completed"?}]}
      record   click | install: a first launch with a matched click; completed: its onboarding
    Answer:  {"id", "records": [{"decision": "kept" | "due", "through"?, "since"?, "as", "rule"}],
             "onDeletion": [{"record", "role", "fate"}], "rule"}
      through  the last instant at which the record may exist; none for one that is kept for good
      since    the first instant at which it may not
      as       \(words(of: RetentionReason.self, at: 11))
      fate     \(words(of: RecordFate.self, at: 11)), when the account in that role is deleted
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let records: [RecordAnswer]
    let onDeletion: [FateAnswer]
    let rule: String
  }

  private struct RecordAnswer: Encodable {
    let decision: String
    var through: String?
    var since: String?
    let `as`: String
    let rule: String
  }

  private struct FateAnswer: Encodable {
    let record: String
    let role: String
    let fate: String
  }

  private enum Kind: String, CaseIterable {
    case click, install
  }

  private enum Record {
    case click(Instant)
    case install(AttributedInstall)
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let now = reader.instant("now").moment
    let records = reader.list("records") { record in
      let at = record.instant("at").moment
      return switch record.choice("record", Kind.self) {
      case .click: Record.click(at)
      case .install:
        Record.install(
          AttributedInstall(
            at: at, onboardingCompletedAt: record.optionalInstant("completed")))
      }
    }
    try reader.finish()

    let profile = rules.profile
    let fates = PersonalRecord.allCases.flatMap { record in
      RecordRole.allCases.map { role in
        FateAnswer(
          record: record.rawValue, role: role.rawValue,
          fate: profile.retention.fate(of: record, of: role).rawValue)
      }
    }
    return Answer(
      id: id,
      records: records.map { record in
        let decision =
          switch record {
          case .click(let at): profile.attribution.decide(clickAt: at, at: now)
          case .install(let install): profile.retention.decide(install, at: now)
          }
        return answer(decision, in: profile.id)
      }, onDeletion: fates, rule: "CNF-49")
  }

  private static func answer(
    _ decision: RetentionDecision, in document: ProfileID
  ) -> RecordAnswer {
    let rule = decision.because.rule(in: document).description
    let reason = decision.because.rawValue
    return switch decision {
    case .kept(let through, _):
      RecordAnswer(decision: "kept", through: through?.iso8601, as: reason, rule: rule)
    case .due(let since, _):
      RecordAnswer(decision: "due", since: since.iso8601, as: reason, rule: rule)
    }
  }
}
