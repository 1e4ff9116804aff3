internal import Attribution
internal import WebServer

extension Operation {
  /// Everything that the service does; only the backend reads metrics that are guarded.
  static func all(guardingMetrics: Bool) -> [Operation] {
    taps + information + [metrics(readBy: guardingMetrics ? .backend : .anybody)] + invites
      + people + outbox
  }

  private static let landing = [
    Answer(status: 200, meaning: "The page that the profile shows.", content: .html),
    Answer(status: 302, meaning: "The app's page in the store.", content: .nothing),
  ]

  private static let codeInPath = Parameter(
    name: "code", place: .path, shape: .word, meaning: "The code of the link.")

  /// What a page's script knows of the device.
  private static let observed = Shape.object(
    ["model", "screen", "timeZone", "locale"].map { .optional($0, .text(longest: 64)) })

  private static let taps: [Operation] = [
    Operation(
      name: "tapLink", method: .get, paths: ["/invite/{code}", "/r/{code}"], access: .anybody,
      summary: "Shows the page of a link, and records the click of a person.",
      parameters: [codeInPath], answers: landing, readsBrowser: true, isPage: true,
      handle: LinkApplication.tap),
    Operation(
      name: "tapSignedLink", method: .get, paths: ["/invite"], access: .anybody,
      summary: "Shows the page of a signed link, and records the click of a person.",
      answers: landing, readsBrowser: true, isPage: true,
      handle: LinkApplication.tap),
    Operation(
      name: "observeTap", method: .post, paths: ["/invite/{code}", "/r/{code}"], access: .anybody,
      summary: "Records the click anew with what the page's script knows of the device.",
      parameters: [codeInPath], body: observed,
      answers: [Answer(status: 204, meaning: "Recorded.", content: .nothing)],
      readsBrowser: true, handle: LinkApplication.observeTap),
    Operation(
      name: "observeSignedTap", method: .post, paths: ["/invite"], access: .anybody,
      summary: "Records the click on a signed link anew with what the page's script knows.",
      body: observed, answers: [Answer(status: 204, meaning: "Recorded.", content: .nothing)],
      readsBrowser: true,
      handle: LinkApplication.observeTap),
  ]

  private static let information: [Operation] = [
    Operation(
      name: "landingScript", method: .get, paths: [LandingScript.path], access: .anybody,
      summary: "The script of the pages.",
      answers: [Answer(status: 200, meaning: "The script.", content: .text("text/javascript"))]
    ) { application in { _ in .fixed(application.documents.landingScript) } },
    Operation(
      name: "appSiteAssociation", method: .get,
      paths: ["/.well-known/apple-app-site-association"], access: .anybody,
      summary: "Which links the system opens in the app.",
      answers: [
        json(
          200, "As Apple defines it.",
          .object([
            .required(
              "applinks",
              .object([
                .required(
                  "details",
                  .list(
                    .object([
                      .required("appIDs", .list(.word, longest: 1)),
                      .required("components", .list(.object([.required("/", .word)]), longest: 3)),
                    ]), longest: 1))
              ]))
          ]))
      ]
    ) { application in { _ in .fixed(application.documents.appSiteAssociation) } },
    Operation(
      name: "health", method: .get, paths: ["/healthz"], access: .anybody,
      summary: "Whether the service can record anything.",
      answers: [
        json(
          200, "It can.",
          .object([
            .required("status", .choice(["ok"])),
            .optional(
              "clock", .choice(of: TrustedClock.Standing.Word.self),
              "How the machine's clock stands to the service's, outside of rehearsals."),
          ]))
      ],
      handle: LinkApplication.health),
    Operation(
      name: "openAPI", method: .get, paths: ["/openapi.json"], access: .anybody,
      summary: "This document.",
      answers: [Answer(status: 200, meaning: "OpenAPI 3.1.", content: .object)]
    ) { application in { _ in .fixed(application.documents.openAPI) } },
  ]

  private static func metrics(readBy access: Access) -> Operation {
    Operation(
      name: "metrics", method: .get, paths: ["/metrics"], access: access,
      summary: "What was counted, as OpenMetrics.",
      answers: [
        Answer(
          status: 200, meaning: "Figures without a person in them.",
          content: .text("application/openmetrics-text"))
      ], handle: LinkApplication.writeMetrics)
  }
}
