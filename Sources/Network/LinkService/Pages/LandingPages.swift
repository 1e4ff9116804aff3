internal import Attribution
internal import Invites
internal import Profiles
internal import Vocabulary
internal import WebServer

/// The pages that browsers get, each made once.
///
/// What leads to the same page gets the same bytes, header fields included: so a known code and an
/// unknown one cannot be told apart by them.
struct LandingPages {
  let generic: WebResponse
  let expired: WebResponse
  let emailCapture: WebResponse
  let toStore: WebResponse
  private let app: AppIdentity
  private let storeAddress: String
  private let cardImage: String

  init(of profile: Profile, storeAddress: String, cardImage: String) {
    app = profile.app
    self.storeAddress = storeAddress
    self.cardImage = cardImage
    let page = GenericPage(app: profile.app)
    let card = PreviewCard.generic(app: profile.app).openGraph(brandedImage: cardImage)
    func response(_ words: [String], hasStore: Bool = true) -> WebResponse {
      Self.response(
        HTMLPage(
          title: page.title, card: card, words: words,
          link: hasStore ? (page.storeLink, storeAddress) : nil))
    }
    generic = response([])
    let expiredWords = LinkDestination.expiredPage.pageText(in: profile.app)
    expired = response(expiredWords.map { [$0] } ?? [])
    emailCapture = response([EmailCapturePage(app: profile.app).text], hasStore: false)
    toStore = WebResponse(302, fields: [("Location", storeAddress)] + Self.fields)
  }

  /// The generic page for who has asked too often.
  func busy(_ wait: Duration) -> WebResponse {
    WebResponse(
      429, "text/html; charset=utf-8", generic.body,
      fields: Self.fields + [(name: "Retry-After", value: "\(wait.secondsToWait)")])
  }

  /// The page that names the sender.
  func personalised(_ page: GenericPage, _ sender: SenderGlimpse, avatar: String?) -> WebResponse {
    let card = PreviewCard.personal(
      from: PreviewCard.Sender(firstName: sender.firstName, avatar: avatar), app: app,
      socialProofLine: false)
    return Self.response(
      HTMLPage(
        title: card.title, card: card.openGraph(brandedImage: cardImage), words: [],
        link: (page.storeLink, storeAddress)))
  }

  /// What a fetch of a preview gets under `profile`, if that is the same for every link.
  func preview(under profile: Profile) -> WebResponse? {
    switch profile.receipt.previewSurface(landing: profile.landing, broken: profile.link.broken) {
    case .genericPage: generic
    case .appStore: toStore
    default: nil
    }
  }

  private static func response(_ page: HTMLPage) -> WebResponse {
    WebResponse(200, "text/html; charset=utf-8", Array(page.text.utf8), fields: fields)
  }

  /// Nobody on the way keeps a page, since each tap must come to the service; nothing of the link's
  /// address goes on to the store.
  private static let fields = [
    (name: "Cache-Control", value: "no-store"), (name: "Referrer-Policy", value: "no-referrer"),
    (name: "X-Content-Type-Options", value: "nosniff"),
    (
      name: "Content-Security-Policy",
      value: "default-src 'none'; script-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
  ]
}
