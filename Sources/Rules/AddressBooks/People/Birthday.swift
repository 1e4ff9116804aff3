/// The day someone was born on; address books often leave the year out.
public struct Birthday: Hashable, Sendable, BitwiseCopyable {
  /// `nil` if nobody wrote it down.
  public var year: Int16?
  /// From 1 to 12.
  public var month: UInt8
  /// From 1 to 31.
  public var day: UInt8

  public init(year: Int16? = nil, month: UInt8, day: UInt8) {
    self.year = year
    self.month = month
    self.day = day
  }
}
