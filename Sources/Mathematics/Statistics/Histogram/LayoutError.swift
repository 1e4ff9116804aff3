/// The reason why a layout is impossible.
public enum LayoutError: Error, Hashable, CustomStringConvertible {
  /// The lowest discernible value is not from 1 to 2^62 − 1.
  case lowest(UInt64)
  /// The highest trackable value is not from twice the lowest discernible one to 2^63 − 1.
  case highest(UInt64, lowest: UInt64)
  /// The number of significant digits is not from 1 to 5.
  case digits(Int)
  /// The lowest discernible value is so large that the digits have no room above it.
  case noRoom(lowest: UInt64, digits: Int)

  public var description: String {
    switch self {
    case .lowest(let value):
      "the lowest discernible value must be from 1 to \(Int64.max / 2), not \(value)"
    case .highest(let value, let lowest):
      "the highest trackable value must be at least twice the lowest discernible (\(lowest)) "
        + "and at most \(Int64.max), not \(value)"
    case .digits(let digits):
      "the significant digits must be from 1 to 5, not \(digits)"
    case .noRoom(let lowest, let digits):
      "\(digits) significant digits have no room above a lowest discernible value of \(lowest)"
    }
  }
}
