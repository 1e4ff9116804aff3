public import LinuxIO

/// A request whose head and body have arrived.
///
/// It lives only for the answer: what must outlast it is copied out of it.
public struct WebRequest: ~Copyable {
  public let method: WebMethod
  public let target: RequestTarget
  /// The body, decoded where it came in chunks.
  public let body: [UInt8]
  /// Who sent it; a proxy, where one stands in between.
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

  /// Makes a request that came from nowhere, to ask an application without a socket.
  public init(
    _ method: WebMethod, _ target: RequestTarget, fields: [(name: String, value: String)] = [],
    body: [UInt8] = [], from peer: IPAddress = .loopbackV4
  ) {
    self.init(
      method: method, target: target, body: body, peer: peer, fields: FieldList(fields))
  }

  /// The value of the first header field with this name in any case; looked up when asked for.
  public func field(_ name: String) -> String? { fields.value(of: name) }

  /// The value of the last such field, for one to which whoever passes a request on adds another.
  public func lastField(_ name: String) -> String? { fields.lastValue(of: name) }
}

/// Where the header fields of a request are found.
protocol RequestFields: AnyObject {
  func value(of name: String) -> String?
  func lastValue(of name: String) -> String?
}

/// Header fields that were given.
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
