import Statistics

/// The bounds of a guardrail's daily looks along a ramp, also one that is held.
///
/// A day on which the share s is reached has the information s(1 - s) of a day's volume. The looks
/// are planned up to the longest ramp that holding permits: who may look longer must look more
/// carefully from the beginning.
struct RampBounds {
  private let ramp: Ramp
  private let allowance: Int
  private let rule: LookRule
  private let falsePositiveRate: Double
  private var volume: Double
  private var information: Double
  /// The bounds of all days until the end of a stage, by the days that earlier stages took.
  private var known: [[Int]: [Double]] = [:]

  /// Creates the bounds of days with that volume, of both arms together.
  init(_ guardrail: Guardrail, along ramp: Ramp, allowance: Int, volume: Double) {
    self.ramp = ramp
    self.allowance = allowance
    self.volume = volume
    rule = guardrail.rule
    falsePositiveRate = guardrail.falsePositiveRate
    information = ramp.controlledStages.reduce(0) {
      let share = ramp.reached(in: $1)
      return $0 + volume * share * (1 - share) * Double(ramp.length(of: $1) + allowance)
    }
  }

  /// Scales the volume; only a mixture test minds it.
  mutating func scale(by factor: Double) {
    volume *= factor
    information *= factor
    if case .mixture = rule { known = [:] }
  }

  /// Returns the bound at the end of a day of a stage, from 0, after stages of so many days.
  mutating func bound(on day: Int, after finished: [Int]) -> Double {
    let before = finished.reduce(0, +)
    if let bounds = known[finished] { return bounds[before + day] }
    let lengths = finished + [ramp.length(of: finished.count) + allowance]
    var sum = 0.0
    let looks = lengths.enumerated().flatMap { stage, length in
      let share = ramp.reached(in: stage)
      return (0..<length).map { _ in
        sum += volume * share * (1 - share)
        return sum
      }
    }
    let bounds = LookPlan(
      rule, at: looks, of: information, isOneSided: true, falsePositiveRate: falsePositiveRate
    ).bounds
    known[finished] = bounds
    return bounds[before + day]
  }
}
