internal import Invites
internal import GrowthloopFindings
internal import GrowthloopTransport

/// The static documents of the service, made once.
struct ServiceDocuments {
  let openAPI: WebResponse
  let landingScript = LandingScript.response()
  /// The links that the system opens in the app (Apple's App Site Association).
  let appSiteAssociation: WebResponse

  init(_ settings: ServiceSettings) {
    openAPI = WebResponse(
      200, "application/json", Array(OpenAPI.document(of: settings).json.utf8))
    let components: JSONValue = [
      ["/": .text("/\(InviteLink.path)/*")], ["/": .text("/\(InviteLink.path)")],
      ["/": .text("/\(InviteLink.shortPath)/*")],
    ]
    let association: JSONValue = [
      "applinks": ["details": [["appIDs": [.text(settings.appID)], "components": components]]]
    ]
    appSiteAssociation = WebResponse(200, "application/json", Array(association.json.utf8))
  }
}
