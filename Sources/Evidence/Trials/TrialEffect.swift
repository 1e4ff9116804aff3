public import GrowthModel
import RealFunctions
import Statistics

/// The effect of a variant that an analysis finds: treatment − control.
public struct TrialEffect: Sendable, Hashable {
  public let difference: Double
  public let standardError: Double
  /// What the independent units behind it tell of its standard error.
  public let degreesOfFreedom: Double
  /// The value of the control.
  public let control: Double
  /// The rows of both arms.
  public let rows: Int

  /// Returns whether the interval of the effect leaves out `value`.
  public func rejects(_ value: Double = 0, at level: Double = 0.05) -> Bool {
    (difference - value).magnitude > reach(confidence: 1 - level)
  }

  /// Half of the interval.
  public func reach(confidence: Double = 0.95) -> Double {
    StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: confidence)
      * standardError
  }

  /// The effect in standard errors.
  public var statistic: Double { difference / standardError }

  /// The number of the normal distribution that is as rare.
  public var normalScore: Double {
    StudentT(degreesOfFreedom: degreesOfFreedom).normalScore(of: statistic)
  }
}

extension TrialRows {
  /// Returns the effect of arm `variant` by the rows that are complete at `moment`.
  ///
  /// `nil` where an arm has no two units, or none varies. `arm` gives the arm of a row's place where
  /// it is not the recorded one.
  public func effect(
    of variant: UInt8 = 1, by estimator: TrialEstimator, at moment: UInt32 = .max,
    facts: TrialFacts, arms: [UInt8]? = nil
  ) -> TrialEffect? {
    switch estimator {
    case .difference: ratio(variant, at: moment, arms, units: rows.count) { place, _ in place }
    case .ratio: ratio(variant, at: moment, arms, units: members) { Int($1.member) }
    case .cluster: ratio(variant, at: moment, arms, units: clusters) { Int($1.cluster) }
    case .cuped: adjusted(variant, at: moment, facts, arms)
    case .exposure:
      ratio(
        variant, at: moment, arms, weights: facts.weights, fewest: Self.fewestExposed,
        units: members
      ) { Int($1.member) }
    }
  }

  /// With fewer members in an arm an estimate of exposure is refused.
  public static let fewestExposed = 30

