/// One entry of the address book, known by a number that means nothing outside.
public struct ContactID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  @inlinable
  public static func < (left: ContactID, right: ContactID) -> Bool {
    left.rawValue < right.rawValue
  }
}
