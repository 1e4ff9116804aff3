public import JSON

/// Why a request was not granted, in the words of RFC 9457.
public struct Problem: Sendable {
  public static let mediaType = "application/problem+json"

  public var status: WebStatus
  /// What kind of problem it is, as a URI; none says no more than the status.
  public var type: String?
  /// What is wrong with this request, in a sentence for its sender.
  public var detail: String
  /// Members of the application's own, such as the rule that decided.
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

  /// The problem as an answer.
  public func response(fields: [(name: String, value: String)] = []) -> WebResponse {
    WebResponse(status, Self.mediaType, Array(json.utf8), fields: fields)
  }
}
