import Attribution
import Testing
import Vocabulary

@Suite("Receipt · preview fetches are not people")
struct PreviewFetcherTests {
  struct Agent: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fetcher: PreviewFetcher?
  }

  static let fetchers = [
    Agent(
      testDescription: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 "
        + "(KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
      fetcher: .iMessage),
    Agent(
      testDescription:
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      fetcher: .facebook),
    Agent(testDescription: "facebookexternalhit/1.1;line-poker/1.0", fetcher: .line),
    Agent(testDescription: "WhatsApp/2.23.20.0 A", fetcher: .whatsApp),
    Agent(testDescription: "Twitterbot/1.0", fetcher: .twitter),
    Agent(testDescription: "TelegramBot (like TwitterBot)", fetcher: .telegram),
    Agent(
      testDescription: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
      fetcher: .slack),
    Agent(
      testDescription: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
      fetcher: .discord),
    Agent(
      testDescription: "LinkedInBot/1.0 (compatible; Mozilla/5.0; +https://www.linkedin.com)",
      fetcher: .linkedIn),
    Agent(
      testDescription: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
      fetcher: .skype),
    Agent(testDescription: "TWITTERBOT/1.0", fetcher: .twitter),
  ]

  static let people = [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
      + "Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/463]",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Twitter for iPhone/10.44",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 [LinkedInApp]/9.29",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Slack_SSB/4.38.125",
    "Instagram 219.0.0.12.117 Android",
    "Twitterbo", "",
  ].map { Agent(testDescription: $0, fetcher: nil) }

  @Test(arguments: fetchers + people)
  func `CNF-63 · a fetcher is known by its User-Agent, and a person inside an app is a person`(
    _ agent: Agent
  ) {
    #expect(PreviewFetcher(userAgent: UserAgent(agent.testDescription)) == agent.fetcher)
  }

  @Test func `CNF-63 · the service tells fetchers, iOS and other devices apart`() {
    #expect(LinkOpener(userAgent: UserAgent(Self.fetchers[0].testDescription)) == .previewFetcher)
    #expect(LinkOpener(userAgent: UserAgent(Self.people[0].testDescription)) == .browser(.iOS))
    #expect(
      LinkOpener(
        userAgent: UserAgent("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/129.0 Mobile"))
        == .browser(.other))
  }

  @Test(arguments: Position.all)
  func `RES-12 · where all previews are alike, what they draw is known without the link`(
    _ position: Position
  ) {
    var counting = position
    counting.landing.previewFetchCountsAsClick = true
    func common(_ position: Position) -> ReceiptSurface? {
      position.receipt.previewSurface(landing: position.landing, broken: position.broken)
    }
    #expect(common(counting) == nil)
    let isPersonal = position.landing.page == .ogPersonalised
    #expect((common(position) == nil) == (isPersonal || position.broken.expired == .expiredPage))
    if let surface = common(position) {
      #expect(surface == position.decide(.previewFetcher).surface)
    }
  }

  @Test(arguments: Position.all)
  func `CNF-63 · a fetch leaves no click and earns nothing, unless the setting counts it`(
    _ position: Position
  ) {
    let fetch = position.decide(.previewFetcher)
    #expect(!fetch.isRecorded)
    #expect(fetch.credit == .none)
    #expect(fetch.rule == "CNF-63")
    // It sees what a person would see.
    #expect(fetch.surface == position.decide(.browser(.iOS)).surface)

    var counting = position
    counting.landing.previewFetchCountsAsClick = true
    #expect(counting.decide(.previewFetcher).isRecorded)
    #expect(counting.decide(.previewFetcher).credit == .byAttribution)
    #expect(counting.decide(.previewFetcher, .unknown).credit == .none)
  }
}
