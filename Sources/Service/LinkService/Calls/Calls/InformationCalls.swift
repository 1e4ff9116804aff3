internal import GrowthloopFindings
package import Vocabulary

/// Calls about the service itself.
package enum InformationCalls {
  package static let landingScript = ServiceCall(
    "landingScript", .get, "/landing.js", access: .anybody, summary: "The script of the pages.",
    answers: [.init(status: 200, meaning: "The script.", content: .text("text/javascript"))])

  package static let appSiteAssociation = ServiceCall(
    "appSiteAssociation", .get, "/.well-known/apple-app-site-association", access: .anybody,
    summary: "Which links the system opens in the app.",
    answers: [.json(200, "As Apple defines it.", association)])

  private static let association: Form<Members> = {
    let components = Form.object("LinkPath", FormField.required("/", .word)).list(longest: 3)
    let details = Form.object(
      "AppLinkDetails",
      FormField.required("appIDs", Form.word.list(longest: 1)),
      FormField.required("components", components)
    )
    return .object(
      "AppSiteAssociation",
      FormField.required(
        "applinks",
        .object("AppLinks", FormField.required("details", details.list(longest: 1)))))
  }()

  package static let status = FormField.required("status", .choice(["ok"]))
  package static let clock = FormField.optional(
    "clock", .choice(of: ClockWord.self),
    "How the machine's clock stands to the service's, outside of rehearsals.")

  package static let health = ServiceCall(
    "health", .get, "/healthz", access: .anybody,
    summary: "Whether the service can record anything.",
    answers: [.json(200, "It can.", .object("Health", status, clock))]
  ).withoutLimit()

  package static let readiness = ServiceCall(
    "readiness", .get, "/readyz", access: .anybody,
    summary: "Whether requests should be sent here: the same, for who asks by that name.",
    answers: [.json(200, "They should.", .object("Health", status, clock))]
  ).withoutLimit()

  package static let openAPI = ServiceCall(
    "openAPI", .get, "/openapi.json", access: .anybody, summary: "This document.",
    answers: [.init(status: 200, meaning: "OpenAPI 3.1.", content: .object)])

  package static func metrics(readBy access: ServiceCall.Access) -> ServiceCall {
    ServiceCall(
      "metrics", .get, "/metrics", access: access, summary: "What was counted, as OpenMetrics.",
      answers: [
        .init(
          status: 200, meaning: "Figures without a person in them.",
          content: .text("application/openmetrics-text"))
      ])
  }
}

/// The page for devices without the app, and the address that a person leaves on it.
package enum CaptureEmail {
  /// What a person asks for.
  package enum Action: String, CaseIterable, Sendable {
    case notify
    case withdraw
  }

  /// The address as the person typed it: the page says what is wrong with it.
  package static let address = FormField.required(
    "address", Form(shape: .emailAddress, read: { $0.word }, write: { .text($0) }))
  package static let consent = FormField.optional(
    "consent", .choice(["yes"]),
    "That the person agrees that the address is kept; needed for notify.")
  package static let action = FormField.optional(
    "action", .choice(of: Action.self), "notify if not said.")

  package static let page = ServiceCall(
    "showEmailPage", .get, "/android", access: .anybody,
    summary: "Shows the page that takes an email address.",
    answers: [.html(200, "The page.")])

  package static let call = ServiceCall(
    "captureEmail", .post, "/android", access: .anybody,
    summary: "Keeps an email address for one notice of the launch, or deletes it.",
    body: .object("EmailForm", address, consent, action),
    answers: [
      .html(200, "It is kept, or deleted; the same whether it was known or not."),
      .html(422, "What is wrong, and the form again."),
      .problem(403, "The form is on a page of another site."),
      .problem(415, "The body is not a form that was sent."),
    ]
  ).ofForm()
}

/// A notice of the launch, to one address.
package enum EmailNoticeAnswer {
  package static let id = FormField.required("id", .user)
  package static let address = FormField.required("address", .word)
  package static let since = FormField.required("since", .moment, "The moment of the consent.")
  package static let until = FormField.required("until", .moment, "Then it is deleted.")
  static let form = Form.object("EmailNotice", id, address, since, until)
}

/// Announces that the app runs on Android, or withdraws that.
package enum AnnounceLaunch {
  package static let call = ServiceCall(
    "announceLaunch", .put, "/android/launch", access: .backend,
    summary: "Announces that the app runs on Android: from now on the notices are given out.",
    answers: [.noContent("It is noted.")])

  package static let revocation = ServiceCall(
    "revokeLaunch", .delete, "/android/launch", access: .backend,
    summary: "Withdraws the announcement: notices that were not delivered wait again.",
    answers: [.noContent("It is noted.")])
}

/// Lists the notices to deliver.
package enum ReadEmails {
  package static let launchedAt = FormField.required("launchedAt", Form.moment.orNull)
  package static let notices = FormField.required(
    "notices", EmailNoticeAnswer.form.list(longest: 100))

  package static let call = ServiceCall(
    "readEmails", .get, "/android/outbox", access: .backend,
    summary: "The addresses to notify, oldest first; none before the launch is announced.",
    answers: [
      .json(
        200, "The first hundred.", .object("EmailNotices", launchedAt, notices, AnswerFields.rule))
    ])
}

/// Removes a notice from the list, with its address.
package enum DeliverEmail {
  package static let call = ServiceCall(
    "deliverEmail", .delete, "/android/outbox/{id}", access: .backend,
    summary: "Deletes an address, with its key, once its notice is delivered.",
    parameters: [.init(name: "id", place: .path, shape: .user, meaning: "The id of the notice.")],
    answers: [.noContent("It is deleted."), .problem(404, "No notice has such an id.")])
}

/// Exports or deletes an address at a person's request.
package enum OneEmail {
  package static let address = FormField.required("address", .emailAddress)
  package static let notice = FormField.required("notice", EmailNoticeAnswer.form.orNull)
  private static let body = Form.object("OneEmail", address)

  package static let export = ServiceCall(
    "exportEmail", .post, "/android/export", access: .backend,
    summary: "Returns what is kept of an address: in the body, since logs keep paths.",
    body: body,
    answers: [
      .json(200, "The notice that waits, or none.", .object("KeptEmail", notice, AnswerFields.rule))
    ])

  package static let erasure = ServiceCall(
    "eraseEmail", .post, "/android/erasure", access: .backend,
    summary: "Deletes an address, with its key; the answer comes when that is committed.",
    body: body,
    answers: [.noContent("It is deleted, also if it was not there.")])
}
