public import GrowthModel
import RealFunctions
import Statistics

/// The effect of a variant that an analysis finds: treatment − control.
public struct TrialEffect: Sendable, Hashable {
  public let difference: Double
  public let standardError: Double
  /// The independent units behind it, less one for each arm.
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

  /// The statistic of the normal law that is as rare: bounds of looks are made for that.
  public var normalScore: Double {
    let tail = StudentT(degreesOfFreedom: degreesOfFreedom).upperTail(statistic.magnitude)
    // Beyond what a tail can tell, either is far over every bound.
    guard tail > 1e-300 else { return statistic }
    return -Double.normalQuantile(tail) * (statistic < 0 ? -1 : 1)
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
    // Each unit's part in the difference; a unit may be in both arms.
    var parts = [(part: Double, arms: UInt8)](repeating: (0, 0), count: units)
    for (place, row) in self.rows.enumerated() where row.at <= moment {
      let arm = arms?[place] ?? row.arm
      let weight = weights?[Int(row.member)] ?? 1
      guard weight > 0, arm == 0 || arm == variant else { continue }
      let unit = unit(place, row)
      if arm == 0 {
        parts[unit].part -= weight * (row.value - means.control) / counts.control
        parts[unit].arms |= 1
      } else {
        parts[unit].part += weight * (row.value - means.variant) / counts.variant
        parts[unit].arms |= 2
      }
    }
    var met = (control: 0, variant: 0, any: 0.0)
    var square = 0.0
    for part in parts where part.arms != 0 {
      met.control += Int(part.arms & 1)
      met.variant += Int(part.arms >> 1)
      met.any += 1
      square += part.part * part.part
    }
    guard met.control >= fewest, met.variant >= fewest, square > 0 else { return nil }
    return TrialEffect(
      difference: means.variant - means.control,
      standardError: (square * met.any / (met.any - 1)).squareRoot(),
      degreesOfFreedom: max(1, met.any - 2), control: means.control, rows: rows)
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
