import Statistics
public import Vocabulary

/// How the spread of the planned design's effects changes with the length of the experiment.
public struct TrialLength: Sendable {
  public let lasts: Interval
  /// The runs in which both lengths gave an effect.
  public let runs: Int
  /// The standard deviation of the effects, as a proportion of that at the planned length.
  public let spread: Double
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
  /// The spread of the planned design's effects at other lengths, the shortest first.
  public var lengths: [TrialLength] {
    study.lengths.others.indices.compactMap { place in
      let pairs = lengthEffects.compactMap { effects -> (Double, Double)? in
        guard let planned = effects[0], let other = effects[place + 1] else { return nil }
        return (planned.difference, other.difference)
      }
      guard pairs.count >= 10, let planned = Self.deviation(pairs.map(\.0)), planned > 0,
        let other = Self.deviation(pairs.map(\.1))
      else { return nil }
      return TrialLength(
        lasts: study.lengths.others[place], runs: pairs.count, spread: other / planned)
    }
  }

  private static func deviation(_ values: [Double]) -> Double? {
    var moments = RunningMoments()
    for value in values { moments.record(value) }
    return moments.variance?.squareRoot()
  }
}
