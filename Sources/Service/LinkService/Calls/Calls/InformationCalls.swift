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
