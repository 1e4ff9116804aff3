package import Attribution

/// A device as an app or the script of a page describes it.
package enum DeviceFields {
  package static let platform = signal("platform")
  package static let osVersion = signal("osVersion")
  package static let model = signal("model")
  package static let timeZone = signal("timeZone")
  package static let language = signal("language")
  package static let locale = signal("locale")
  package static let screen = signal("screen")
  package static let token = FormField.optional(
    "token", .opaqueName, "The code that came through the store, if one did.")

  private static func signal(_ name: String) -> FormField<String> {
    .optional(name, .text(longest: 64))
  }

  /// The field of a signal; `nil` where an app sends none.
  package static func field(of signal: Signal) -> FormField<String>? {
    switch signal {
    case .platform: platform
    case .osVersion: osVersion
    case .model: model
    case .timeZone: timeZone
    case .language: language
    case .locale: locale
    case .screen: screen
    default: nil
    }
  }

  static let form = Form.object(
    "Device", platform, osVersion, model, timeZone, language, locale, screen, token)
  /// The signals that the script of a page reports.
  static let observed = Form.object("ObservedDevice", model, screen, timeZone, locale)
}

/// Finds the inviter of a new user.
package enum ResolveDeferred {
  package static let user = SubjectFields.user
  package static let hadAccount = SubjectFields.hadAccount
  package static let device = FormField.required("device", DeviceFields.form)
  package static let installedAt = FormField.optional("installedAt", .moment)
  package static let launchedAt = FormField.optional(
    "launchedAt", .moment, "No later than now; now if not said.")
  package static let sentAt = FormField.optional(
    "sentAt", .moment,
    "When this is sent, by the clock of the other moments: how wrong that clock is, is taken off.")

  package static let outcome = FormField.required(
    "outcome", .choice(of: CreditDecision.Outcome.self))
  package static let daysSinceClick = FormField.required(
    "daysSinceClick", Form.integer(0...Int64.max).orNull)

  package static let call = ServiceCall(
    "resolveDeferred", .post, "/invites/deferred", access: .caller,
    summary: "Finds the inviter of a new user, at the first launch of the app.",
    body: .object(
      "FirstLaunch", user, hadAccount, SubjectFields.formerUsers, device, installedAt, launchedAt,
      sentAt),
    answers: [
      .json(
        200, "An inviter, or none.",
        .object("FoundInviter", outcome, AnswerFields.invite, daysSinceClick, AnswerFields.rule))
    ])
}

/// Opens a link in a browser, and reports the signals that the page's script observes.
package enum TapLink {
  private static let code = ServiceCall.Parameter(
    name: "code", place: .path, shape: .word, meaning: "The code of the link.")
  private static let landing: [ServiceCall.Answer] = [
    .init(status: 200, meaning: "The page that the profile shows.", content: .html),
    .init(status: 302, meaning: "The app's page in the store.", content: .nothing),
  ]

  private static let reported: [ServiceCall.Answer] = [
    .noContent("Recorded."), .problem(403, "A page of another site sent it."),
  ]

  package static let tap = ServiceCall(
    "tapLink", .get, "/invite/{code}", "/r/{code}", access: .anybody,
    summary: "Shows the page of a link, and records the click of a person.",
    parameters: [code], answers: landing
  ).ofBrowser(isPage: true)

  package static let tapSigned = ServiceCall(
    "tapSignedLink", .get, "/invite", access: .anybody,
    summary: "Shows the page of a signed link, and records the click of a person.",
    answers: landing
  ).ofBrowser(isPage: true)

  package static let observe = ServiceCall(
    "observeTap", .post, "/invite/{code}", "/r/{code}", access: .anybody,
    summary: "Records the click again with the signals that the page's script reports.",
    parameters: [code], body: DeviceFields.observed, answers: reported
  ).ofBrowser()

  package static let observeSigned = ServiceCall(
    "observeSignedTap", .post, "/invite", access: .anybody,
    summary: "Records the click on a signed link again with the signals of the page's script.",
    body: DeviceFields.observed, answers: reported
  ).ofBrowser()
}
