import Attribution
import GrowthloopFindings
import Invites
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

/// The subject `limits`: whether one user may continue inviting.
enum LimitSubject: Subject {
  static let name = "limits"
  static let summary = "whether a user may create, send, pick or invite again, and until when not"
  static let example = """
    {"id": "ann", "events": [{"at": "2026-03-01T09:00:00Z", "type": "create"}, \
    {"at": "2026-03-01T09:01:00Z", "type": "pick", "picked": 20}, \
    {"at": "2026-03-01T09:02:00Z", "type": "reinvite", "lastInvitedAt": "2026-02-27T09:00:00Z"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}], "zone"?}, events in time order.
      type   create | send: one more invite; it counts if it is allowed
             pick ("picked"): one more contact, with so many picked already
             next ("picked"): on to the message with so many contacts
             reinvite ("lastInvitedAt"): the same contact again
      zone   \(CaseReader.zoneMeaning(at: 9))
    Answer:  {"id", "decisions": [{"at", "type", "decision": "allowed" | "refused", "rule",
             "reason"?, "until"?, "text"?}]}
      reason  dailyLimit | batchFull | nobodyPicked | invitedRecently
      text    what the user reads, where there is a text
    """

  private enum Kind: String, CaseIterable {
    case create, send, pick, next, reinvite
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let decisions: [DecisionAnswer]
  }

  private struct DecisionAnswer: Encodable {
    let at: String
    let type: String
    let decision: String
    let rule: String
    var reason: String?
    var until: String?
    var text: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let zone = reader.zone()
    var order = TimeOrder()
    let questions = reader.list("events") { event in
      let at = order.next(in: event)
      let kind = event.choice("type", Kind.self)
      return (at: at, kind: kind, question: question(kind, in: event))
    }
    try reader.finish()

    let limits = rules.profile.limits
    var tally = DailyTally()
    return Answer(
      id: id,
      decisions: questions.map { at, kind, question in
        let decision = limits.decide(
          question, after: tally, at: at.moment, calendar: rules.profile.calendar,
          zone: zone)
        if case .invite(let counted) = question, decision == .allowed {
          limits.record(counted, in: &tally, at: at.moment)
        }
        return answer(decision, to: question, of: kind, at: at.text)
      })
  }

  private static func question(_ kind: Kind, in event: CaseReader) -> LimitQuestion {
    switch kind {
    case .create: .invite(.created)
    case .send: .invite(.sent)
    case .pick: .pick(after: event.count("picked"))
    case .next: .next(with: event.count("picked"))
    case .reinvite: .reinvite(lastInvited: event.instant("lastInvitedAt").moment)
    }
  }

  private static func answer(
    _ decision: LimitDecision, to question: LimitQuestion, of kind: Kind, at text: String
  ) -> DecisionAnswer {
    let rule = if case .refused(let refusal) = decision { refusal.rule } else { question.rule }
    var answer = DecisionAnswer(
      at: text, type: kind.rawValue, decision: decision == .allowed ? "allowed" : "refused",
      rule: rule.description)
    guard case .refused(let refusal) = decision else { return answer }
    answer.text = refusal.text
    switch refusal {
    case .dailyLimit(let until):
      answer.reason = "dailyLimit"
      answer.until = until?.iso8601
    case .batchFull: answer.reason = "batchFull"
    case .noContactPicked: answer.reason = "nobodyPicked"
    case .invitedRecently(let until):
      answer.reason = "invitedRecently"
      answer.until = until.iso8601
    }
    return answer
  }
}
