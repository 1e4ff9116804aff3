internal import Attribution
internal import Invites
internal import Profiles
internal import Vocabulary
internal import GrowthloopTransport

/// The landing pages, each made once.
///
/// Known and unknown codes with the same page get the same bytes, header fields included.
struct LandingPages {
  let generic: WebResponse
  let expired: WebResponse
  let email: EmailPages
  let toStore: WebResponse
  private let app: AppIdentity
  private let socialProofLine: Bool
  private let settings: PageSettings
  private let cardImage: String

  init(of profile: Profile, _ settings: PageSettings) {
    app = profile.app
    socialProofLine = profile.landing.socialProofLine
    self.settings = settings
    cardImage = "https://\(profile.app.host)/card.png"
    let page = GenericPage(app: profile.app)
    let card = PreviewCard.generic(app: profile.app).openGraph(brandedImage: cardImage)
    func response(_ words: [String]) -> WebResponse {
      Self.response(
        LandingHTML(
          title: page.title, card: card, words: words,
          link: (page.storeLink, settings.storeAddress)))
    }
    generic = response([])
    let expiredWords = LinkDestination.expiredPage.pageText(in: profile.app)
    expired = response(expiredWords.map { [$0] } ?? [])
    email = EmailPages(profile.app, title: page.title, card: card)
    toStore = Self.redirect(to: settings.storeAddress)
  }

  /// The redirect for a link with this code, known or not.
  func toStore(_ code: InviteCode) -> WebResponse {
    Self.redirect(to: InviteLink.storeAddress(settings.storeAddress, for: code))
  }

  private static func redirect(to address: String) -> WebResponse {
    WebResponse(302, fields: [("Location", address)] + fields())
  }

  /// The generic page for a client over its limit.
  func busy(_ wait: Duration) -> WebResponse {
    WebResponse(
      429, "text/html; charset=utf-8", generic.body,
      fields: Self.fields() + [(name: "Retry-After", value: "\(wait.secondsToWait)")])
  }

  /// The page that names the sender, with a card about what the invite is for.
  func personalised(
    _ page: GenericPage, _ sender: SenderGlimpse, avatar: String?, about record: InviteRecord?
  ) -> WebResponse {
    let card = PreviewCard.personal(
      from: PreviewCard.Sender(firstName: sender.firstName, avatar: avatar), app: app,
      context: record?.context ?? .generic, thumbnail: settings.thumbnail(of: record?.content),
      coreActivity: settings.coreActivity, socialProofLine: socialProofLine)
    return Self.response(
      LandingHTML(
        title: card.title, card: card.openGraph(brandedImage: cardImage),
        words: card.subtitle.map { [$0] } ?? [], link: (page.storeLink, settings.storeAddress)))
  }

  /// Returns the response to a preview fetch under `profile`, if it is the same for every link.
  func preview(under profile: Profile) -> WebResponse? {
    switch profile.receipt.previewSurface(landing: profile.landing, broken: profile.link.broken) {
    case .genericPage: generic
    case .appStore: toStore
    default: nil
    }
  }

  /// The response with a page; it may submit its form, if it has one, to this service alone.
  static func response(
    _ page: LandingHTML, _ status: WebStatus = 200, fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    WebResponse(
      status, "text/html; charset=utf-8", Array(page.text.utf8),
      fields: self.fields(formAction: page.form == nil ? "'none'" : "'self'") + fields)
  }

  /// Caches store no page, since each tap must reach the service; the store receives no referrer.
  private static func fields(formAction: String = "'none'") -> [(name: String, value: String)] {
    [
      (name: "Cache-Control", value: "no-store"), (name: "Referrer-Policy", value: "no-referrer"),
      (name: "X-Content-Type-Options", value: "nosniff"),
      (
        name: "Content-Security-Policy",
        value: "default-src 'none'; script-src 'self'; connect-src 'self'; "
          + "base-uri 'none'; form-action \(formAction); frame-ancestors 'none'"
      ),
    ]
  }
}