  private func ratio(
    _ variant: UInt8, at moment: UInt32, _ arms: [UInt8]?, weights: [Double]? = nil,
    fewest: Int = 2, units: Int, unit: (Int, Row) -> Int
  ) -> TrialEffect? {
    var sums = (control: 0.0, variant: 0.0)
    var counts = (control: 0.0, variant: 0.0)
    var rows = 0
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      let weight = weights?[Int(row.member)] ?? 1
      guard weight > 0 else { continue }
      if arm == 0 {
        sums.control += weight * row.value
        counts.control += weight
      } else if arm == variant {
        sums.variant += weight * row.value
        counts.variant += weight
      } else {
        continue
      }
      rows += 1
    }
    guard counts.control > 0, counts.variant > 0 else { return nil }
    let means = (control: sums.control / counts.control, variant: sums.variant / counts.variant)
    // Each unit's part in the difference and its weight, by arm; a unit may be in both.
    var parts = [(control: Double, variant: Double)](repeating: (0, 0), count: units)
    var sizes = parts
    // The variance of each unit's part, if rows are alike: only weights set it apart from its size.
    var spreads = weights == nil ? [] : parts
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      let weight = weights?[Int(row.member)] ?? 1
      guard weight > 0, arm == 0 || arm == variant else { continue }
      let unit = unit(place, row)
      if arm == 0 {
        parts[unit].control -= weight * (row.value - means.control) / counts.control
        sizes[unit].control += weight / counts.control
        if weights != nil { spreads[unit].control += weight * weight / counts.control }
      } else {
        parts[unit].variant += weight * (row.value - means.variant) / counts.variant
        sizes[unit].variant += weight / counts.variant
        if weights != nil { spreads[unit].variant += weight * weight / counts.variant }
      }
    }
    var (control, treated) = (ArmSpread(), ArmSpread())
    var square = 0.0
    if weights == nil {
      for (part, size) in zip(parts, sizes) {
        let both =
          control.add(part.control, size.control) + treated.add(part.variant, size.variant)
        square += both * both
      }
    } else {
      control.weigh(zip(sizes, spreads).lazy.map { ($0.control, $1.control) })
      treated.weigh(zip(sizes, spreads).lazy.map { ($0.variant, $1.variant) })
      for (unit, part) in parts.enumerated() {
        let both =
          control.add(part.control, sizes[unit].control, spreads[unit].control)
          + treated.add(part.variant, sizes[unit].variant, spreads[unit].variant)
        square += both * both
      }
    }
    guard control.units >= fewest, treated.units >= fewest, square > 0 else { return nil }
    return TrialEffect(
      difference: means.variant - means.control, standardError: square.squareRoot(),
      degreesOfFreedom: ArmSpread.degreesOfFreedom(control, treated), control: means.control,
      rows: rows)
  }

  /// How the units of one arm spread about its value.
  private struct ArmSpread {
    private(set) var units = 0
    private var square = 0.0
    private var unlike = UnlikeUnits()
    private var weighted: WeightedUnits?

    /// Takes all units by their sizes and variances, before they are added.
    mutating func weigh(_ units: some Sequence<(size: Double, variance: Double)>) {
      var weighted = WeightedUnits()
      for unit in units where unit.size > 0 { weighted.add(unit.size, variance: unit.variance) }
      self.weighted = weighted
    }

    /// Adds a unit by its part in the value, and its share of all the weight.
    ///
    /// - Returns: The part as far from the value as it would be without drawing it towards itself.
    mutating func add(_ part: Double, _ size: Double, _ variance: Double = 0) -> Double {
      guard size > 0 else { return 0 }
      units += 1
      let factor = weighted?.factor(size, variance: variance) ?? unlike.add(size)
      let part = part * factor.squareRoot()
      square += part * part
      return part
    }

    private var degreesOfFreedom: Double {
      weighted?.degreesOfFreedom ?? unlike.degreesOfFreedom
    }

    /// Welch and Satterthwaite's.
    static func degreesOfFreedom(_ one: ArmSpread, _ other: ArmSpread) -> Double {
      let sum = one.square + other.square
      let shares =
        one.square * one.square / one.degreesOfFreedom
        + other.square * other.square / other.degreesOfFreedom
      return shares > 0 ? max(1, sum * sum / shares) : 1
    }
  }

  /// Takes out what members did before, by one coefficient for both arms.
  private func adjusted(
    _ variant: UInt8, at moment: UInt32, _ facts: TrialFacts, _ arms: [UInt8]?
  ) -> TrialEffect? {
    var sums = [(value: Double, count: Double, arm: UInt8)](
      repeating: (0, 0, 0), count: members)
    var rows = 0
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      guard arm == 0 || arm == variant else { continue }
      sums[Int(row.member)].value += row.value
      sums[Int(row.member)].count += 1
      sums[Int(row.member)].arm = arm
      rows += 1
    }
    var samples = (control: RatioSample(), variant: RatioSample())
    for (member, sum) in sums.enumerated() where sum.count > 0 {
      if sum.arm == 0 {
        samples.control.record(
          numerator: sum.value, denominator: sum.count, before: facts.before[member])
      } else {
        samples.variant.record(
          numerator: sum.value, denominator: sum.count, before: facts.before[member])
      }
    }
    guard
      let both = RatioSample.adjusted(control: samples.control, treatment: samples.variant),
      let compared = TwoSample(control: both.control, treatment: both.treatment)
    else { return nil }
    return TrialEffect(
      difference: compared.difference, standardError: compared.standardError,
      degreesOfFreedom: compared.degreesOfFreedom, control: both.control.mean, rows: rows)
  }
}
