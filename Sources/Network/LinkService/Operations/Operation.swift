internal import JSON
internal import WebServer

/// One thing that the service does: where it is asked for, by whom, and what comes back.
struct Operation: Sendable {
  /// Who may ask.
  enum Access: Sendable {
    case anybody
    /// A user or the backend.
    case caller
    /// A user about themselves, or the backend about anybody: the path or the token names them.
    case owner
    case backend
  }

  struct Parameter: Sendable {
    enum Place: String, Sendable { case path, query, header }

    let name: String
    let place: Place
    let shape: Shape
    var isRequired = true
    let meaning: String
  }

  /// What an answer of some status is.
  struct Answer: Sendable {
    enum Content: Sendable {
      case nothing
      case json(Shape)
      /// A JSON object of which no more is said.
      case object
      case html
      case text(String)
      case problem
    }

    let status: WebStatus
    let meaning: String
    let content: Content
  }

  let name: String
  let method: WebMethod
  /// The canonical path, then its aliases.
  let paths: [String]
  let access: Access
  let summary: String
  var parameters: [Parameter] = []
  /// The form of the body; `nil` where none is read.
  var body: Shape?
  let answers: [Answer]
  /// Whether it looks at what the browser says of itself.
  var readsBrowser = false
  /// Whether people see the answer, who must never meet an error.
  var isPage = false
  let handle: @Sendable (LinkApplication) -> (Call) -> Reply
}

/// What comes of a call.
struct Reply {
  let response: WebResponse
  let release: WebAnswer.Release
  /// Whether it is the same whatever is kept, so that no commit needs to end before it.
  var isFixed = false

  /// It rests on nothing new.
  static func now(_ response: WebResponse) -> Reply { Reply(response: response, release: .now) }

  /// It rests on nothing that is kept: it tells nothing of a commit that is under way.
  static func fixed(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .now, isFixed: true)
  }

  /// It may be sent once what happened is durable.
  static func afterCommit(_ response: WebResponse) -> Reply {
    Reply(response: response, release: .afterCommit)
  }
}

extension Operation {
  /// Whether its body may be left out.
  var mayLackBody: Bool {
    guard case .object(let members) = body else { return true }
    return !members.contains { $0.isRequired }
  }
}
