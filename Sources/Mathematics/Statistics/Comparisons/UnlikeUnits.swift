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

/// Two groups of units of unlike sizes, and what their spread tells of the variance of the difference.
///
/// The degrees of freedom are those that Bell and McCaffrey (2002) give the contrast of both groups,
/// for rows that are independent and alike; a unit may have rows in both.
public struct UnlikeGroups: Sendable {
  private var units = (control: UnlikeUnits(), treatment: UnlikeUnits())
  private var shared = 0.0
  private var pull = 0.0

  /// Creates groups without units.
  public init() {}

  /// Adds a unit by its share of all rows of each group; 0 where it has none.
  ///
  /// - Returns: The factor on its squared distance from each mean.
  public mutating func add(
    control: Double, treatment: Double
  ) -> (control: Double, treatment: Double) {
    if control > 0, control < 1, treatment > 0, treatment < 1 {
      let product = (1 - control) * (1 - treatment)
      shared += control * treatment * (1 - control - treatment) / product
      pull += control * treatment / product.squareRoot()
    }
    return (
      control > 0 ? units.control.add(control) : 1,
      treatment > 0 ? units.treatment.add(treatment) : 1
    )
  }

  /// Returns the degrees of freedom of the variance, with so many rows in each group.
  public func degreesOfFreedom(rows: (control: Double, treatment: Double)) -> Double {
    let variances = (control: 1 / rows.control, treatment: 1 / rows.treatment)
    let own = Self.square(
      variances, units.control.degreesOfFreedom, units.treatment.degreesOfFreedom)
    let square = own + 2 * variances.control * variances.treatment * (shared + pull * pull)
    return Self.degreesOfFreedom(variances, square)
  }

  /// Returns the degrees of freedom of the difference of groups that share no unit, by the expected
  /// variance of each mean.
  static func degreesOfFreedom(
    _ variances: (control: Double, treatment: Double), _ control: Double, _ treatment: Double
  ) -> Double {
    degreesOfFreedom(variances, square(variances, control, treatment))
  }

  private static func square(
    _ variances: (control: Double, treatment: Double), _ control: Double, _ treatment: Double
  ) -> Double {
    variances.control * variances.control / control
      + variances.treatment * variances.treatment / treatment
  }

  private static func degreesOfFreedom(
    _ variances: (control: Double, treatment: Double), _ square: Double
  ) -> Double {
    let sum = variances.control + variances.treatment
    return square > 0 ? max(1, sum * sum / square) : 1
  }
}

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
