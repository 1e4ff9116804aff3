/// The uniform distribution: every number from a lower up to, not including, an upper one is as
/// likely as any other.
@frozen
public struct Uniform: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The least value, which is included.
  public let lower: Double
  /// The upper end, which is excluded unless it equals the lower.
  public let upper: Double
  @usableFromInline let width: Double

  /// From 0 to 1.
  public static let unit = certain(try Uniform(from: 0, to: 1))

  /// - Throws: `InvalidParameter` unless both are finite, with a finite distance, and `upper` is
  ///   not below `lower`; if they are equal, so are all values.
  public init(from lower: Double, to upper: Double) throws(InvalidParameter) {
    try InvalidParameter.requireFinite(lower, "lower")
    try InvalidParameter.requireFinite(upper, "upper")
    try InvalidParameter.require(upper >= lower, "upper", upper, "at least lower, \(lower)")
    try InvalidParameter.require(
      (upper - lower).isFinite, "upper", upper, "at a finite distance from lower, \(lower)")
    self.lower = lower
    self.upper = upper
    self.width = upper - lower
  }

  /// Returns one value; a greater number of the generator gives no lower value.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    let value = lower + width * generator.uniform()
    // The sum may round up to the upper end, which is excluded.
    return value < upper ? value : Swift.max(lower, upper.nextDown)
  }

  /// The middle between both ends.
  public var mean: Double { lower + width / 2 }

  /// A twelfth of the squared distance between both ends.
  public var variance: Double { width * width / 12 }

  /// Returns the probability of at most `value`: 0 below the lower end, 1 from the upper on.
  public func cumulative(_ value: Double) -> Double {
    value >= upper ? 1 : value <= lower ? 0 : (value - lower) / width
  }

  /// Returns the number at this proportion of the way from the lower to the upper end.
  public func quantile(_ probability: Double) -> Double {
    Swift.min(upper, lower + width * probability)
  }
}
