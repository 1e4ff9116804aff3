import Attribution
import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

/// The subject `preview`: the card that a messaging app draws for a link.
enum PreviewSubject: Subject {
  static let name = "preview"
  static let summary = "the card that a messaging app draws for a link, and what it says of whom"
  static let example = """
    {"id": 1, "senderName": "Bob", "coreActivity": "cleaning up contacts", \
    "avatar": "https://rin.app/avatars/7.png"}
    """
  static let contract = """
    A case:  {"id", "link"?, "sender"?, "senderName"?, "avatar"?, "context"?, "thumbnail"?,
             "coreActivity"?}
      link      valid (default) | unknown | expired | tampered
      sender    active (default) | deleted | suspended; avatar: where it lies
      context   generic (default) | achievement | content | collaborative; thumbnail: of the content
      coreActivity  what people do with the app: the service takes it by --core-activity
    Answer:  {"id", "card": "generic" | "personal" | "none", "openGraph": [{"property",
             "content"}], "rule"}
      card      none where the profile sends a browser to the store, whose card is drawn
    """

  private struct Answer: Encodable {
    let id: JSONValue
    let card: String
    let openGraph: [TagAnswer]
    let rule: String
  }

  private struct TagAnswer: Encodable {
    let property: String
    let content: String
  }

  static func decide(_ reader: CaseReader, under rules: DecisionRules) throws -> any Encodable {
    let id = reader.id
    let tap = LinkTap(
      opener: .previewFetcher,
      link: reader.choice("link", LinkStanding.self, otherwise: .valid),
      sender: reader.choice("sender", AccountState.self, otherwise: .active))
    let sender = PreviewCard.Sender(
      firstName: reader.optionalText("senderName") ?? "", avatar: reader.optionalText("avatar"),
      account: tap.sender)
    let context = reader.choice("context", InviteContext.self, otherwise: .generic)
    let thumbnail = reader.optionalText("thumbnail")
    let activity = reader.optionalText("coreActivity")
    try reader.finish()

    let profile = rules.profile
    let surface = profile.receipt.decide(
      tap, landing: profile.landing, broken: profile.link.broken
    ).surface
    guard surface != .appStore else {
      return Answer(id: id, card: "none", openGraph: [], rule: "CNF-15")
    }
    let generic = PreviewCard.generic(app: profile.app)
    let card =
      surface == .personalisedPage
      ? PreviewCard.personal(
        from: sender, app: profile.app, context: context, thumbnail: thumbnail,
        coreActivity: activity, socialProofLine: profile.landing.socialProofLine) : generic
    return Answer(
      id: id, card: card == generic ? "generic" : "personal",
      openGraph: card.openGraph(brandedImage: "https://\(profile.app.host)/card.png").map {
        TagAnswer(property: $0.property, content: $0.content)
      }, rule: card.rule.description)
  }
}
