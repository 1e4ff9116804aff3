import Vocabulary

/// A program that fetches a link to draw a card of it, before any person has tapped.
public enum PreviewFetcher: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Apple's iMessage, which names Facebook's fetcher and Twitter's in one User-Agent.
  case iMessage
  /// WhatsApp: `whatsapp/` in the User-Agent; Signal uses the same name.
  case whatsApp
  /// LINE: `line-poker` in the User-Agent.
  case line
  /// KakaoTalk: `kakaotalk-scrap` in the User-Agent.
  case kakaoTalk
  /// Facebook: `facebookexternalhit` or `facebot` in the User-Agent.
  case facebook
  /// Telegram: `telegrambot` in the User-Agent.
  case telegram
  /// Twitter: `twitterbot` in the User-Agent.
  case twitter
  /// Slack: `slackbot` or `slack-imgproxy` in the User-Agent.
  case slack
  /// Discord: `discordbot` in the User-Agent.
  case discord
  /// LinkedIn: `linkedinbot` in the User-Agent.
  case linkedIn
  /// Skype: `skypeuripreview` in the User-Agent; Microsoft Teams uses the same name.
  case skype
  /// Snapchat: `snap url preview` in the User-Agent.
  case snapchat
  /// Pinterest: `pinterestbot` in the User-Agent.
  case pinterest
  /// Reddit: `redditbot` in the User-Agent.
  case reddit
  /// Apple's crawler: `applebot` in the User-Agent.
  case apple
}

extension PreviewFetcher {
  /// Creates a fetcher from its User-Agent; `nil` for a person's browser, also one inside an app.
  ///
  /// Letters are compared without case. The in-app browsers of Facebook (`FBAN`), Instagram,
  /// Twitter (`Twitter for iPhone`), LinkedIn (`LinkedInApp`) and Slack (`Slack_SSB`) are people.
  public init?(userAgent: UserAgent) {
    var fetcher: Int?
    var isFacebook = false
    var isTwitter = false
    let bytes = userAgent.bytes
    for place in bytes.indices.dropLast() where Self.mayBegin(bytes[place], bytes[place + 1]) {
      for (number, mark) in Self.marks.enumerated() where userAgent.holds(mark.text, at: place) {
        fetcher = min(number, fetcher ?? number)
        isFacebook = isFacebook || mark.fetcher == .facebook
        isTwitter = isTwitter || mark.fetcher == .twitter
      }
    }
    guard let fetcher else { return nil }
    // iMessage names a Mac's Safari, Facebook's fetcher and Twitter's in one User-Agent.
    self = isFacebook && isTwitter ? .iMessage : Self.marks[fetcher].fetcher
  }

  /// The name of each fetcher; the first match wins, so impostors come before the names they
  /// contain.
  private static let marks: [(text: StaticString, fetcher: PreviewFetcher)] = [
    // Signal fetches under this name too.
    ("whatsapp/", .whatsApp),
    // Both begin with facebookexternalhit.
    ("line-poker", .line),
    ("kakaotalk-scrap", .kakaoTalk),
    // "TelegramBot (like TwitterBot)".
    ("telegrambot", .telegram),
    ("facebookexternalhit", .facebook),
    ("facebot", .facebook),
    ("twitterbot", .twitter),
    ("slackbot", .slack),
    ("slack-imgproxy", .slack),
    ("discordbot", .discord),
    ("linkedinbot", .linkedIn),
    // Microsoft Teams fetches under this name too.
    ("skypeuripreview", .skype),
    ("snap url preview", .snapchat),
    ("pinterestbot", .pinterest),
    ("redditbot", .reddit),
    ("applebot", .apple),
  ]
}

extension PreviewFetcher {
  /// Returns whether two letters, in either case, may begin a mark, which avoids most comparisons.
  private static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    first & second & 0x40 != 0 && beginnings[Int(first & 0x1F)] >> UInt32(second & 0x1F) & 1 != 0
  }

  /// The second letters of all marks, as bits, by their first letter.
  private static let beginnings: [UInt32] = {
    var beginnings = [UInt32](repeating: 0, count: 32)
    for mark in marks {
      mark.text.withUTF8Buffer { text in
        unsafe beginnings[Int(text[0] & 0x1F)] |= 1 << UInt32(text[1] & 0x1F)
      }
    }
    return beginnings
  }()
}

extension ReceiptRules {
  static let previews: [Rule] = [
    Rule(
      "CNF-63", "A preview fetch is not a person: no click record, unless the setting counts it.")
  ]
}
