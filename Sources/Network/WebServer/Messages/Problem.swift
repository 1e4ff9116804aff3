/// Why a request was not granted, in the words of RFC 9457.
public struct Problem: Sendable {
  public static let mediaType = "application/problem+json"

  public var status: WebStatus
  /// What kind of problem it is, as a URI; none says no more than the status.
  public var type: String?
  /// What is wrong with this request, in a sentence for its sender.
  public var detail: String
  /// Members of the application's own, such as the rule that decided.
  public var members: [(name: String, value: String)]

  public init(
    _ status: WebStatus, type: String? = nil, detail: String,
    members: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.type = type
    self.detail = detail
    self.members = members
  }

  /// The problem as a JSON object.
  public var json: String {
    let texts = [("type", type ?? "about:blank"), ("title", status.title)]
    let parts =
      texts.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
      + ["\"status\":\(status.rawValue)", "\"detail\":\(Self.quoted(detail))"]
      + members.map { "\(Self.quoted($0.name)):\(Self.quoted($0.value))" }
    return "{\(parts.joined(separator: ","))}"
  }

  /// The problem as an answer.
  public func response(fields: [(name: String, value: String)] = []) -> WebResponse {
    WebResponse(status, Self.mediaType, Array(json.utf8), fields: fields)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
