import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

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
