internal import Attribution
internal import GrowthloopFindings
internal import GrowthloopTransport
internal import Invites
internal import Profiles
internal import Vocabulary

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

/// The form that takes an email address, or has it deleted; it works without a script.
struct EmailForm {
  /// The words that the person agrees to; `nil` for a form that only deletes.
  let consent: String?
  /// What the person typed before.
  var address = ""
  var hasConsented = false
  var refusals: [EmailCapturePage.Refusal] = []

  var text: String {
    """
    <form method="post" action="\(CaptureEmail.call.paths[0])">
    \((reasons + [addressField] + consentField + [buttons]).joined(separator: "\n"))
    </form>
    """
  }

  private var reasons: [String] {
    refusals.map { "<p role=\"alert\" id=\"\($0.rawValue)\">\($0.text.escapedForMarkup)</p>" }
  }

  private var addressField: String {
    """
    <p><label for="address">Email address</label>
    <input id="address" name="\(CaptureEmail.address.name)" type="email" \
    value="\(address.escapedForMarkup)" maxlength="\(EmailAddress.longest)" autocomplete="email" \
    required\(mark(.noAddress))></p>
    """
  }

  private var consentField: [String] {
    guard let consent else { return [] }
    return [
      """
      <p><input id="consent" name="\(CaptureEmail.consent.name)" type="checkbox" value="yes" \
      required\(hasConsented ? " checked" : "")\(mark(.noConsent))>
      <label for="consent">\(consent.escapedForMarkup)</label></p>
      """
    ]
  }

  /// Ties a field to the reason for which it was refused.
  private func mark(_ refusal: EmailCapturePage.Refusal) -> String {
    guard refusals.contains(refusal) else { return "" }
    return " aria-invalid=\"true\" aria-describedby=\"\(refusal.rawValue)\""
  }

  private var buttons: String {
    // Who withdraws need not agree to anything.
    let notify = consent.map { _ in button(.notify, "Notify me") + "\n" } ?? ""
    return "<p>\(notify)\(button(.withdraw, "Delete my address", " formnovalidate"))</p>"
  }

  private func button(
    _ action: CaptureEmail.Action, _ label: String, _ attribute: String = ""
  ) -> String {
    "<button name=\"\(CaptureEmail.action.name)\" value=\"\(action.rawValue)\"\(attribute)>\(label)"
      + "</button>"
  }
}

/// The pages around an email address, for devices without the app.
struct EmailPages {
  /// The rules of the page.
  let rules: EmailCapturePage
  /// The page at the address of a link.
  let atLink: WebResponse
  /// The page at its own address.
  let alone: WebResponse
  let thanks: WebResponse
  let withdrawn: WebResponse
  private let title: String
  private let card: [(property: String, content: String)]

  init(_ app: AppIdentity, title: String, card: [(property: String, content: String)]) {
    let rules = EmailCapturePage(app: app)
    self.rules = rules
    self.title = title
    self.card = card
    func page(_ words: [String], _ consent: String?, hasScript: Bool = false) -> WebResponse {
      LandingPages.response(
        LandingHTML(
          title: title, card: card, words: words, link: nil, form: EmailForm(consent: consent),
          hasScript: hasScript))
    }
    atLink = page([rules.text], rules.consent, hasScript: true)
    alone = page([rules.text], rules.consent)
    thanks = page(rules.thanks, nil)
    withdrawn = page([rules.withdrawn], rules.consent)
  }

  /// The form again, with what is wrong and what the person typed.
  func refused(
    _ refusals: [EmailCapturePage.Refusal], _ address: String, hasConsented: Bool
  ) -> WebResponse {
    response(
      422, [rules.text],
      EmailForm(
        consent: rules.consent, address: address, hasConsented: hasConsented, refusals: refusals))
  }

  /// The page for a client over a limit.
  func busy(_ wait: Duration) -> WebResponse {
    response(
      429, ["Too many addresses came at once, and nothing was changed. Please try again later."],
      EmailForm(consent: rules.consent),
      fields: [(name: "Retry-After", value: "\(wait.secondsToWait)")])
  }

  private func response(
    _ status: WebStatus, _ words: [String], _ form: EmailForm,
    fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    LandingPages.response(
      LandingHTML(
        title: title, card: card, words: words, link: nil, form: form, hasScript: false),
      status, fields: fields)
  }
}

/// A short HTML page with the properties of a link card.
struct LandingHTML {
  let title: String
  /// Open Graph properties.
  let card: [(property: String, content: String)]
  let words: [String]
  let link: (text: String, address: String)?
  var form: EmailForm?
  /// Whether the page's script reports the signals of a click.
  var hasScript = true

  var text: String {
    let meta = card.map {
      "<meta property=\"\($0.property.escapedForMarkup)\" content=\"\($0.content.escapedForMarkup)\">"
    }
    let paragraphs = words.map { "<p>\($0.escapedForMarkup)</p>" }
    let store = link.map {
      "<p><a href=\"\($0.address.escapedForMarkup)\">\($0.text.escapedForMarkup)</a></p>"
    }
    let script = hasScript ? ["<script src=\"\(LandingScript.path)\" defer></script>"] : []
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.escapedForMarkup)</title>
      \((meta + script).joined(separator: "\n"))
      </head>
      <body>
      <h1>\(title.escapedForMarkup)</h1>
      \((paragraphs + [form?.text ?? store ?? ""]).joined(separator: "\n"))
      </body>
      </html>

      """
  }
}

/// The script of the pages: it reports device signals that only a script can read.
enum LandingScript {
  static let path = InformationCalls.landingScript.paths[0]

  /// Browsers do not give the model; screen size and scale stand for it.
  static func response() -> WebResponse {
    WebResponse(
      200, "text/javascript; charset=utf-8",
      Array(
        """
        const size = `${screen.width}x${screen.height}@${devicePixelRatio}`;
        fetch(location.href, {
          method: "POST",
          keepalive: true,
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify({
            model: size,
            screen: size,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            locale: navigator.language,
          }),
        });

        """.utf8),
      fields: [
        (name: "Cache-Control", value: "public, max-age=86400"),
        (name: "X-Content-Type-Options", value: "nosniff"),
      ])
  }
}
