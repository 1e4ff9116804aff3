/// The values that a parameter may have, from the least to the greatest.
public struct ParameterRange: Sendable {
  /// The ends as a file spells them.
  public let low: String
  public let high: String
  /// Whether no source gives the range: it is the convention for assumed values.
  public let isAssumed: Bool
  /// The numbers behind the notation; `nil` for a range read from a result.
  public let axis: ParameterAxis?
  /// The values that are assumed of one app, where the range is that of many; else `nil`.
  private let axisOfOne: ParameterAxis?

  /// The range of the values that one app may have.
  public var ofOneApp: ParameterRange {
    axisOfOne.map { ParameterRange($0, isAssumed: true) } ?? self
  }

  /// Creates the range between the ends of an axis.
  public init(_ axis: ParameterAxis, isAssumed: Bool, ofOne axisOfOne: ParameterAxis? = nil) {
    self.axisOfOne = axisOfOne
    low = axis.spell(axis.ends.lowerBound)
    high = axis.spell(axis.ends.upperBound)
    self.isAssumed = isAssumed
    self.axis = axis
  }
}

/// A parameter as a number: its value, the ends of its range, and the spelling of values between
/// them.
public struct ParameterAxis: Sendable {
  /// The kind of number.
  public enum Kind: Sendable {
    case chance, number
    /// In milliseconds.
    case time
  }

  public let kind: Kind
  public let value: Double
  /// The ends of the range; they differ.
  public let ends: ClosedRange<Double>
  /// Returns a number as a file spells it, rounded to the digits that the notation has.
  public let spell: @Sendable (Double) -> String

  public init(
    _ kind: Kind, at value: Double, within ends: ClosedRange<Double>,
    spell: @escaping @Sendable (Double) -> String
  ) {
    precondition(ends.lowerBound < ends.upperBound, "\(ends) has no length")
    self.kind = kind
    self.value = value
    self.ends = ends
    self.spell = spell
  }
}

extension ParameterRange: CustomStringConvertible {
  /// The range in words, such as "47 to 664", or "0.25 to 1, assumed".
  public var description: String { "\(low) to \(high)" + (isAssumed ? ", assumed" : "") }
}

extension ParameterRange: Codable {
  private enum CodingKeys: String, CodingKey { case low, high, assumed }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    low = try fields.decode(String.self, forKey: .low)
    high = try fields.decode(String.self, forKey: .high)
    isAssumed = try fields.decodeIfPresent(Bool.self, forKey: .assumed) ?? false
    axis = nil
    axisOfOne = nil
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(low, forKey: .low)
    try fields.encode(high, forKey: .high)
    if isAssumed { try fields.encode(true, forKey: .assumed) }
  }
}
