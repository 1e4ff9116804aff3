internal import JSON
internal import WebServer

extension WebResponse {
  /// An answer for a program, which nobody on the way may keep.
  static func json(
    _ status: WebStatus, _ value: JSONValue, fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    WebResponse(
      status, "application/json", Array(value.json.utf8),
      fields: [(name: "Cache-Control", value: "no-store")] + fields)
  }

  /// Why a call was not granted, and the rule that spoke, if one did.
  static func problem(
    _ status: WebStatus, _ detail: String, rule: String? = nil, mistakes: [FieldMistake] = [],
    fields: [(name: String, value: String)] = []
  ) -> WebResponse {
    var members: [(name: String, value: JSONValue)] = []
    if let rule { members.append(("rule", .text(rule))) }
    if !mistakes.isEmpty { members.append(("errors", .array(mistakes.map(\.json)))) }
    return Problem(status, detail: detail, members: members).response(fields: fields)
  }

  static func tooMany(_ wait: Duration) -> WebResponse {
    problem(
      429, "Too many requests; wait a little.",
      fields: [(name: "Retry-After", value: "\(wait.secondsToWait)")])
  }
}
