package import GrowthloopFindings
package import Invites
package import Vocabulary

/// One call of the link service: its paths, callers, body and answers.
package struct ServiceCall: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The permitted callers.
  package enum Access: Sendable {
    case anybody
    /// A user or the backend.
    case caller
    /// A user for themselves, or the backend for any user; the path or the token names the user.
    case owner
    case backend
  }

  package struct Parameter: Sendable {
    package enum Place: String, Sendable { case path, query, header }

    package let name: String
    package let place: Place
    package let shape: Shape
    package var isRequired = true
    package let meaning: String
  }

  /// The answer of one status.
  package struct Answer: Sendable {
    package enum Content: Sendable {
      case nothing
      case json(Shape)
      /// A JSON object of any form.
      case object
      case html
      case text(String)
      case problem
    }

    package let status: Int
    package let meaning: String
    package let content: Content
  }

  /// The names of document 003, which the service has beside the REST names (CNF-33).
  private static let rpcNames: Set = ["/invites/create", "/invites/status"]

  package let name: String
  package let method: Method
  /// The canonical path, then its aliases.
  package private(set) var paths: [String]
  package let access: Access
  package let summary: String
  package var parameters: [Parameter] = []
  /// The form of the body; `nil` without a body.
  package var body: Shape?
  package let answers: [Answer]
  /// Whether the call reads the headers by which a browser describes itself.
  package var readsBrowser = false
  /// Whether people see the answer, so that it must never be an error.
  package var isPage = false
  /// Whether no rate limit counts it: a monitor gets its answer behind a busy address too.
  package var isUnlimited = false
  /// Whether its body comes from the form of a page, and not as JSON.
  package var isForm = false
}

extension ServiceCall {
  init(
    _ name: String, _ method: Method, _ paths: String..., access: Access, summary: String,
    parameters: [Parameter] = [], body: Form<Members>? = nil, answers: [Answer]
  ) {
    self.init(
      name: name, method: method, paths: paths, access: access, summary: summary,
      parameters: parameters, body: body?.shape, answers: answers)
  }

  /// Returns the same call for a browser.
  consuming func ofBrowser(isPage: Bool = false) -> ServiceCall {
    readsBrowser = true
    self.isPage = isPage
    return self
  }

  /// Returns the same call outside of rate limits.
  consuming func withoutLimit() -> ServiceCall {
    isUnlimited = true
    return self
  }

  /// Returns the same call for the form of a page.
  consuming func ofForm() -> ServiceCall {
    isForm = true
    return self
  }

  /// The call without its RPC names; `nil` if it has no other name.
  package var underRESTNames: ServiceCall? {
    var call = self
    call.paths.removeAll { Self.rpcNames.contains($0) }
    return call.paths.isEmpty ? nil : call
  }

  /// The header with the moment of a request, for a service that does not read a clock.
  package static let momentHeader = "Growthloop-Moment"
  package static let momentParameter = Parameter(
    name: momentHeader, place: .header, shape: .moment,
    meaning: "When the request takes place, in a rehearsal that is not for others.")

  /// Whether its body may be left out.
  package var mayLackBody: Bool {
    guard case .object(let members, _) = body else { return true }
    return !members.contains { $0.isRequired }
  }

  /// Returns the canonical path with its parameters filled in their order.
  package func path(_ values: String...) -> String {
    var values = values[...]
    return paths[0].split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.first == "{" ? values.popFirst() ?? String(part) : String(part)
    }.joined(separator: "/")
  }
}

/// The body of the answer to a refused call (RFC 9457).
package enum ProblemAnswer {
  package static let detail = FormField.required("detail", .word, "What is wrong with this call.")
  package static let rule = FormField.optional("rule", .word, "The rule that decided.")
  package static let pointer = FormField.required("pointer", .word)
  package static let mistake = FormField.required("detail", .word)

  package static let form = Form.object(
    "Problem", FormField.required("type", .word), FormField.required("title", .word),
    FormField.required("status", .integer(400...599)), detail, rule,
    FormField.optional(
      "errors", Form.object("FieldMistake", pointer, mistake).list(longest: 20),
      "Every mistake in the body."))
}

extension ServiceCall {
  /// The common answers of every call of this kind, beside its own.
  package var commonAnswers: [Answer] {
    var answers = [
      Answer(status: 400, meaning: "It cannot be read.", content: .problem),
      Answer(
        status: 429, meaning: "Too often; wait as long as Retry-After says.",
        content: isPage || isForm ? .html : .problem),
      Answer(status: 503, meaning: "Nothing can be recorded now.", content: .problem),
    ]
    if isUnlimited { answers.removeAll { $0.status == 429 } }
    if access != .anybody {
      answers.append(Answer(status: 401, meaning: "No token that is good.", content: .problem))
      answers.append(Answer(status: 403, meaning: "The token is for others.", content: .problem))
      answers.append(Answer(status: 404, meaning: "The user was deleted.", content: .problem))
    }
    if body != nil {
      answers.append(Answer(status: 413, meaning: "The body is too large.", content: .problem))
      if !answers.contains(where: { $0.status == 422 }) {
        answers.append(
          Answer(status: 422, meaning: "The body does not have the right form.", content: .problem))
      }
    }
    let own = self.answers.map(\.status)
    return answers.filter { !own.contains($0.status) }
  }
}

extension ServiceCall.Answer {
  static func json(_ status: Int, _ meaning: String, _ form: Form<Members>) -> Self {
    Self(status: status, meaning: meaning, content: .json(form.shape))
  }

  static func html(_ status: Int, _ meaning: String) -> Self {
    Self(status: status, meaning: meaning, content: .html)
  }

  static func problem(_ status: Int, _ meaning: String) -> Self {
    Self(status: status, meaning: meaning, content: .problem)
  }

  static func noContent(_ meaning: String) -> Self {
    Self(status: 204, meaning: meaning, content: .nothing)
  }
}

/// An exported event as a line of JSON, the same from a simulation and from a service.
package struct EventLine {
  /// The moment of the event.
  package var at: Instant
  package var event: ExportedEvent
  /// Members beside the event's own, such as the number that identifies the line.
  package var others: [String: JSONValue] = [:]

  package init(_ event: ExportedEvent, at moment: Instant) {
    self.event = event
    at = moment
  }

  /// The line without its end.
  package var text: String {
    var members = others
    members["at"] = .text(at.iso8601)
    members["event"] = .text(event.name)
    members["properties"] = .object(
      Dictionary(event.properties.map { ($0.name, $0.value.json) }) { _, last in last })
    return JSONValue.object(members).json
  }
}

extension ExportedEvent.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text), .hashed(let text): .text(text)
    case .number(let number): .integer(Int64(number))
    case .flag(let flag): .bool(flag)
    // JSON's readers keep fewer digits than 64 bits have.
    case .raw(let number): Int64(exactly: number).map { .integer($0) } ?? .text("\(number)")
    }
  }
}
