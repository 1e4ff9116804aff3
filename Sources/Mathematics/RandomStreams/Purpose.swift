/// What chance is drawn for: every purpose has a stream of its own, so that a new one moves no
/// number of an old one.
@frozen
public struct Purpose: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension Purpose: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: UInt32) {
    self.init(rawValue: value)
  }
}
