import Invites
import Profiles
import Vocabulary

/// Whether one user may go on inviting.
enum LimitSubject: Subject {
  static let name = "limits"
  static let summary = "whether a user may create, send, pick or invite again, and until when not"
  static let example = """
    {"id": "ann", "events": [{"at": "2026-03-01T09:00:00Z", "type": "create"}, \
    {"at": "2026-03-01T09:01:00Z", "type": "pick", "picked": 20}, \
    {"at": "2026-03-01T09:02:00Z", "type": "reinvite", "lastInvitedAt": "2026-02-27T09:00:00Z"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}], "utcOffsetMinutes"?}, events in time order.
      type   create | send: one more invite; it counts if it is allowed
             pick ("picked"): one more contact, with so many picked already
             next ("picked"): on to the message with so many contacts
             reinvite ("lastInvitedAt"): the same contact again
    Answer:  {"id", "decisions": [{"at", "type", "decision": "allowed" | "refused", "reason"?,
             "rule"?, "until"?, "text"?}]}
      reason  dailyLimit | batchFull | nobodyPicked | invitedRecently
      text    what the user reads, where there is a text
    """

  private enum Kind: String, CaseIterable {
    case create, send, pick, next, reinvite
  }

  private struct Question {
    let at: (moment: Instant, text: String)
    let kind: Kind
    let picked: Int
    let lastInvited: Instant?
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let decisions: [DecisionAnswer]
  }

  private struct DecisionAnswer: Encodable {
    let at: String
    let type: String
    let decision: String
    var reason: String?
    var rule: String?
    var until: String?
    var text: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let utcOffset = reader.utcOffset()
    var order = TimeOrder()
    let questions = reader.list("events") { event in
      let at = order.next(in: event)
      let kind = event.choice("type", Kind.self)
      return Question(
        at: at, kind: kind,
        picked: kind == .pick || kind == .next ? event.count("picked") : 0,
        lastInvited: kind == .reinvite ? event.instant("lastInvitedAt").moment : nil)
    }
    try reader.finish()

    let limits = rules.profile.limits
    var tally = DailyTally()
    return Answer(
      id: id,
      decisions: questions.map { question in
        let now = question.at.moment
        let decision: LimitDecision
        switch question.kind {
        case .create, .send:
          let counted: LimitPolicy.Counted = question.kind == .create ? .created : .sent
          decision =
            counted == limits.dailyCounts
            ? limits.decideInvite(
              after: tally, at: now, calendar: rules.profile.calendar, utcOffset: utcOffset)
            : .allowed
          if decision == .allowed { limits.record(counted, in: &tally, at: now) }
        case .pick: decision = limits.decidePick(after: question.picked)
        case .next: decision = limits.decideNext(with: question.picked)
        case .reinvite:
          decision = limits.decideReinvite(lastInvited: question.lastInvited, at: now)
        }
        return answer(decision, to: question)
      })
  }

  private static func answer(_ decision: LimitDecision, to question: Question) -> DecisionAnswer {
    var answer = DecisionAnswer(
      at: question.at.text, type: question.kind.rawValue,
      decision: decision == .allowed ? "allowed" : "refused")
    guard case .refused(let refusal) = decision else { return answer }
    answer.rule = refusal.rule.description
    answer.text = refusal.text
    switch refusal {
    case .dailyLimit(let until):
      answer.reason = "dailyLimit"
      answer.until = until?.iso8601
    case .batchFull: answer.reason = "batchFull"
    case .nobodyPicked: answer.reason = "nobodyPicked"
    case .invitedRecently(let until):
      answer.reason = "invitedRecently"
      answer.until = until.iso8601
    }
    return answer
  }
}
