/// All values that a wave tried contradict each other.
public struct NoSoundPoint: Error, Sendable, CustomStringConvertible {
  /// How many were tried.
  public let tried: Int
  public let parameters: [String]

  public var description: String {
    "all \(tried) points within the ranges contradict themselves: give ranges to "
      + "\(parameters.joined(separator: ", ")) whose values can be had together"
  }
}
