/// The error for a parameter outside of its range.
public struct InvalidParameter: Error, Hashable, CustomStringConvertible {
  /// The parameter's name.
  public let name: String
  /// The refused value; a count is given as a real number.
  public let value: Double
  /// The range, as the end of a sentence with "must be".
  public let allowed: String

  /// Creates the error of the parameter `name`; `allowed` is the range, as after "must be".
  public init(_ name: String, is value: Double, allowed: String) {
    self.name = name
    self.value = value
    self.allowed = allowed
  }

  public var description: String { "\(name) must be \(allowed), not \(value)" }

  static func require(
    _ holds: Bool, _ name: String, _ value: Double, _ allowed: String
  ) throws(InvalidParameter) {
    guard holds else { throw InvalidParameter(name, is: value, allowed: allowed) }
  }

  static func requireProbability(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 0 && value <= 1, name, value, "from 0 to 1")
  }

  static func requirePositive(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value > 0 && value < .infinity, name, value, "above 0 and finite")
  }

  static func requireFinite(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value.isFinite, name, value, "finite")
  }

  static func requireSpread(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 0 && value < .infinity, name, value, "at least 0 and finite")
  }

  static func requireShape(_ value: Double, _ name: String) throws(InvalidParameter) {
    try require(value >= 1e-100 && value <= 1e100, name, value, "from 10^-100 to 10^100")
  }

  static func requireCount(
    _ value: Int, _ name: String, atLeast least: Int
  ) throws(InvalidParameter) {
    // Far below 2^53, so that a count is exact as a real number.
    try require(
      value >= least && value <= 1_000_000_000_000_000, name, Double(value),
      "from \(least) to 10^15")
  }
}
