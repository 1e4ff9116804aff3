import Invites
import JSON
import Profiles
import Vocabulary

/// The subject `connection`: whether inviter and invitee become connected.
enum ConnectionSubject: Subject {
  static let name = "connection"
  static let summary = "whether inviter and invitee become connected, and in which circle"
  static let example = """
    {"id": 1, "inviter": "bob", "verified": "ann", "credit": "credited"}
    """
  static let contract = """
    A case:  {"id", "inviter", "verified", "credit", "inviterState"?, "areConnected"?}, at the
             moment when the invitee's number is verified, or when it is tried again.
      verified  the identity that was just verified; it may be the inviter's own
      credit    the result of attribution: \(words(of: ConnectionFacts.Credit.self, at: 12))
      inviterState  active (default) | deleted | suspended; areConnected: false by default
    Answer:  {"id", "decision": "connect" | "suggest" | "alreadyConnected" | "none", "circle"?,
             "because"?, "rule"}
      because   \(words(of: ConnectionDecision.Reason.self, at: 12))
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var circle: String?
    var because: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var people = TextNumbers()
    let facts = ConnectionFacts(
      inviter: people.principal(reader.name("inviter")),
      inviterState: reader.choice("inviterState", AccountState.self, otherwise: .active),
      verified: people.principal(reader.name("verified")),
      credit: reader.choice("credit", ConnectionFacts.Credit.self),
      areConnected: reader.flag("areConnected", otherwise: false))
    try reader.finish()

    let decision = rules.profile.connection.decide(facts)
    let rule = decision.rule.description
    return switch decision {
    case .connect(let circle):
      Answer(id: id, decision: "connect", circle: circle?.rawValue, rule: rule)
    case .suggest: Answer(id: id, decision: "suggest", rule: rule)
    case .alreadyConnected: Answer(id: id, decision: "alreadyConnected", rule: rule)
    case .none(let reason):
      Answer(id: id, decision: "none", because: reason.rawValue, rule: rule)
    }
  }
}
