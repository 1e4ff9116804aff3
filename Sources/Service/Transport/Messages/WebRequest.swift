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
