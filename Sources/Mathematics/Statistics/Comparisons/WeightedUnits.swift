/// Units that are weighted otherwise than their spread asks, and what their spread tells of the
/// variance of their mean.
///
/// The correction for small samples is that of Bell and McCaffrey (2002); where variances are in
/// proportion to sizes it is that of ``UnlikeUnits``. Their degrees of freedom, which few heavy units
/// would lessen much further, are taken from the sizes alone: with the others an experiment by
/// exposure finds nothing in 96.6% of cases without an effect, where 95% is claimed.
public struct WeightedUnits: Sendable {
  private var sizes = UnlikeUnits()
  /// The variance of the mean, in the unit of theirs.
  private var variance = 0.0

  /// Creates a group without units.
  public init() {}

  /// Adds a unit: its share of all weight, and the variance of its part in the mean, by any factor
  /// that is the same for all.
  public mutating func add(_ size: Double, variance: Double) {
    _ = sizes.add(size)
    self.variance += variance
  }

  /// Returns the factor on the squared distance from the mean of such a unit, which it draws towards
  /// itself.
  public func factor(_ size: Double, variance own: Double) -> Double {
    let left = own - 2 * size * own + size * size * variance
    return left > own * 1e-9 ? own / left : 1
  }

  /// The degrees of freedom of the variance.
  public var degreesOfFreedom: Double { sizes.degreesOfFreedom }
}
