internal import Attribution
internal import Vocabulary
internal import GrowthloopTransport

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
