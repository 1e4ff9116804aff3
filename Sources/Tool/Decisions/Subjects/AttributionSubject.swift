import Attribution
import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `attribution`: the credit for one arrival.
enum AttributionSubject: Subject {
  static let name = "attribution"
  static let summary = "which click earns the credit for a new user, and why the others do not"
  static let example = """
    {"id": "ann", "principal": "ann", "installAt": "2026-03-08T09:00:00Z", "clicks": [\
    {"seq": 1, "at": "2026-03-01T08:59:59.999Z", "inviter": "bob", "link": "valid", \
    "inviterState": "active"}, {"seq": 2, "at": "2026-03-01T09:00:00Z", "inviter": "cy", \
    "link": "valid", "inviterState": "active"}]}
    """
  static let contract = """
    A case:  {"id", "principal", "installAt", "firstLaunchAt"?, "principalExists"?, "clicks":
             [{"seq", "at", "inviter", "link": "valid" | "unknown" | "expired" | "tampered",
             "inviterState": "active" | "deleted" | "suspended"}]}
      also   "route"?: "deferred" (default) | "directOpen", "verifiedAt"? (ends a direct open's
             window), and "fromInvitersDevice"? of a click
      Clicks may be in any order; "seq" orders those at one instant, and no two share one.
    Answer:  {"id", "decision": "credited" | "recordedOnly" | "none", "inviter"?, "click"?,
             "context", "connect", "rule", "passedOver": [{"seq", "because", "rule"}]}, by "seq".
      because  the first that holds of
               \(words(of: PassedOver.self, at: 11))
      context  whether the invitee sees who invited; connect: whether the two are connected
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    let inviter: String?
    let click: UInt64?
    let context: Bool
    let connect: Bool
    let rule: String
    let passedOver: [PassedOverAnswer]
  }

  private struct PassedOverAnswer: Encodable {
    let seq: UInt64
    let because: String
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var people = TextNumbers()
    var arrival = Arrival(
      principal: people.principal(reader.name("principal")),
      principalExists: reader.flag("principalExists", otherwise: false),
      route: reader.choice("route", Arrival.Route.self, otherwise: .deferred),
      installedAt: reader.instant("installAt").moment)
    arrival.firstLaunchedAt = reader.optionalInstant("firstLaunchAt")
    arrival.verifiedAt = reader.optionalInstant("verifiedAt")
    if arrival.route == .directOpen, arrival.verifiedAt == nil {
      reader.note("verifiedAt", "is missing: a direct open ends at verification")
    }
    for (key, moment) in [
      ("firstLaunchAt", arrival.firstLaunchedAt), ("verifiedAt", arrival.verifiedAt),
    ] {
      if let moment, moment < arrival.installedAt {
        reader.note(key, "is earlier than 'installAt'")
      }
    }
    var sequences: Set<Int> = []
    let clicks = reader.list("clicks") { click in
      let sequence = click.number("seq")
      if !sequences.insert(sequence).inserted { click.note("seq", "is used twice") }
      return Click(
        sequence: UInt64(sequence), at: click.instant("at").moment,
        inviter: people.principal(click.name("inviter")),
        link: click.choice("link", LinkStanding.self),
        inviterState: click.choice("inviterState", AccountState.self),
        isFromInvitersDevice: click.flag("fromInvitersDevice", otherwise: false))
    }
    try reader.finish()

    let policy = rules.profile.attribution
    let decision = policy.decide(clicks, for: arrival)
    return Answer(
      id: id, decision: decision.outcome.rawValue,
      inviter: decision.inviter.map { people.text($0.rawValue) }, click: decision.click?.sequence,
      context: decision.showsInviter,
      connect: decision.mayConnect
        && rules.profile.connection.mode == .autoMutualAtVerification,
      rule: decision.rule.description,
      passedOver: policy.passedOver(clicks, for: arrival).map {
        PassedOverAnswer(
          seq: $0.sequence, because: $0.because.rawValue, rule: $0.rule.description)
      })
  }
}
