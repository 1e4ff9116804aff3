import RandomStreams
public import Statistics
public import Vocabulary

/// What the planned design finds at other lengths of the experiment.
public struct TrialLengths: Sendable {
  /// The lengths, the shortest first.
  public let others: [Interval]
  /// The runs of all lengths.
  public let runs: Int
  /// The power of the length by which the smallest effect that is found falls: 0.5 where independent
  /// rows come evenly.
  public let exponent: Estimate
  /// How long the plan lasts.
  private let planned: Interval

  /// Fits the curve through the planned length to the effects of each run at that length, and at the
  /// others; `nil` for fewer than ten runs, or where the test has no answer in four of five.
  init?(_ runs: [[TrialEffect?]], at others: [Interval], planned: Interval) {
    guard !others.isEmpty, runs.count >= 10 else { return nil }
    (self.others, self.planned, self.runs) = (others, planned, runs.count)
    let logarithms = others.map { Double.log(Self.times($0, planned)) }
    func exponent(leavingOut left: Int?) -> Double? {
      let detectable = (0...others.count).map { place in
        RepeatedTest(
          runs.indices.filter { $0 != left }.map { runs[$0][place]?.tested })?.smallest()
      }
      guard let first = detectable[0] else { return nil }
      var sums = (products: 0.0, squares: 0.0)
      for (logarithm, found) in zip(logarithms, detectable.dropFirst()) {
        guard let found else { return nil }
        sums.products -= logarithm * Double.log(found / first)
        sums.squares += logarithm * logarithm
      }
      return sums.products / sums.squares
    }
    let without = runs.indices.compactMap { exponent(leavingOut: $0) }
    guard let value = exponent(leavingOut: nil), without.count == runs.count else { return nil }
    // The jackknife: all lengths share their runs, so that their errors go together.
    let count = Double(runs.count)
    let mean = without.reduce(0, +) / count
    let square = without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * (count - 1) / count
    let t = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: 0.95)
    self.exponent = Estimate(value, plusOrMinus: t * square.squareRoot(), confidence: 0.95)
  }

  /// Returns the smallest effect that is found at this length, as a proportion of that at the planned
  /// one.
  public func finds(at length: Interval) -> Double {
    Double.exp(-exponent.value * Double.log(Self.times(length, planned)))
  }

  private static func times(_ length: Interval, _ planned: Interval) -> Double {
    Double(length.milliseconds) / Double(planned.milliseconds)
  }
}

extension TrialStudy {
  /// The lengths to look at beside the planned one, as multiples of it.
  private static let multiples = [0.5, 2, 3]
  /// No plan runs for longer than this, whatever it would find.
  private static let longest = Interval.days(400)
  /// The runs of a longer experiment: enough for a proportion, as all lengths share them.
  private static let mostLengthRuns = 40

  /// How long the plan lasts, and how long it might.
  var lengths: (planned: Interval, others: [Interval]) {
    let planned = looks.last.map { $0 - maturity } ?? .zero
    guard looksAtLengths, planned > .zero else { return (planned, []) }
    let others = Self.multiples.map {
      Interval(milliseconds: Int64(Double(planned.milliseconds) * $0))
    }
    return (planned, others.filter { $0 <= Self.longest })
  }

  /// The runs of a longer experiment.
  var lengthRuns: Int { lengths.others.isEmpty ? 0 : min(replications, Self.mostLengthRuns) }
}

extension TrialOutcome {
  /// What the planned design finds at other lengths; `nil` where none was looked at.
  public var lengths: TrialLengths? {
    let (planned, others) = study.lengths
    return TrialLengths(lengthEffects, at: others, planned: planned)
  }
}
