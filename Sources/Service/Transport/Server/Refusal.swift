internal import Glibc

/// The reason the server itself refuses a request or a connection.
public enum Refusal: String, CaseIterable, Sendable {
  case malformedTarget
  case malformedField
  case missingHost
  case ambiguousLength
  case malformedLength
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

  /// The problem that the client receives.
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
    case .malformedLength: Problem(400, detail: "The length of the body is no number.")
    case .slowHead: Problem(408, detail: "The head of the request took too long.")
    case .slowBody: Problem(408, detail: "The body of the request took too long.")
    case .bodyTooLarge: Problem(413, detail: "The body is larger than this server takes.")
    case .targetTooLong: Problem(414, detail: "The path is longer than this server takes.")
    case .unknownExpectation:
      Problem(417, detail: "This server meets no expectation but 100-continue.")
    case .headTooLarge: Problem(431, detail: "The head is larger than this server takes.")
    case .unknownMethod: Problem(501, detail: "The method is unknown to this server.")
    case .unknownTransferCoding:
      Problem(501, detail: "This server accepts no transfer coding but chunked.")
    case .tooManyConnections: Problem(503, detail: "Too many connections are open.")
    case .tooManyConnectionsFromAddress:
      Problem(429, detail: "Too many connections from this address are open.")
    }
  }

  /// The complete response, which the server sends itself: libmicrohttpd accepts none while a
  /// request arrives.
  func message(withBody: Bool) -> [UInt8] {
    problem.lastMessage(mayPass: mayPass, withBody: withBody)
  }

  private var mayPass: Bool {
    self == .tooManyConnections || self == .tooManyConnectionsFromAddress
  }
}

extension Problem {
  /// The complete response as the last of a connection; with `Retry-After` if a retry may succeed.
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

/// The date format of HTTP.
enum HTTPDate {
  static func now() -> String {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][unsafe Int(parts.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][unsafe Int(parts.tm_mon)]
    let day = unsafe "\(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900)"
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(weekday), \(day) \(clock) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
