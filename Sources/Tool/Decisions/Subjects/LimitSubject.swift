import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

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
