/// Units of unlike sizes, and what their spread tells of the variance of their mean.
///
/// The correction for small samples and the degrees of freedom are those of Bell and McCaffrey (2002),
/// for rows that are independent. With units of one size they are n / (n − 1) and n − 1.
public struct UnlikeUnits: Sendable {
  private var sizes = 0.0
  private var pulls = 0.0
  private var ownPulls = 0.0

  /// Creates a group without units.
  public init() {}

  /// Adds a unit of `size`, its share of all rows.
  ///
  /// - Returns: The factor on its squared distance from the mean, which it draws towards itself.
  public mutating func add(_ size: Double) -> Double {
    guard size < 1 else { return 1 }
    let pull = size * size / (1 - size)
    sizes += size * size
    pulls += pull
    ownPulls += pull * pull
    return 1 / (1 - size)
  }

  /// The degrees of freedom of the variance.
  public var degreesOfFreedom: Double {
    let spread = sizes + pulls * pulls - ownPulls
    return spread > 0 ? 1 / spread : 1
  }
}
