import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

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
