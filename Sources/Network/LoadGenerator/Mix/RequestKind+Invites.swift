extension RequestKind {
  private static let iPhone = Field(
    "User-Agent",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
      + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1")
  private static let languages = Field("Accept-Language", "en-US,en;q=0.9")
  private static let app = Field("User-Agent", "Growth/1.0")
  private static let json = Field("Content-Type", "application/json")
  /// A person whom nobody knows yet.
  private static let newcomer = "00000000-0000-8000-8000-{number}"

  /// A person taps a link on a phone that has not been there before.
  public static let landingTap = RequestKind(
    "landingTap", path: "/invite/{code}", fields: [iPhone, languages], connection: .new)

  /// The same over a connection that is there, as behind a proxy.
  public static let landingTapKept = RequestKind(
    "landingTapKept", path: "/invite/{code}", fields: [iPhone, languages])

  /// A messenger looks what a link shows, before anybody taps it.
  public static let previewFetch = RequestKind(
    "previewFetch", path: "/invite/{code}",
    fields: [Field("User-Agent", "WhatsApp/2.24.20.89 A")], connection: .new)

  /// The app that is there opens a link, and tells so.
  public static let directOpen = RequestKind(
    "directOpen", method: "POST", path: "/invites/{code}/open", fields: [app, json],
    body: #"{"user":"\#(newcomer)","isSignedIn":true}"#, isAuthorized: true)

  /// The app starts for the first time, and asks who brought it.
  public static let deferredResolution = RequestKind(
    "deferredResolution", method: "POST", path: "/invites/deferred", fields: [app, json],
    body: #"{"user":"\#(newcomer)","device":{"platform":"iOS","osVersion":"18.5","#
      + #""language":"en","locale":"en-US"}}"#, isAuthorized: true)

  /// A person who has invited before gets a link for another invite.
  public static let create = RequestKind(
    "create", method: "POST", path: "/invites",
    fields: [app, json, Field("Idempotency-Key", "{number}")],
    body: #"{"user":"{person}"}"#, isAuthorized: true)

  /// Somebody new takes an invite.
  public static let accept = RequestKind(
    "accept", method: "POST", path: "/invites/{code}/accept", fields: [app, json],
    body: #"{"user":"\#(newcomer)"}"#, isAuthorized: true)

  /// A person looks what became of their invites.
  public static let dashboard = RequestKind(
    "dashboard", path: "/users/{person}/invites", fields: [app], isAuthorized: true)

  /// What a link service is asked.
  public static let invites: [RequestKind] = [
    landingTap, landingTapKept, previewFetch, directOpen, deferredResolution, create, accept,
    dashboard,
  ]
}
