import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `messages`: the text of an invite.
enum MessageSubject: Subject {
  static let name = "messages"
  static let summary = "the text of an invite, why it is not a better one, and its length"
  static let example = """
    {"id": 1, "link": "https://rin.app/invite/a3Xk9m2Q", "recipients": ["Ann"], \
    "context": "achievement", "accomplishment": "merged 12 duplicates"}
    """
  static let contract = """
    A case:  {"id", "link", "recipients"?, "context"?, "channel"?, what fills the text…}
      recipients  the first names of the picked contacts, null for one without; none by default
      context     \(words(of: InviteContext.self, at: 14))
                  generic by default
      channel     \(words(of: ReportedChannel.self, at: 14))
      what fills the text: "senderName"?, "accomplishment"?, "activity"?, "useCase"?,
                           "contentTitle"?, "collaborativeFeature"?
    Answer:  {"id", "text", "template", "fallback"?, "rule", "characters", "segments"?}
      template  \(words(of: MessageTemplate.self, at: 12))
      fallback  {"reason": "noFirstName" | "severalRecipients" | "unfilled" | "tooLong" |
                "tooLongInEveryForm", "slot"? that nothing fills, "characters"? of the first choice}
      segments  {"encoding": "gsm7" | "ucs2", "units", "count"}, as a text message is billed
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let text: String
    let template: String
    let fallback: FallbackAnswer?
    let rule: String
    let characters: Int
    let segments: SegmentsAnswer?
  }

  private struct FallbackAnswer: Encodable {
    let reason: String
    var slot: String?
    var characters: Int?
  }

  private struct SegmentsAnswer: Encodable {
    let encoding: String
    let units: Int
    let count: Int
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let link = reader.text("link")
    var occasion = MessageOccasion(
      context: reader.choice("context", InviteContext.self, otherwise: .generic),
      recipients: reader.textsOrNulls("recipients"))
    occasion.channel = reader.optionalChoice("channel", ReportedChannel.self)
    occasion.senderName = reader.optionalText("senderName")
    occasion.accomplishment = reader.optionalText("accomplishment")
    occasion.activity = reader.optionalText("activity")
    occasion.useCase = reader.optionalText("useCase")
    occasion.contentTitle = reader.optionalText("contentTitle")
    occasion.collaborativeFeature = reader.optionalText("collaborativeFeature")
    try reader.finish()

    let profile = rules.profile
    guard let message = profile.messages.message(for: occasion, app: profile.app, link: link) else {
      throw CaseError(mistakes: ["'link' is blank: without a link there is nothing to send"])
    }
    return Answer(
      id: id, text: message.text, template: message.template.rawValue,
      fallback: message.fallback.map(answer), rule: message.rule.description,
      characters: message.characters,
      segments: message.segments.map {
        SegmentsAnswer(encoding: $0.encoding.rawValue, units: $0.units, count: $0.count)
      })
  }

  private static func answer(_ fallback: InviteMessage.Fallback) -> FallbackAnswer {
    switch fallback {
    case .noFirstName: FallbackAnswer(reason: "noFirstName")
    case .severalRecipients: FallbackAnswer(reason: "severalRecipients")
    case .unfilled(let slot): FallbackAnswer(reason: "unfilled", slot: slot.rawValue)
    case .tooLong(let characters): FallbackAnswer(reason: "tooLong", characters: characters)
    case .tooLongInEveryForm(let characters):
      FallbackAnswer(reason: "tooLongInEveryForm", characters: characters)
    }
  }
}
