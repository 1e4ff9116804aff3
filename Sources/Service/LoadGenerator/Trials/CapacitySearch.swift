/// The search for the highest rate that keeps all gates: doubling until one is missed, then bisection,
/// with several trials at each rate.
public struct CapacitySearch: Hashable, Sendable {
  public var first: Double
  /// The number of trials at each rate.
  public var trials = 3
  /// The ratio of the two ends at which the search stops.
  public var width = 1.05
  /// The greatest number of rates to try.
  public var mostRates = 32
  /// The highest rate to try.
  static let highest = 1_000_000.0

  public init(from first: Double) {
    self.first = first
  }

  /// The result of one trial.
  public enum Trial: String, Hashable, Sendable, Encodable {
    case kept
    case missed
    case undecided
    /// Undecided, and the generator was the bottleneck.
    case invalid
  }

  /// One rate with its trials.
  public struct Step: Hashable, Sendable, Encodable {
    public let rate: Double
    public let trials: [Trial]

    /// Whether most trials kept the gates.
    public var isKept: Bool { 2 * trials.count { $0 == .kept } > trials.count }
    /// Whether most trials missed a gate.
    public var isMissed: Bool { 2 * trials.count { $0 == .missed } > trials.count }
    var isOpen: Bool { !isKept && !isMissed }
  }

  /// The interval that contains the capacity.
  public struct Outcome: Hashable, Sendable, Encodable {
    public let steps: [Step]
    /// The highest rate that was kept, with every lower one kept too; `nil` if none was.
    public let low: Double?
    /// The lowest rate that missed a gate; `nil` if the search reached no limit.
    public let high: Double?
    /// Whether the search was interrupted.
    public let isPartial: Bool
  }

  /// Searches with `trial`, which runs one trial at a rate, or returns `nil` after an interrupt.
  public func run<Failure: Error>(
    _ trial: (_ rate: Double, _ number: Int) throws(Failure) -> Trial?
  ) throws(Failure) -> Outcome {
    var steps: [Step] = []
    var (kept, wall, rate): (Double?, Double?, Double) = (nil, nil, first)
    while steps.count < mostRates {
      guard let step = try step(at: rate, trial) else { return outcome(steps, isPartial: true) }
      steps.append(step)
      if kept == nil, steps.suffix(2).filter(\.isOpen).count == 2 { break }
      if step.isKept { kept = rate } else { wall = rate }
      switch (kept, wall) {
      case (let low?, let high?) where high / low <= width: return outcome(steps)
      case (let low?, let high?): rate = (low * high).squareRoot()
      case (_?, nil): rate *= 2
      case (nil, _): rate /= 2
      }
      guard (1...Self.highest).contains(rate) else { break }
    }
    return outcome(steps)
  }

  private func step<Failure: Error>(
    at rate: Double, _ trial: (Double, Int) throws(Failure) -> Trial?
  ) throws(Failure) -> Step? {
    var answers: [Trial] = []
    for number in 0..<trials {
      guard let answer = try trial(rate, number) else { return nil }
      answers.append(answer)
    }
    return Step(rate: rate, trials: answers)
  }

  private func outcome(_ steps: [Step], isPartial: Bool = false) -> Outcome {
    let missed = steps.filter(\.isMissed).map(\.rate).min()
    let others = steps.filter { !$0.isKept }.map(\.rate).min() ?? .infinity
    return Outcome(
      steps: steps.sorted { $0.rate < $1.rate },
      low: steps.filter { $0.isKept && $0.rate < others }.map(\.rate).max(), high: missed,
      isPartial: isPartial)
  }
}
