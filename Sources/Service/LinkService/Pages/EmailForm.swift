internal import Attribution
internal import GrowthloopFindings

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
