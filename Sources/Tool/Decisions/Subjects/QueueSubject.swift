import Attribution
import GrowthloopFindings
import Invites
import Profiles
import Vocabulary

/// The subject `queue`: the creations of links that wait for the network.
enum QueueSubject: Subject {
  static let name = "queue"
  static let summary = "how creations wait without a network, and when the user is asked to share"
  static let example = """
    {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "queued"}, \
    {"at": "2026-03-01T09:10:00Z", "type": "connected"}, \
    {"at": "2026-03-01T09:10:03Z", "type": "linkReady", "ticket": 0}]}
    """
  static let contract = """
    A case:  {"id", "events": [{"at", "type", …}]}, events in time order; the network is absent at
             first.
      type   \(words(of: Kind.self, at: 9));
             linkReady and linkFailed have "ticket"
    Answer:  {"id", "steps": [{"at", "type", "waiting", "actions": [{"action", …}]}], "rule"}
      waiting  the number of creations in the queue
      actions  accepted | create | promptToShare ("isInTime", by 'offline.drainSeconds'), each with
               "ticket", the key that makes a repeated request harmless; refused (the queue is
               full, or 'offline.mode' has none) | wake ("until") | ignored
    """

  private enum Kind: String, CaseIterable {
    case queued, connected, disconnected, linkReady, linkFailed, timePassed
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let steps: [StepAnswer]
    let rule: String
  }

  private struct StepAnswer: Encodable {
    let at: String
    let type: String
    let waiting: UInt32
    let actions: [ActionAnswer]
  }

  private struct ActionAnswer: Encodable {
    let action: String
    var ticket: UInt32?
    var isInTime: Bool?
    var until: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var order = TimeOrder()
    let events = reader.list("events") { event in
      let at = order.next(in: event)
      let kind = event.choice("type", Kind.self)
      return (at: at, kind: kind, event: happening(kind, in: event))
    }
    try reader.finish()

    let policy = rules.profile.offline
    var queue = OfflineQueue()
    return Answer(
      id: id,
      steps: events.map { at, kind, event in
        let actions = queue.receive(event, at: at.moment, under: policy)
        return StepAnswer(
          at: at.text, type: kind.rawValue, waiting: queue.count, actions: actions.map(answer))
      }, rule: policy.mode.rule.description)
  }

  private static func happening(_ kind: Kind, in event: CaseReader) -> OfflineQueue.Event {
    func ticket() -> QueueTicket {
      QueueTicket(number: UInt32(clamping: event.number("ticket")))
    }
    return switch kind {
    case .queued: .queued
    case .connected: .connected
    case .disconnected: .disconnected
    case .linkReady: .linkReady(ticket())
    case .linkFailed: .linkFailed(ticket())
    case .timePassed: .timePassed
    }
  }

  private static func answer(_ action: OfflineQueue.Action) -> ActionAnswer {
    switch action {
    case .accepted(let ticket): ActionAnswer(action: "accepted", ticket: ticket.number)
    case .refused: ActionAnswer(action: "refused")
    case .create(let ticket): ActionAnswer(action: "create", ticket: ticket.number)
    case .promptToShare(let ticket, let isInTime):
      ActionAnswer(action: "promptToShare", ticket: ticket.number, isInTime: isInTime)
    case .wake(let until): ActionAnswer(action: "wake", until: until.iso8601)
    case .ignored: ActionAnswer(action: "ignored")
    }
  }
}

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
