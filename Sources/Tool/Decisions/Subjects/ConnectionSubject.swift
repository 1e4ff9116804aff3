import Invites
import GrowthloopFindings
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
    A case:  {"id", "inviter", "verified", "credit", "inviterState"?, "areConnected"?,
             "inviterName"?, "events"?: [{"type", …}]}, at the moment when the invitee's number is
             verified, or when it is tried again.
      verified  the identity that was just verified; it may be the inviter's own
      credit    the result of attribution: \(words(of: ConnectionFacts.Credit.self, at: 12))
      inviterState  active (default) | deleted | suspended; areConnected: false by default
      events    what happens, in order, from before the verification on:
                \(words(of: Kind.self, at: 12));
                inviterAccountChanged has "inviterState"
    Answer:  {"id", "decision": "connect" | "suggest" | "alreadyConnected" | "none", "circle"?,
             "because"?, "notice"?, "steps"?: [{"type", "state", "actions"}], "rule"}
      because   \(words(of: ConnectionDecision.Reason.self, at: 12))
      notice    what the invitee reads of the connection; only with 'notify.invitee'
      state     undecided | asked | waitsForSync | suggested | connected | declined
      actions   connectMutually | suggest | log
    """

  private enum Kind: String, CaseIterable {
    case verified, accepted, serverConnected, serverFailed, synced, inviterAccountChanged
    case onboardingCompleted
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var circle: String?
    var because: String?
    var notice: String?
    let steps: [StepAnswer]?
    let rule: String
  }

  private struct StepAnswer: Encodable {
    let type: String
    let state: String
    let actions: [String]
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
    let inviterName = reader.optionalText("inviterName") ?? "[Inviter]"
    let events = reader.optionalList("events") { event in
      let kind = event.choice("type", Kind.self)
      return (kind: kind, event: happening(kind, in: event))
    }
    try reader.finish()

    let policy = rules.profile.connection
    let decision = policy.decide(facts)
    var process = ConnectionProcess(facts, policy: policy)
    let steps = events.map { events in
      events.map { kind, event in
        let actions = process.receive(event)
        return StepAnswer(
          type: kind.rawValue, state: word(for: process.state), actions: actions.map(word))
      }
    }
    var answer = Answer(
      id: id, decision: word(for: decision), steps: steps, rule: decision.rule.description)
    switch decision {
    case .connect(let circle):
      answer.circle = circle?.rawValue
      answer.notice = policy.inviteeNotice(from: inviterName, under: rules.profile.notification)
    case .none(let reason): answer.because = reason.rawValue
    case .suggest, .alreadyConnected: break
    }
    return answer
  }

  private static func happening(_ kind: Kind, in event: CaseReader) -> ConnectionProcess.Event {
    switch kind {
    case .verified: .verified
    case .accepted: .accepted
    case .serverConnected: .serverConnected
    case .serverFailed: .serverFailed
    case .synced: .synced
    case .inviterAccountChanged:
      .inviterAccountChanged(event.choice("inviterState", AccountState.self))
    case .onboardingCompleted: .onboardingCompleted
    }
  }

  private static func word(for decision: ConnectionDecision) -> String {
    switch decision {
    case .connect: "connect"
    case .suggest: "suggest"
    case .alreadyConnected: "alreadyConnected"
    case .none: "none"
    }
  }

  private static func word(for state: ConnectionProcess.State) -> String {
    switch state {
    case .undecided: "undecided"
    case .pending(isAsked: true): "asked"
    case .pending(isAsked: false): "waitsForSync"
    case .suggested: "suggested"
    case .connected: "connected"
    case .declined: "declined"
    }
  }

  private static func word(for action: ConnectionProcess.Action) -> String {
    switch action {
    case .connectMutually: "connectMutually"
    case .suggest: "suggest"
    case .log: "log"
    }
  }
}
