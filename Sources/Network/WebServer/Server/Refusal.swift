/// Why the server itself refuses a request or a connection, before any application hears of it.
public enum Refusal: String, CaseIterable, Sendable {
  case malformedTarget
  case malformedField
  case missingHost
  case ambiguousLength
  case slowHead
  case slowBody
  case bodyTooLarge
  case targetTooLong
  case unknownExpectation
  case headTooLarge
  case unknownMethod
  case unknownTransferCoding
  case tooManyConnections
  case tooManyConnectionsFromAddress

  /// What the sender is told.
  var problem: Problem {
    switch self {
    case .malformedTarget:
      Problem(400, detail: "The target is not a path of visible ASCII characters.")
    case .malformedField:
      Problem(400, detail: "A header field has a name or value that HTTP does not allow.")
    case .missingHost:
      Problem(400, detail: "A request of HTTP/1.1 names its host, once.")
    case .ambiguousLength:
      Problem(400, detail: "The length of the body is given more than once.")
    case .slowHead: Problem(408, detail: "The head of the request took too long.")
    case .slowBody: Problem(408, detail: "The body of the request took too long.")
    case .bodyTooLarge: Problem(413, detail: "The body is larger than this server takes.")
    case .targetTooLong: Problem(414, detail: "The path is longer than this server takes.")
    case .unknownExpectation:
      Problem(417, detail: "This server meets no expectation but 100-continue.")
    case .headTooLarge: Problem(431, detail: "The head is larger than this server takes.")
    case .unknownMethod: Problem(501, detail: "This server does not know the method.")
    case .unknownTransferCoding:
      Problem(501, detail: "This server knows no transfer coding but chunked.")
    case .tooManyConnections: Problem(503, detail: "Too many connections are open.")
    case .tooManyConnectionsFromAddress:
      Problem(429, detail: "Too many connections from this address are open.")
    }
  }

  /// The whole answer as bytes, which the server sends without asking libmicrohttpd: it takes none
  /// while a request is on its way.
  func message(withBody: Bool) -> [UInt8] {
    problem.lastMessage(mayPass: mayPass, withBody: withBody)
  }

  private var mayPass: Bool {
    self == .tooManyConnections || self == .tooManyConnectionsFromAddress
  }
}

extension Problem {
  /// The whole answer as bytes, as the last of a connection; one that may pass says when to come again.
  func lastMessage(mayPass: Bool, withBody: Bool) -> [UInt8] {
    let json = json
    let head = """
      HTTP/1.1 \(status.rawValue) \(status.title)\r
      Date: \(HTTPDate.now())\r
      Content-Type: \(Problem.mediaType)\r
      Content-Length: \(json.utf8.count)\r
      \(mayPass ? "Retry-After: 1\r\n" : "")Connection: close\r
      \r

      """
    return Array(head.utf8) + (withBody ? Array(json.utf8) : [])
  }
}
