public import GrowthloopFindings

/// A response.
///
/// It is immutable, so that a constant response is made once and sent often without an allocation.
public final class WebResponse {
  public let status: WebStatus
  /// The header fields of the application; the server adds `Date` and `Content-Length`.
  public let fields: [(name: String, value: String)]
  public let body: [UInt8]
  let prepared: MicrohttpdResponse

  /// Makes a response.
  ///
  /// A control character in a field value becomes a space, so that no input can end the field and
  /// begin another.
  public init(
    _ status: WebStatus, fields: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    let safe = fields.map { (name: $0.name, value: Self.onOneLine($0.value)) }
    self.status = status
    self.fields = safe
    self.body = body
    prepared = MicrohttpdResponse(fields: safe, body: body)
  }

  private init(copying other: WebResponse, adding more: [(name: String, value: String)]) {
    status = other.status
    fields = other.fields + more
    body = other.body
    prepared = MicrohttpdResponse(fields: fields, body: body)
  }

  /// Returns the response with further fields, whose values have no control characters, for one
  /// request.
  func adding(_ more: [(name: String, value: String)]) -> WebResponse {
    WebResponse(copying: self, adding: more)
  }

  /// Makes a response with a body of a media type.
  public convenience init(
    _ status: WebStatus, _ type: String, _ body: [UInt8],
    fields: [(name: String, value: String)] = []
  ) {
    self.init(status, fields: [(name: "Content-Type", value: type)] + fields, body: body)
  }

  private static func onOneLine(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return value }
    return String(
      decoding: value.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Returns the value of the first field with this name, in any case.
  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A status code of HTTP.
public struct WebStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    precondition((100...599).contains(rawValue), "\(rawValue) is no status of HTTP")
    self.rawValue = rawValue
  }

  /// The reason phrase of RFC 9110.
  public var title: String { MicrohttpdResponse.reason(of: self) }
}

extension WebStatus: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension WebStatus: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The percent-encoding of paths and queries, such as `%C3%A9`.
public enum PercentEncoding {
  /// Decodes the escapes of one segment or value.
  ///
  /// - Returns: `nil` if an escape is cut short, or the bytes are not UTF-8.
  public static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
    let plus = UInt8(ascii: "+")
    guard text.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == plus) }) else {
      return String(validating: text, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard text.endIndex - index > 2, let high = digit(text[index + 1]),
          let low = digit(text[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

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

/// The path and the query of a request, not decoded.
public struct RequestTarget: Sendable {
  /// The bytes of both.
  public let bytes: [UInt8]
  private let pathEnd: Int

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
  }

  /// The bytes before the question mark.
  public var path: ArraySlice<UInt8> { bytes[..<pathEnd] }

  /// The bytes after the question mark; `nil` without one.
  public var query: ArraySlice<UInt8>? {
    pathEnd < bytes.count ? bytes[(pathEnd + 1)...] : nil
  }

  /// Returns the decoded values of a name in the query, in order.
  ///
  /// - Returns: `nil` if a name or value of the query cannot be decoded.
  public func queryValues(of name: String) -> [String]? {
    var values: [String] = []
    for pair in (query ?? []).split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let found = PercentEncoding.decode(halves[0], plusIsSpace: true),
        let value = PercentEncoding.decode(halves.count == 2 ? halves[1] : [], plusIsSpace: true)
      else { return nil }
      if found == name { values.append(value) }
    }
    return values
  }
}

extension RequestTarget: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(Array(text.utf8))
  }
}

/// An application's answer: the response, the time of its release, and its meter.
public struct WebAnswer {
  /// The moment at which an answer may be sent.
  public enum Release: Hashable, Sendable {
    /// At once: it depends on no uncommitted change.
    case now
    /// After the application's commit. If that fails, the client gets a 503 instead, or the answer
    /// itself if it promises nothing.
    case afterCommit
  }

  public let response: WebResponse
  public let release: Release
  /// Whether it acknowledges no change, and is sent even if the commit fails.
  public let promisesNothing: Bool
  /// Counts the answer and its latency.
  public let meter: RouteMeter
  /// The stream that the response begins; `nil` for a response that is complete.
  public internal(set) var stream: WebStream?

  public init(
    _ response: WebResponse, _ release: Release, promisingNothing: Bool = false,
    countedBy meter: RouteMeter
  ) {
    self.response = response
    self.release = release
    promisesNothing = promisingNothing
    self.meter = meter
  }

  /// Returns the answer that replaces it after a failed commit.
  func replaced(by response: WebResponse) -> WebAnswer {
    WebAnswer(response, .now, countedBy: meter)
  }
}

/// A complete request.
///
/// It is valid only during the call that answers it.
public struct WebRequest: ~Copyable {
  public let method: WebMethod
  public let target: RequestTarget
  /// The body, decoded where it came in chunks.
  public let body: [UInt8]
  /// The address of the client, or of a proxy in between.
  public let peer: IPAddress
  private let fields: any RequestFields

  init(
    method: WebMethod, target: RequestTarget, body: [UInt8], peer: IPAddress,
    fields: any RequestFields
  ) {
    self.method = method
    self.target = target
    self.body = body
    self.peer = peer
    self.fields = fields
  }

  /// Makes a request without a socket, to call an application directly.
  public init(
    _ method: WebMethod, _ target: RequestTarget, fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], from peer: IPAddress = .loopbackV4
  ) {
    self.init(
      method: method, target: target, body: body, peer: peer, fields: FieldList(fields))
  }

  /// Returns the value of the first header field with this name, in any case.
  public func field(_ name: String) -> String? { fields.value(of: name) }

  /// Returns the value of the last such field, which the nearest proxy has added.
  public func lastField(_ name: String) -> String? { fields.lastValue(of: name) }
}

/// The header fields of a request.
protocol RequestFields: AnyObject {
  func value(of name: String) -> String?
  func lastValue(of name: String) -> String?
}

/// Header fields in a list.
private final class FieldList: RequestFields {
  private let fields: [(name: String, value: String)]

  init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  func value(of name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  func lastValue(of name: String) -> String? {
    fields.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The methods of HTTP that have a registered meaning.
public enum WebMethod: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  case options = "OPTIONS"
  case patch = "PATCH"
  case trace = "TRACE"
  case connect = "CONNECT"
  case query = "QUERY"
}
