/// The three digits that say how a request went.
public struct WebStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    precondition((100...599).contains(rawValue), "\(rawValue) is no status of HTTP")
    self.rawValue = rawValue
  }

  /// The words that RFC 9110 gives it.
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
