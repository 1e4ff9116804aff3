import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `reuse`: whether an invite gets a new code or that of the link which the user has.
enum ReuseSubject: Subject {
  static let name = "reuse"
  static let summary = "whether an invite gets a new code, or that of the link which the user has"
  static let example = """
    {"id": 1, "at": "2026-03-01T09:00:00Z", "held": {"code": "a3Xk9m2Q", "isOfThisFlow": false, \
    "isSent": true}}
    """
  static let contract = """
    A case:  {"id", "at", "held"?: {"code", "isOfThisFlow", "isSent", "expiresAt"?}, "wantsNew"?}
      held      the newest link of the user; isOfThisFlow: made since the open flow was entered
      expiresAt the last instant at which the link is valid
      wantsNew  whether the user asks for a new code (false)
    Answer:  {"id", "decision": "mint" | "reuse", "code"?, "because", "rule"}
      because   \(words(of: CodeDecision.MintReason.self, at: 12)) |
                \(words(of: CodeDecision.ReuseReason.self, at: 12))
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var code: String?
    let because: String
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let now = reader.instant("at").moment
    let held = reader.object("held", heldLink).flatMap(\.self)
    let wantsNew = reader.flag("wantsNew", otherwise: false)
    try reader.finish()

    let policy = rules.profile.link
    let decision =
      wantsNew ? policy.decideRefresh(of: held) : policy.decideCode(holding: held, at: now)
    let rule = decision.rule.description
    return switch decision {
    case .mint(let reason):
      Answer(id: id, decision: "mint", because: reason.rawValue, rule: rule)
    case .reuse(let code, let reason):
      Answer(
        id: id, decision: "reuse", code: code.description, because: reason.rawValue, rule: rule)
    }
  }

  private static func heldLink(_ reader: CaseReader) -> HeldLink? {
    let code = reader.inviteCode("code")
    let isOfThisFlow = reader.flag("isOfThisFlow")
    let isSent = reader.flag("isSent")
    let expiresAt = reader.optionalInstant("expiresAt")
    return code.map {
      HeldLink(code: $0, isOfThisFlow: isOfThisFlow, isSent: isSent, expiresAt: expiresAt)
    }
  }
}
