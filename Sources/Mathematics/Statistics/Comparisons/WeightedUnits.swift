/// Units that are weighted otherwise than their spread asks, as they draw their mean towards themselves.
///
/// The correction for small samples is that of Bell and McCaffrey (2002); where variances are in
/// proportion to sizes it is that of ``UnlikeUnits``.
public struct WeightedUnits: Sendable {
  /// The variance of the mean, in the unit of theirs.
  private var variance = 0.0

  /// Creates a group without units.
  public init() {}

  /// Adds a unit by the variance of its part in the mean, by any factor that is the same for all.
  public mutating func add(variance: Double) { self.variance += variance }

  /// Returns the factor on the squared distance from the mean of such a unit, whose size is its share
  /// of all weight.
  public func factor(_ size: Double, variance own: Double) -> Double {
    let left = own - 2 * size * own + size * size * variance
    return left > own * 1e-9 ? own / left : 1
  }
}
