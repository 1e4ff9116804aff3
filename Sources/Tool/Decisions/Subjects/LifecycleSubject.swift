import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `lifecycle`: the states of one invite.
enum LifecycleSubject: Subject {
  static let name = "lifecycle"
  static let summary = "how an invite moves from created to accepted or expired"
  static let example = """
    {"id": 1, "createdAt": "2026-03-01T09:00:00Z", "events": [\
    {"at": "2026-03-01T09:00:20Z", "type": "share"}, \
    {"at": "2026-03-02T18:00:00Z", "type": "open"}, \
    {"at": "2026-03-02T18:09:00Z", "type": "accept", "clickedAt": "2026-03-02T18:00:00Z"}]}
    """
  static let contract = """
    A case:  {"id", "createdAt", "events": [{"at", "type", …}]}, events in time order.
      type   share | cancel | open | accept ("clickedAt"?: when its link was tapped) | wait
    Answer:  {"id", "steps": [{"at", "type", "step": "moved" | "stayed" | "refused", "status",
             "because"?, "rule"}], "status", "acceptances", "acceptedAt"?, "expiresAt"?}
      status   \(InviteStatus.allCases.map(\.rawValue).joined(separator: " | "))
      because  why it stayed or was refused, in one word
    """

  private enum Kind: String, CaseIterable {
    case share, cancel, open, accept, wait
  }

  private struct Answer: Encodable {
    let id: JSONValue
    let steps: [StepAnswer]
    let status: String
    let acceptances: Int
    let acceptedAt: String?
    let expiresAt: String?
  }

  private struct StepAnswer: Encodable {
    let at: String
    let type: String
    let step: String
    let status: String
    let because: String?
    let rule: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let createdAt = reader.instant("createdAt").moment
    var order = TimeOrder()
    let events = reader.list("events") { event in
      let at = order.next(in: event)
      if !at.text.isEmpty, at.moment < createdAt { event.note("at", "is earlier than 'createdAt'") }
      let kind = event.choice("type", Kind.self)
      let clickedAt = kind == .accept ? event.optionalInstant("clickedAt") : nil
      return (at: at, kind: kind, event: lifeEvent(kind, clickedAt: clickedAt ?? at.moment))
    }
    try reader.finish()

    let policy = rules.profile.link
    var life = InviteLifecycle(createdAt: createdAt, under: policy)
    let steps = events.map { at, kind, event in
      let step = life.receive(event, at: at.moment, under: policy)
      let (word, because): (String, String?) =
        switch step {
        case .moved: ("moved", nil)
        case .stayed(let reason): ("stayed", reason.rawValue)
        case .refused(let reason): ("refused", reason.rawValue)
        }
      return StepAnswer(
        at: at.text, type: kind.rawValue, step: word, status: life.status.rawValue,
        because: because, rule: step.rule.description)
    }
    return Answer(
      id: id, steps: steps, status: life.status.rawValue, acceptances: life.acceptances,
      acceptedAt: life.acceptedAt?.iso8601, expiresAt: life.expiresAt?.iso8601)
  }

  private static func lifeEvent(_ kind: Kind, clickedAt: Instant) -> InviteLifecycle.Event {
    switch kind {
    case .share: .shareCompleted
    case .cancel: .shareCancelled
    case .open: .opened
    case .accept: .accepted(clickedAt: clickedAt)
    case .wait: .timePassed
    }
  }
}
