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
