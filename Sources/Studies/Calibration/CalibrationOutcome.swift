import RandomStreams
public import Statistics

/// What a calibration found.
public struct CalibrationOutcome: Sendable {
  public let parameters: [CalibratedParameter]
  public let cells: [CalibrationCell]
  public let observed: [CellCount?]
  /// Draws from the posterior of the last wave, in coordinates.
  public internal(set) var draws: [[Double]] = []
  /// The likelihood of the last wave; `nil` before the first.
  public internal(set) var likelihood: EmulatedLikelihood?
  public internal(set) var waves: [Wave] = []
  /// How far apart two chains put each parameter's median, each on half of the last runs, in standard
  /// deviations of the posterior; empty before the last wave.
  public internal(set) var medianGaps: [Double] = []
  /// All counts of runs at draws from the posterior.
  public internal(set) var predictions: [[CellCount]] = []
  public internal(set) var runs = 0
  /// Whether it ended before the last wave.
  public internal(set) var isPartial = false

  /// One wave of runs.
  public struct Wave: Sendable, Hashable {
    public let runs: Int
    /// The share of what the priors allow that no observation rules out.
    public let left: Double
  }

  mutating func take(
    wave likelihood: EmulatedLikelihood, draws: [[Double]], left: Double, of points: [[Double]]
  ) {
    self.likelihood = likelihood
    self.draws = draws
    waves.append(Wave(runs: points.count, left: left))
  }

  /// The draws as values of the parameters.
  public var values: [[Double]] {
    draws.map { zip(parameters, $0).map { $0.value(at: $1) } }
  }

  /// Returns the median of a parameter with its 95% interval; `nil` without draws.
  public func estimate(of parameter: Int) -> Estimate? {
    let sorted = draws.map { $0[parameter] }.sorted()
    guard !sorted.isEmpty else { return nil }
    func value(_ p: Double) -> Double {
      parameters[parameter].value(at: sorted.interpolatedQuantile(p))
    }
    return Estimate(value(0.5), from: value(0.025), to: value(0.975), confidence: 0.95)
  }

  /// Returns the standard deviation of the posterior over that of the prior, on the natural scale.
  public func width(of parameter: Int) -> Double {
    var moments = RunningMoments()
    for draw in draws { moments.record(draw[parameter]) }
    return (moments.standardDeviation ?? 0) / parameters[parameter].priorDeviation
  }

  /// Returns the correlation of two parameters in the posterior, on their natural scales.
  public func correlation(_ first: Int, _ second: Int) -> Double {
    let count = Double(max(1, draws.count))
    let means = [first, second].map { axis in draws.reduce(0.0) { $0 + $1[axis] } / count }
    var (together, one, other) = (0.0, 0.0, 0.0)
    for draw in draws {
      let (left, right) = (draw[first] - means[0], draw[second] - means[1])
      together += left * right
      one += left * left
      other += right * right
    }
    return one > 0 && other > 0 ? together / (one * other).squareRoot() : 0
  }

  /// The difference in events below which a count contradicts nothing, however improbable it is.
  public static let fewestEvents = 5.0

  /// Returns the distance from which one of `count` observations contradicts the simulator: by chance
  /// one in a hundred calibrations has an observation so far off.
  public static func limit(ofDistance count: Int) -> Double {
    Double.normalQuantile(1 - 0.005 / Double(max(1, count)))
  }

  /// Whether two chains on half of the last runs each disagree: the runs are then too few.
  public var isUnsettled: Bool { medianGaps.contains { $0 > Self.widestGap } }

  private static let widestGap = 1.0
}
