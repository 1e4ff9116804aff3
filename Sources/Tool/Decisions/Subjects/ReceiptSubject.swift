import Attribution
import Invites
import GrowthloopFindings
import Profiles
import Vocabulary

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
