import GrowthloopFindings
import Invites
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

/// The subject `suggestions`: the contacts that an invite suggests, with a message for each.
enum SuggestionSubject: Subject {
  static let name = "suggestions"
  static let summary = "which often written contacts are suggested for an invite, with which text"
  static let example = """
    {"id": 1, "link": "https://app.example.com/invite/a3Xk9m2Q", "contacts": [\
    {"contact": 1, "firstName": "Ann", "messages": 12}, {"contact": 2, "messages": 40}, \
    {"contact": 3, "firstName": "Cy", "messages": 0}], "access": "authorized", "explained": true}
    """
  static let contract = """
    A case:  {"id", "link", "contacts": [{"contact", "firstName"?, "messages"}], "most"?,
              "access"?, "explained"?}
      contact   a number in its place; messages: those that the user wrote to it, as far as the
                host knows: iOS gives no app a history of messages
      access    to the address book: \(words(of: ContactsAccess.self, at: 16))
                (notDetermined)
      explained whether the user was told why the app reads contacts (false)
      most      how many are suggested (\(FrequentContacts.usualNumber))
    Answer:  {"id", "decision": "suggested" | "none", "suggestions": [{"contact", "text"}],
             "because"?, "rule"}
      because   \(words(of: FrequentContacts.Reason.self, at: 12))
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let decision: String
    let suggestions: [SuggestionAnswer]
    let because: String?
    let rule: String
  }

  private struct SuggestionAnswer: Encodable {
    let contact: UInt64
    let text: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let link = reader.name("link")
    let most = reader.count("most", otherwise: FrequentContacts.usualNumber)
    let access = reader.choice("access", ContactsAccess.self, otherwise: .notDetermined)
    let wasExplained = reader.flag("explained", otherwise: false)
    let contacts = reader.list("contacts") { contact in
      FrequentContacts.Candidate(
        contact: ContactKey(rawValue: UInt64(contact.number("contact"))),
        firstName: contact.optionalText("firstName"), messages: contact.count("messages"))
    }
    try reader.finish()

    let profile = rules.profile
    let decision = profile.flow.suggest(
      contacts, most: most, under: access, wasExplained: wasExplained)
    let rule = decision.rule.description
    switch decision {
    case .none(let reason):
      return Answer(
        id: id, decision: "none", suggestions: [], because: reason.rawValue, rule: rule)
    case .suggested(let chosen):
      return Answer(
        id: id, decision: "suggested",
        suggestions: chosen.compactMap { candidate in
          let occasion = MessageOccasion(context: .generic, recipients: [candidate.firstName])
          return profile.messages.message(for: occasion, app: profile.app, link: link).map {
            SuggestionAnswer(contact: candidate.contact.rawValue, text: $0.text)
          }
        }, because: nil, rule: rule)
    }
  }
}
