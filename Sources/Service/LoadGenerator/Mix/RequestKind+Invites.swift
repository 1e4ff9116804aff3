extension RequestKind {
  private static let iPhone = Field(
    "User-Agent",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
      + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1")
  private static let languages = Field("Accept-Language", "en-US,en;q=0.9")
  private static let app = Field("User-Agent", "Growth/1.0")
  private static let json = Field("Content-Type", "application/json")
  /// A person unknown to the service.
  private static let newcomer = "00000000-0000-8000-8000-{number}"

  /// A tap on a link, over a new connection.
  public static let landingTap = RequestKind(
    "landingTap", path: "/invite/{code}", fields: [iPhone, languages], connection: .new)

  /// A tap over a kept connection, as behind a proxy.
  public static let landingTapKept = RequestKind(
    "landingTapKept", path: "/invite/{code}", fields: [iPhone, languages])

  /// A messenger's preview of a link.
  public static let previewFetch = RequestKind(
    "previewFetch", path: "/invite/{code}",
    fields: [Field("User-Agent", "WhatsApp/2.24.20.89 A")], connection: .new)

  /// A report that a link opened the installed app.
  public static let directOpen = RequestKind(
    "directOpen", method: "POST", path: "/invites/{code}/open", fields: [app, json],
    body: #"{"user":"\#(newcomer)","isSignedIn":true}"#, isAuthorized: true)

  /// The deferred resolution at the app's first launch.
  public static let deferredResolution = RequestKind(
    "deferredResolution", method: "POST", path: "/invites/deferred", fields: [app, json],
    body: #"{"user":"\#(newcomer)","device":{"platform":"iOS","osVersion":"18.5","#
      + #""language":"en","locale":"en-US"}}"#, isAuthorized: true)

  /// Another invite of a person who has invited before.
  public static let create = RequestKind(
    "create", method: "POST", path: "/invites",
    fields: [app, json, Field("Idempotency-Key", "{number}")],
    body: #"{"user":"{person}"}"#, isAuthorized: true)

  /// An acceptance by a new user.
  public static let accept = RequestKind(
    "accept", method: "POST", path: "/invites/{code}/accept", fields: [app, json],
    body: #"{"user":"\#(newcomer)"}"#, isAuthorized: true)

  /// An inviter's list of invites.
  public static let dashboard = RequestKind(
    "dashboard", path: "/users/{person}/invites", fields: [app], isAuthorized: true)

  /// An upload of a person's address book, to find the users in it.
  public static let contactUpload = RequestKind(
    "contactUpload", method: "POST", path: "/contacts/matches", fields: [app, json],
    body: #"{"user":"{person}","numbers":[{phones}]}"#, isAuthorized: true)

  /// The requests of a link service, without those that only some profiles answer.
  public static let invites: [RequestKind] = [
    landingTap, landingTapKept, previewFetch, directOpen, deferredResolution, create, accept,
    dashboard,
  ]
}
