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
