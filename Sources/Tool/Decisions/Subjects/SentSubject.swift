import Invites
import GrowthloopFindings
import Profiles

/// The subject `sent`: the number of invites that a user's events come to.
enum SentSubject: Subject {
  static let name = "sent"
  static let summary = "how many invites a user sent: shares, records or recipients, and copies"
  static let example = """
    {"id": 1, "events": [{"event": "linkCreated", "entry": "profile"}, \
    {"event": "shared", "entry": "profile", "channel": "whatsapp", "recipients": 3}, \
    {"event": "shared", "entry": "profile"}, {"event": "linkCopied", "entry": "profile"}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"event", …}]}, the events of one user in order, with the names and
             fields of the subject events; those that send nothing change nothing.
    Answer:  {"id", "sent", "unit", "shareCompletions", "inviteRecords", "recipients", "copies",
             "rule"}
      unit      what "sent" counts: \(words(of: MetricPolicy.InviteUnit.self, at: 12)),
                by 'metrics.inviteUnit'; copies are added by 'metrics.copyButtonCountsAsSend'
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let sent: Int
    let unit: String
    let shareCompletions: Int
    let inviteRecords: Int
    let recipients: Int
    let copies: Int
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let events = reader.list("events") { InviteEvent(reading: $0) }
    try reader.finish()

    var counts = SentInvites()
    for event in events { counts.note(event) }
    let policy = rules.profile.metrics
    return Answer(
      id: id, sent: counts.sent(under: policy), unit: policy.inviteUnit.rawValue,
      shareCompletions: counts.shareCompletions, inviteRecords: counts.inviteRecords,
      recipients: counts.recipients, copies: counts.copies, rule: "CNF-06")
  }
}
