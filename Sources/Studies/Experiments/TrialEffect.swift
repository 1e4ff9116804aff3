public import GrowthloopModel
import RandomStreams
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
    case .ratio:
      ratio(variant, at: moment, arms, units: owners.members.count) { place, _ in
        Int(owners.places[place])
      }
    case .cluster: ratio(variant, at: moment, arms, units: clusters) { Int($1.cluster) }
    case .cuped: adjusted(variant, at: moment, facts, arms)
    case .exposure:
      ratio(
        variant, at: moment, arms, weights: facts.weights, fewest: Self.fewestExposed,
        units: clusters
      ) { Int($1.cluster) }
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
    var squares = (control: 0.0, variant: 0.0)
    var rows = 0
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      let weight = weights?[Int(row.member)] ?? 1
      guard weight > 0 else { continue }
      if arm == 0 {
        sums.control += weight * row.value
        counts.control += weight * row.weight
        squares.control += weight * row.weight * weight * row.weight
      } else if arm == variant {
        sums.variant += weight * row.value
        counts.variant += weight * row.weight
        squares.variant += weight * row.weight * weight * row.weight
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
        parts[unit].control -= weight * (row.value - means.control * row.weight) / counts.control
        sizes[unit].control += weight * row.weight / counts.control
        if weights != nil { spreads[unit].control += weight * weight / counts.control }
      } else {
        parts[unit].variant += weight * (row.value - means.variant * row.weight) / counts.variant
        sizes[unit].variant += weight * row.weight / counts.variant
        if weights != nil { spreads[unit].variant += weight * weight / counts.variant }
      }
    }
    var spread = UnitSpread(of: weights == nil ? nil : (sizes, spreads))
    for (unit, part) in parts.enumerated() {
      spread.add(part, sizes[unit], weights == nil ? (0, 0) : spreads[unit])
    }
    guard spread.units.control >= fewest, spread.units.variant >= fewest, spread.square > 0 else {
      return nil
    }
    return TrialEffect(
      difference: means.variant - means.control, standardError: spread.square.squareRoot(),
      degreesOfFreedom: spread.unlike.degreesOfFreedom(
        rows: (
          Self.alike(counts.control, squares.control), Self.alike(counts.variant, squares.variant)
        )), control: means.control, rows: rows)
  }

  /// The rows of one weight that tell as much of a mean as these.
  ///
  /// Degrees of freedom go by the sizes of units beside it: the weights, which lessen them much further,
  /// would let an experiment by exposure find nothing in 96.6% of cases without an effect.
  private static func alike(_ weights: Double, _ squares: Double) -> Double {
    weights * weights / squares
  }

  /// How units spread about the values of both arms.
  private struct UnitSpread {
    typealias Arms = (control: Double, variant: Double)

    private(set) var units = (control: 0, variant: 0)
    /// The variance of the difference.
    private(set) var square = 0.0
    private(set) var unlike = UnlikeGroups()
    private var weighted: (control: WeightedUnits, variant: WeightedUnits)?

    /// Takes weighted units by their sizes and variances, before they are added.
    init(of weighted: (sizes: [Arms], variances: [Arms])?) {
      guard let weighted else { return }
      var arms = (control: WeightedUnits(), variant: WeightedUnits())
      for (size, variance) in zip(weighted.sizes, weighted.variances) {
        if size.control > 0 { arms.control.add(variance: variance.control) }
        if size.variant > 0 { arms.variant.add(variance: variance.variant) }
      }
      self.weighted = arms
    }

    /// Adds a unit by its part in each arm's value, and its share of the arm's weight; as far from the
    /// values as it would be without drawing them towards itself.
    mutating func add(_ part: Arms, _ size: Arms, _ variance: Arms) {
      // A unit may have a value in a period that weighs nothing.
      let isIn = (
        control: size.control > 0 || part.control != 0,
        variant: size.variant > 0 || part.variant != 0
      )
      guard isIn.control || isIn.variant else { return }
      if isIn.control { units.control += 1 }
      if isIn.variant { units.variant += 1 }
      var factors = unlike.add(control: size.control, treatment: size.variant)
      if let weighted {
        factors = (
          weighted.control.factor(size.control, variance: variance.control),
          weighted.variant.factor(size.variant, variance: variance.variant)
        )
      }
      let both =
        part.control * factors.control.squareRoot() + part.variant * factors.treatment.squareRoot()
      square += both * both
    }
  }

  /// Takes out what members did before, by one coefficient for both arms.
  private func adjusted(
    _ variant: UInt8, at moment: UInt32, _ facts: TrialFacts, _ arms: [UInt8]?
  ) -> TrialEffect? {
    var sums = [(value: Double, count: Double, arm: UInt8)](
      repeating: (0, 0, TrialRecord.outside), count: owners.members.count)
    var rows = 0
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      guard arm == 0 || arm == variant else { continue }
      let owner = Int(owners.places[place])
      sums[owner].value += row.value
      sums[owner].count += row.weight
      sums[owner].arm = arm
      rows += 1
    }
    var samples = (control: RatioSample(), variant: RatioSample())
    for (member, sum) in zip(owners.members, sums) where sum.arm != TrialRecord.outside {
      let before = facts.before[Int(member)]
      if sum.arm == 0 {
        samples.control.record(numerator: sum.value, denominator: sum.count, before: before)
      } else {
        samples.variant.record(numerator: sum.value, denominator: sum.count, before: before)
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
