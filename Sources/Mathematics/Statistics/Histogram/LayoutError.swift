/// The reason why a layout is impossible.
public enum LayoutError: Error, Hashable, CustomStringConvertible {
  case lowest(UInt64)
  case highest(UInt64, lowest: UInt64)
  case digits(Int)
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
