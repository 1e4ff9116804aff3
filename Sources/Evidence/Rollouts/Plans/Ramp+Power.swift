internal import RealFunctions

extension Ramp {
  /// Returns the smallest harm to a share that the last look with a control finds with this power.
  ///
  /// One look, planned for that day; daily looks at one error together find a little less. The arms
  /// divide each day's volume in whole numbers.
  ///
  /// - Returns: The harm, as a difference of shares; `nil` where no day has both arms.
  public func smallestHarm(
    to share: Double, volume: Int, power: Double = 0.8, falsePositiveRate: Double = 0.05
  ) -> Double? {
    let information = controlledStages.reduce(0.0) { sum, stage in
      let whole = Double(volume)
      let treated = (whole * reached(in: stage)).rounded(.toNearestOrEven)
      guard whole > 0 else { return sum }
      return sum + Double(length(of: stage)) * treated * (whole - treated) / whole
    }
    guard information > 0 else { return nil }
    let distance = Self.distance(power, falsePositiveRate)
    return distance * (share * (1 - share) / information).squareRoot()
  }

  /// Returns the daily volume above which that look finds the harm with this power.
  ///
  /// `nil` where no day has a control.
  public func volume(
    toFind harm: Double, to share: Double, power: Double = 0.8, falsePositiveRate: Double = 0.05
  ) -> Double? {
    let information = controlledStages.reduce(0.0) {
      $0 + Double(length(of: $1)) * reached(in: $1) * (1 - reached(in: $1))
    }
    guard information > 0, harm > 0 else { return nil }
    let distance = Self.distance(power, falsePositiveRate) / harm
    return distance * distance * share * (1 - share) / information
  }

  private static func distance(_ power: Double, _ falsePositiveRate: Double) -> Double {
    Double.normalQuantile(power) - Double.normalQuantile(falsePositiveRate)
  }
}
