import Attribution
import GrowthloopFindings
import Invites
import Profiles
import Vocabulary

/// The subject `matching`: the click that a launch belongs to, by device signals.
enum MatchingSubject: Subject {
  static let name = "matching"
  static let summary = "which click a first launch belongs to, by the signals of the device"
  static let example = """
    {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {"address": "a1", "platform": "iOS", \
    "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", "language": "it"}, "clicks": [\
    {"seq": 1, "at": "2026-03-01T20:00:00Z", "link": "a3Xk9m2Q", "signals": {"address": "a1", \
    "platform": "iOS", "osVersion": "26.1", "model": "p7", "timeZone": "Europe/Rome", \
    "language": "it"}}]}
    """
  static let contract = """
    A case:  {"id", "launchAt", "device": {signal: text, …, "token"?, "addressIsShared"?},
             "clicks": [{"seq", "at", "link", "visitor"?, "signals": {…as of the device…}}]}
      signal   \(words(Signal.allCases.map { "\($0)" }, at: 11, separatedBy: ","))
      Signals are compared as they are: send hashes, not addresses. An absent one is unknown, and
      the unknown equals nothing. 'deferred.matcher' chooses the rule: ownService, grovs, dub, …
    Answer:  {"id", "decision": "matched" | "ambiguous" | "noMatch", "click"?, "link"?, "basis"?,
             "isUnique"?, "candidates"?, "because"?, "rule", "clicks": [{"seq", "verdict",
             "differing": [signal], "score"}]}, newest click first.
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    var click: UInt64?
    var link: String?
    var basis: String?
    var isUnique: Bool?
    var candidates: Int?
    var because: String?
    let rule: String
    let clicks: [ClickAnswer]
  }

  private struct ClickAnswer: Encodable {
    let seq: UInt64
    let verdict: String
    let differing: [String]
    let score: Int
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var names = TextNumbers()
    let launch = reader.instant("launchAt").moment
    let device = reader.object("device") { names.signals(of: $0) }
    if device == nil, !reader.has("device") { reader.note("device", "is missing") }
    var sequences: Set<Int> = []
    let clicks = reader.list("clicks") { click in
      let sequence = click.number("seq")
      if !sequences.insert(sequence).inserted { click.note("seq", "is used twice") }
      let signals = click.object("signals") { names.signals(of: $0) }
      return ClickFootprint(
        sequence: UInt64(sequence), at: click.instant("at").moment,
        link: names.number(of: click.text("link")),
        visitor: click.optionalText("visitor").map { names.number(of: $0) } ?? 0,
        signals: signals ?? DeviceSignals())
    }
    try reader.finish()

    let profile = rules.profile
    let rule = profile.deferred.rule(for: profile.attribution)
    let retention = profile.attribution.clickRetention
    let known = device ?? DeviceSignals()
    let decision = rule.match(
      known, launchedAt: launch, among: clicks.span, keptFor: retention)
    let explained = rule.explain(
      known, launchedAt: launch, among: clicks.span, keptFor: retention)
    var answer = Answer(
      id: id, decision: word(for: decision), rule: decision.rule.description,
      clicks: explained.map(answer))
    switch decision {
    case .matched(let match):
      answer.click = match.click
      answer.link = names.text(match.link)
      answer.basis = match.basis.rawValue
      answer.isUnique = match.isUnique
    case .ambiguous(let candidates): answer.candidates = candidates
    case .noMatch(let reason): answer.because = "\(reason)"
    }
    return answer
  }

  private static func word(for decision: MatchDecision) -> String {
    switch decision {
    case .matched: "matched"
    case .ambiguous: "ambiguous"
    case .noMatch: "noMatch"
    }
  }

  private static func answer(_ explanation: MatchExplanation) -> ClickAnswer {
    let verdict =
      switch explanation.verdict {
      case .chosen: "chosen"
      case .olderToken: "olderToken"
      case .competes: "competes"
      case .afterLaunch: "afterLaunch"
      case .notKept: "notKept"
      case .fails(let reason): "\(reason)"
      }
    return ClickAnswer(
      seq: explanation.click, verdict: verdict,
      differing: Signal.allCases.filter { explanation.differing.holds($0) }
        .map { "\($0)" },
      score: explanation.score)
  }
}

extension TextNumbers {
  /// Reads the signals of a device; an absent one stays zero, which stands for none.
  fileprivate mutating func signals(of reader: CaseReader) -> DeviceSignals {
    var signals = DeviceSignals()
    for signal in Signal.allCases {
      guard let text = reader.optionalText("\(signal)") else { continue }
      signals[signal] = UInt32(truncatingIfNeeded: number(of: text))
    }
    if let token = reader.optionalText("token") { signals.token = number(of: token) }
    signals.isAddressShared = reader.flag("addressIsShared", otherwise: false)
    return signals
  }
}

/// The subject `notification`: the notifications to an inviter about one invitee.
enum NotificationSubject: Subject {
  static let name = "notification"
  static let summary = "when an inviter is notified of an invitee, with which text, once"
  static let example = """
    {"id": 1, "inviter": 7, "invitee": 12, "inviteeName": "Ann", "credit": "credited", "events": [\
    {"at": "2026-03-01T09:00:00Z", "milestone": "installed"}, \
    {"at": "2026-03-01T09:02:00Z", "milestone": "signedUp"}, \
    {"at": "2026-03-01T09:02:00Z", "milestone": "accepted"}, \
    {"at": "2026-03-01T09:06:00Z", "milestone": "onboardingCompleted"}]}
    """
  static let contract = """
    A case:  {"id", "inviter", "invitee", "inviteeName"?, "credit", "hadAccount"?, "wasTold"?,
             "allowsPushes"?, "events": [{"at", "milestone", "inviterState"?, "noticedBy"?}]},
             events in time order.
      inviter, invitee  the numbers of their accounts
      credit      \(words(of: ConnectionFacts.Credit.self, at: 14))
      hadAccount  whether the invitee had an account before following the link; false by default
      allowsPushes  whether the inviter's phone lets the app notify them; true by default
      wasTold     whether the inviter was notified of this invitee before; false by default
      milestone   \(words(of: JoinMilestone.self, at: 14))
      inviterState  active (default) | deleted | suspended; noticedBy: server (default) | client
    Answer:  {"id", "decisions": [{"at", "milestone", "decision": "push" | "inApp" | "none",
             "text"?, "deepLink"?, "deadline"?, "inApp"?, "because"?, "rule"}]}; at most one is a
             push.
      deadline  the last instant at which the push is in time
      inApp     {"kind": "banner" | "profileBadge", "text"}, what the app shows beside the push
      because   \(words(of: NotificationDecision.Reason.self, at: 12))
    """

  private struct Event {
    let at: (moment: Instant, text: String)
    let milestone: JoinMilestone
    let inviterState: AccountState
    let noticedBy: NotificationPolicy.Trigger
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let decisions: [DecisionAnswer]
  }

  private struct DecisionAnswer: Encodable {
    let at: String
    let milestone: String
    let decision: String
    var text: String?
    var deepLink: String?
    var deadline: String?
    var inApp: InAppAnswer?
    var because: String?
    let rule: String
  }

  private struct InAppAnswer: Encodable {
    let kind: String
    let text: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    var facts = JoinFacts(
      inviter: reader.principal("inviter"), invitee: reader.principal("invitee"),
      inviteeName: reader.optionalText("inviteeName"),
      credit: reader.choice("credit", ConnectionFacts.Credit.self),
      hadAccount: reader.flag("hadAccount", otherwise: false),
      wasNotified: reader.flag("wasTold", otherwise: false))
    facts.allowsPushes = reader.flag("allowsPushes", otherwise: true)
    var order = TimeOrder()
    let events = reader.list("events") { event in
      Event(
        at: order.next(in: event), milestone: event.choice("milestone", JoinMilestone.self),
        inviterState: event.choice("inviterState", AccountState.self, otherwise: .active),
        noticedBy: event.choice("noticedBy", NotificationPolicy.Trigger.self, otherwise: .server))
    }
    try reader.finish()

    let profile = rules.profile
    var decisions: [DecisionAnswer] = []
    for event in events {
      facts.inviterState = event.inviterState
      facts.trigger = event.noticedBy
      let decision = profile.notification.decide(
        event.milestone, at: event.at.moment, for: facts, app: profile.app, texts: profile.copy)
      switch decision {
      case .push, .inApp: facts.wasNotified = true
      case .none: break
      }
      decisions.append(answer(decision, to: event, app: profile.app))
    }
    return Answer(id: id, decisions: decisions)
  }

  private static func answer(
    _ decision: NotificationDecision, to event: Event, app: AppIdentity
  ) -> DecisionAnswer {
    let rule = decision.rule.description
    switch decision {
    case .push(let push):
      return DecisionAnswer(
        at: event.at.text, milestone: event.milestone.rawValue, decision: "push", text: push.text,
        deepLink: push.destination.url(app: app), deadline: push.deadline?.iso8601,
        inApp: push.inApp.map(answer), rule: rule)
    case .inApp(let sign):
      return DecisionAnswer(
        at: event.at.text, milestone: event.milestone.rawValue, decision: "inApp",
        inApp: answer(sign), rule: rule)
    case .none(let reason):
      return DecisionAnswer(
        at: event.at.text, milestone: event.milestone.rawValue, decision: "none",
        because: reason.rawValue, rule: rule)
    }
  }

  private static func answer(_ inApp: JoinedPush.InApp) -> InAppAnswer {
    switch inApp {
    case .banner(let text): InAppAnswer(kind: "banner", text: text)
    case .profileBadge(let text): InAppAnswer(kind: "profileBadge", text: text)
    }
  }
}
