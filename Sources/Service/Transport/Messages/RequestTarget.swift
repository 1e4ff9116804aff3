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
