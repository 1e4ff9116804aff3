public import GrowthloopFindings

/// The reason a request was refused, as an RFC 9457 problem.
public struct Problem: Sendable {
  public static let mediaType = "application/problem+json"

  public var status: WebStatus
  /// The kind of problem, as a URI; `nil` means no more than the status.
  public var type: String?
  /// An explanation of this request's problem, in a sentence for the client.
  public var detail: String
  /// Additional members of the application, such as the rule that decided.
  public var members: [(name: String, value: JSONValue)]

  public init(
    _ status: WebStatus, type: String? = nil, detail: String,
    members: [(name: String, value: JSONValue)] = []
  ) {
    self.status = status
    self.type = type
    self.detail = detail
    self.members = members
  }

  /// The problem as a JSON object.
  public var json: String {
    let own: [(name: String, value: JSONValue)] = [
      ("type", .text(type ?? "about:blank")), ("title", .text(status.title)),
      ("status", .integer(Int64(status.rawValue))), ("detail", .text(detail)),
    ]
    let parts = (own + members).map { "\(JSONValue.text($0.name).json):\($0.value.json)" }
    return "{\(parts.joined(separator: ","))}"
  }

  /// Makes a response of the problem.
  public func response(fields: [(name: String, value: String)] = []) -> WebResponse {
    WebResponse(status, Self.mediaType, Array(json.utf8), fields: fields)
  }
}
