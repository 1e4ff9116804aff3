import Vocabulary

/// A program that fetches a link to draw a card of it, before any person has tapped.
public enum PreviewFetcher: String, CaseIterable, Sendable, BitwiseCopyable {
  case iMessage
  case whatsApp
  case line
  case kakaoTalk
  case facebook
  case telegram
  case twitter
  case slack
  case discord
  case linkedIn
  case skype
  case snapchat
  case pinterest
  case reddit
  case apple
}

extension PreviewFetcher {
  /// Recognises a fetcher by its User-Agent; `nil` for a person's browser, also one inside an app.
  ///
  /// Letters are compared without case. The in-app browsers of Facebook (`FBAN`), Instagram,
  /// Twitter (`Twitter for iPhone`), LinkedIn (`LinkedInApp`) and Slack (`Slack_SSB`) are people.
  public init?(userAgent: String) {
    let agent = userAgent.utf8
    // iMessage names a Mac's Safari, Facebook's fetcher and Twitter's in one breath.
    if agent.holds("facebookexternalhit"), agent.holds("twitterbot") {
      self = .iMessage
      return
    }
    for (mark, fetcher) in Self.marks where agent.holds(mark) {
      self = fetcher
      return
    }
    return nil
  }

  /// What each fetcher calls itself; the first that fits speaks, so impostors come before whom they name.
  private static let marks: [(StaticString, PreviewFetcher)] = [
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

extension String.UTF8View {
  /// Returns whether `mark`, given in lower case, occurs anywhere, whatever the case of its letters.
  fileprivate func holds(_ mark: StaticString) -> Bool {
    var start = startIndex
    while start != endIndex {
      if self[start...].begins(with: mark) { return true }
      formIndex(after: &start)
    }
    return false
  }
}

extension Substring.UTF8View {
  fileprivate func begins(with mark: StaticString) -> Bool {
    mark.withUTF8Buffer { wanted in
      var rest = unsafe wanted.makeIterator()
      for byte in self {
        guard let next = unsafe rest.next() else { return true }
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        if (isUpper ? byte | 0x20 : byte) != next { return false }
      }
      return unsafe rest.next() == nil
    }
  }
}

extension ReceiptRules {
  static let previews: [Rule] = [
    Rule(
      "CNF-63", "A preview fetch is not a person: no click record, unless the setting counts it.")
  ]
}
