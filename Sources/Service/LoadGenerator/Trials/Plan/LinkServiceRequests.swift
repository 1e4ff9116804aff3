/// The requests of a link service, in the words in which a plan has requests of one's own.
extension OwnRequest {
  private static let iPhone = RequestKind.Field(
    "User-Agent",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
      + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1")
  private static let languages = RequestKind.Field("Accept-Language", "en-US,en;q=0.9")
  private static let app = RequestKind.Field("User-Agent", "Growth/1.0")
  /// A person unknown to the service.
  private static let newcomer = "00000000-0000-8000-8000-{number}"

  private init(_ name: String, _ line: Line, _ headers: [RequestKind.Field]) {
    self.init()
    (self.name, self.line, self.headers) = (name, line, headers)
  }

  /// A page that is got.
  private static func page(
    _ name: String, _ path: String, _ headers: [RequestKind.Field] = [],
    over connection: RequestKind.Connection = .kept
  ) -> OwnRequest {
    var request = OwnRequest(name, Line(.get, path), headers)
    request.connection = connection
    return request
  }

  /// A call of the app, with the token of the target.
  private static func call(
    _ name: String, _ method: Line.Method, _ path: String, json: String? = nil,
    _ headers: [RequestKind.Field] = []
  ) -> OwnRequest {
    var request = OwnRequest(name, Line(method, path), [app] + headers)
    (request.json, request.isAuthorized) = (json, true)
    return request
  }

  /// A tap on a link, over a new connection.
  public static let landingTap = page(
    "landingTap", "/invite/{code}", [iPhone, languages], over: .new)

  /// A tap over a kept connection, as behind a proxy.
  public static let landingTapKept = page(
    "landingTapKept", "/invite/{code}", [iPhone, languages])

  /// A messenger's preview of a link.
  public static let previewFetch = page(
    "previewFetch", "/invite/{code}", [.init("User-Agent", "WhatsApp/2.24.20.89 A")], over: .new)

  /// A report that a link opened the installed app.
  public static let directOpen = call(
    "directOpen", .post, "/invites/{code}/open",
    json: #"{"user":"\#(newcomer)","isSignedIn":true}"#)

  /// The deferred resolution at the app's first launch.
  public static let deferredResolution = call(
    "deferredResolution", .post, "/invites/deferred",
    json: #"{"user":"\#(newcomer)","device":{"platform":"iOS","osVersion":"18.5","#
      + #""language":"en","locale":"en-US"}}"#)

  /// Another invite of a person who has invited before.
  public static let create = call(
    "create", .post, "/invites", json: #"{"user":"{person}"}"#,
    [.init("Idempotency-Key", "{number}")])

  /// An acceptance by a new user.
  public static let accept = call(
    "accept", .post, "/invites/{code}/accept", json: #"{"user":"\#(newcomer)"}"#)

  /// An inviter's list of invites.
  public static let dashboard = call("dashboard", .get, "/users/{person}/invites")

  /// An upload of a person's address book, to find the users in it.
  public static let contactUpload = {
    var upload = call(
      "contactUpload", .post, "/contacts/matches", [.init("Content-Type", "application/json")])
    // Its numbers are no JSON before they are filled in.
    upload.text = #"{"user":"{person}","numbers":[{phones}]}"#
    return upload
  }()

  /// A plain path of a mix.
  static func got(_ path: String) -> OwnRequest { page("get \(path)", path) }
}
