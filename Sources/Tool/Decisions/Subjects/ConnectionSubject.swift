import Attribution
import GrowthloopFindings
import Invites
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

/// The subject `qualification`: the progress of invitees toward counting for a reward.
enum QualificationSubject: Subject {
  static let name = "qualification"
  static let summary = "the progress of invitees toward counting for a reward, and the reward"
  static let example = """
    {"id": "bob", "activityThreshold": 10, "invitees": [\
    {"installed": "2026-03-01T09:00:00Z"}, {"installed": "2026-03-01T09:00:00Z", \
    "completed": "2026-03-01T09:04:00Z", "activity": 10}]}
    """
  static let contract = """
    A case:  {"id", "activityThreshold", "invitees": [{instants…, "activity"?}]}
      activityThreshold  how much activity is enough, itself included: no document defines
                         activity or how much, so there is no default; "activity" counts in the
                         same unit, and is 0 if absent
      instants           each optional:
                         \(words(InviteFacts.fields, at: 21, separatedBy: ","))
    Answer:  {"id", "stages", "reward"?: {"qualified", "text"}, "hook"?, "leaderboard"?, "rule"}
      stages  of each invitee, in the order given:
              \(Qualification.allCases.map { "\($0)" }.joined(separator: " | ")), or null
      reward  what they earn the inviter; only with rewards switched on ('rewards.mode')
      hook    the placeholder for rewards; only with 'rewards.hookVisible'
      leaderboard  the line that counts who completed onboarding; only with
                   'gamification.leaderboard', and never in 'rin'
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let stages: [String?]
    let reward: RewardAnswer?
    let hook: String?
    let leaderboard: String?
    let rule: String
  }

  private struct RewardAnswer: Encodable {
    let qualified: Int
    let text: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let threshold = reader.count("activityThreshold")
    let invitees = reader.list("invitees") { invitee in
      (facts: InviteFacts(reading: invitee), activity: invitee.count("activity", otherwise: 0))
    }
    try reader.finish()

    let stages = invitees.map {
      Qualification(of: $0.facts, activity: $0.activity, threshold: threshold)
    }
    let profile = rules.profile
    let standing = profile.reward.standing(of: stages.compactMap(\.self), app: profile.app)
    let friends = invitees.count { $0.facts.completed != nil }
    let pressure = profile.reward.leaderboardLine(
      friends: friends, app: profile.app, document: profile.id)
    return Answer(
      id: id, stages: stages.map { stage in stage.map { "\($0)" } },
      reward: standing.map { RewardAnswer(qualified: $0.qualified, text: $0.tierText) },
      hook: profile.reward.hookText,
      leaderboard: line(of: pressure), rule: "RWD-03")
  }

  private static func line(of pressure: SocialPressure) -> String? {
    if case .shown(let line) = pressure { line } else { nil }
  }
}

/// The subject `receipt`: the page or screen for a person who opens an invite link.
enum ReceiptSubject: Subject {
  static let name = "receipt"
  static let summary = "which page or screen a tap on a link opens, and which credit it may earn"
  static let example = """
    {"id": 1, "opener": "signedInApp", "relation": "stranger", "link": "valid", "sender": "active"}
    """
  static let contract = """
    A case:  {"id", "opener", "link"?, "sender"?, …}
      opener   previewFetcher | browser ("platform": "iOS" | "other") | signedOutApp |
               signedInApp ("relation": "stranger" | "connected" | "same"); or "userAgent" in its
               place, as the service reads it
      link     valid (default) | unknown | expired | tampered
      sender   active (default) | deleted | suspended; "senderName"? for the texts
    Answer:  {"id", "surface", "because", "rule", "isRecorded", "credit", "isLogged", "text"?}
      surface  \(words(of: ReceiptSurface.self, at: 11))
      credit   \(words(of: ReceiptCredit.self, at: 11))
    """

  private enum Opener: String, CaseIterable {
    case previewFetcher, browser, signedOutApp, signedInApp
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let surface: String
    let because: String
    let rule: String
    let isRecorded: Bool
    let credit: String
    let isLogged: Bool
    let text: String?
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let tap = LinkTap(
      opener: opener(reader),
      link: reader.choice("link", LinkStanding.self, otherwise: .valid),
      sender: reader.choice("sender", AccountState.self, otherwise: .active))
    let sender = reader.optionalText("senderName") ?? "[Sender]"
    try reader.finish()

    let profile = rules.profile
    let decision = profile.receipt.decide(
      tap, landing: profile.landing, broken: profile.link.broken)
    return Answer(
      id: id, surface: decision.surface.rawValue, because: decision.because.rawValue,
      rule: decision.rule.description, isRecorded: decision.isRecorded,
      credit: decision.credit.rawValue, isLogged: decision.isLogged,
      text: decision.surface.text(app: profile.app, sender: sender))
  }

  private static func opener(_ reader: CaseReader) -> LinkOpener {
    if let userAgent = reader.optionalText("userAgent") {
      return LinkOpener(userAgent: UserAgent(userAgent))
    }
    return switch reader.choice("opener", Opener.self) {
    case .previewFetcher: .previewFetcher
    case .browser: .browser(reader.choice("platform", DevicePlatform.self, otherwise: .iOS))
    case .signedOutApp: .signedOutApp
    case .signedInApp: .signedInApp(reader.choice("relation", RelationToSender.self))
    }
  }
}
