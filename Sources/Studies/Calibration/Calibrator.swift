import RandomStreams
public import Statistics

/// A search for what observations say about the parameters of a simulator.
///
/// Waves of runs, each in what the one before left over: the counts of all cells are emulated by
/// generalised linear models, and the likelihood of the observed counts under these is sampled. Every
/// run has random numbers of its own. Common ones would make the residuals of a fit alike, and
/// neither their spread nor the height of the surface would be the simulator's.
public struct Calibrator: Sendable {
  /// Runs the simulator; `nil` for a point whose values contradict each other.
  ///
  /// Counts beyond those of the cells are predicted, and nothing else.
  public typealias Evaluation = @Sendable (_ runs: [CalibrationRun]) async throws -> [[CellCount]?]

  public let parameters: [CalibratedParameter]
  public let cells: [CalibrationCell]
  /// The observation of each cell; `nil` where it is missing, or not logged.
  public let observed: [CellCount?]
  /// What the model may miss: a standard deviation of odds, rates and numbers, as a share of them.
  public var discrepancy = 0.0
  /// The runs of all waves together, with those of the check at the end.
  public var runs = 2_000
  public var waves = 5
  public var seed: UInt64 = 1
  /// The draws from the posterior.
  public var drawCount = 1_000
  public let evaluate: Evaluation

  /// Creates a search; `observed` has as many places as `cells`.
  public init(
    _ parameters: [CalibratedParameter], _ cells: [CalibrationCell], observed: [CellCount?],
    evaluate: @escaping Evaluation
  ) {
    precondition(!parameters.isEmpty, "no parameter to calibrate")
    precondition(observed.count == cells.count, "\(observed.count) counts for \(cells.count) cells")
    self.parameters = parameters
    self.cells = cells
    self.observed = observed
    self.evaluate = evaluate
  }

  /// The most runs of the check.
  public var mostChecks = 200

  /// The runs of the check: at draws from the posterior, for what they predict.
  public var checkRuns: Int { min(mostChecks, runs / 10) }

  private var runsOfWave: Int { max(4, (runs - checkRuns) / max(1, waves)) }

  /// Searches; after a cancellation, with the waves that had finished.
  ///
  /// - Throws: The errors of the simulator, and `NoSoundPoint` where it refuses all points of a wave.
  public func calibrate() async throws -> CalibrationOutcome {
    var outcome = CalibrationOutcome(parameters: parameters, cells: cells, observed: observed)
    var points = firstPoints(runsOfWave)
    var earlier: Runs = ([], [])
    var left = everywhere
    let whole = Double(left.count)
    do {
      for wave in 0..<max(1, waves) {
        let latest = try await run(points, first: outcome.runs)
        outcome.runs += points.count
        if latest.points.isEmpty {
          throw NoSoundPoint(tried: points.count, parameters: parameters.map(\.name))
        }
        let near = Self.part(of: earlier, around: latest.points)
        let emulator = Emulator(
          cells, points: near.points + latest.points, counts: near.counts + latest.counts)
        let likelihood = EmulatedLikelihood(
          emulator, observed: observed, discrepancy: discrepancy, after: outcome.likelihood)
        // What an earlier wave ruled out stays so.
        left.removeAll { !isPlausible($0, by: likelihood) }
        let isLast = wave == waves - 1
        var draws = sample(
          likelihood, from: latest.points + outcome.draws, wave,
          count: isLast ? drawCount : max(200, points.count), burn: isLast ? 300 : 200)
        if isLast {
          outcome.medianErrors = medianErrors(
            (near.points + latest.points, near.counts + latest.counts), draws, likelihood,
            emulator, after: outcome.likelihood)
          if outcome.isUnsettled { draws = spread(draws, by: outcome.medianErrors) }
        }
        outcome.take(
          wave: likelihood, draws: draws, left: Double(left.count) / whole, of: latest.points)
        points = widened(draws, wave)
        earlier = latest
      }
      let chosen = evenly(outcome.draws, checkRuns)
      outcome.predictions = try await run(chosen, first: outcome.runs, isCheck: true).counts
      outcome.runs += chosen.count
    } catch is CancellationError {
      outcome.isPartial = true
    }
    return outcome
  }

  /// Returns the standard error that the choice of runs leaves in the middle of each parameter's
  /// posterior, in standard deviations of `draws`: one group of runs after the other is left out.
  ///
  /// The same draws are weighted by each likelihood, so that the chance of a walk is not in it. Source:
  /// Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), on the jackknife.
  private func medianErrors(
    _ runs: Runs, _ draws: [[Double]], _ likelihood: EmulatedLikelihood, _ emulator: Emulator,
    after earlier: EmulatedLikelihood?
  ) -> [Double] {
    let levels = draws.map { likelihood.logLikelihood(at: $0) }
    var spreads = parameters.map { _ in (draws: RunningMoments(), middles: RunningMoments()) }
    for draw in draws {
      for axis in draw.indices { spreads[axis].draws.record(draw[axis]) }
    }
    for group in 0..<Self.groups {
      let kept = runs.points.indices.filter { $0 % Self.groups != group }
      let without = EmulatedLikelihood(
        Emulator(
          cells, points: kept.map { runs.points[$0] }, counts: kept.map { runs.counts[$0] },
          like: emulator), observed: observed, discrepancy: discrepancy, after: earlier)
      let gains = zip(draws, levels).map { without.logLikelihood(at: $0) - $1 }
      let most = gains.max() ?? 0
      let weights = gains.map { Double.exp($0 - most) }
      let whole = weights.reduce(0, +)
      for axis in spreads.indices {
        let sum = zip(draws, weights).reduce(0.0) { $0 + $1.0[axis] * $1.1 }
        spreads[axis].middles.record(sum / whole)
      }
    }
    // Middles without a group lie that much nearer to each other than those of other runs would.
    let scale = Double(Self.groups - 1) / Double(Self.groups).squareRoot()
    return spreads.map {
      scale * ($0.middles.standardDeviation ?? 0) / max($0.draws.standardDeviation ?? 0, 1e-9)
    }
  }

  /// The groups of runs, of which one after the other is left out.
  private static let groups = 10

  /// Returns the draws as far apart as the data and the choice of runs leave them together.
  private func spread(_ draws: [[Double]], by errors: [Double]) -> [[Double]] {
    let number = Double(max(1, draws.count))
    let means = errors.indices.map { axis in draws.reduce(0.0) { $0 + $1[axis] } / number }
    return draws.map { draw in
      draw.indices.map { axis in
        let error = min(errors[axis], CalibrationOutcome.mostError)
        let wide = means[axis] + (1 + error * error).squareRoot() * (draw[axis] - means[axis])
        // What falls out of the range is as far inside.
        return wide.magnitude > 1 ? max(-1, min(1, (wide > 0 ? 2 : -2) - wide)) : wide
      }
    }
  }

  /// Points with the counts of a run at each.
  typealias Runs = (points: [[Double]], counts: [[CellCount]])

  /// Returns the runs within the box that `points` span: what is far away only blurs a fit.
  private static func part(of runs: Runs, around points: [[Double]]) -> Runs {
    guard let first = points.first else { return runs }
    let ends = first.indices.map { axis in
      let values = points.map { $0[axis] }
      return (values.min() ?? -1)...(values.max() ?? 1)
    }
    let near = runs.points.indices.filter { run in
      zip(runs.points[run], ends).allSatisfy { $1.contains($0) }
    }
    return (near.map { runs.points[$0] }, near.map { runs.counts[$0] })
  }

  /// Runs the points; without those whose values contradict each other.
  func run(_ points: [[Double]], first: Int, isCheck: Bool = false) async throws -> Runs {
    let runs = points.enumerated().map { place, point in
      CalibrationRun(
        number: first + place, values: zip(parameters, point).map { $0.value(at: $1) },
        isCheck: isCheck)
    }
    let counts = try await evaluate(runs)
    let sound = points.indices.filter { counts[$0] != nil }
    return (sound.map { points[$0] }, sound.compactMap { counts[$0] })
  }

  private func stream(_ purpose: Purposes) -> RandomStream {
    RandomSource(seed: seed).stream(for: purpose)
  }

  private enum Purposes: UInt32 {
    case firstPoints = 0xCA1B_0001
    case walk, widening, volume
  }

  /// Returns points that fill what the priors allow.
  func firstPoints(_ count: Int) -> [[Double]] {
    SpreadPoints.points(
      count, dimensions: parameters.count, stream: stream(.firstPoints)
    ).map { zip(parameters, $0).map { $0.priorQuantile($1) } }
  }

  private func logPrior(_ point: [Double]) -> Double {
    zip(parameters, point).reduce(0) { $0 + $1.0.logPrior(at: $1.1) }
  }

  func sample(
    _ likelihood: EmulatedLikelihood, from candidates: [[Double]], _ wave: Int, count: Int,
    burn: Int
  ) -> [[Double]] {
    let walkers = max(40, 6 * parameters.count)
    let density = { (point: [Double]) in likelihood.logLikelihood(at: point) + logPrior(point) }
    let ranked = candidates.map { (point: $0, density: density($0)) }
      .sorted { $0.density > $1.density }
    var draw = stream(.walk)[UInt64(wave)]
    let starts = (0..<walkers).map { walker in
      ranked[walker % ranked.count].point.map { coordinate in
        min(max(coordinate + 0.01 * (draw.uniform() - 0.5), -1), 1)
      }
    }
    var sampler = EnsembleSampler(starts, draw: draw, density: density)
    _ = sampler.run(steps: burn, every: burn)
    let stride = 20
    let rounds = (count + walkers - 1) / walkers
    return evenly(sampler.run(steps: rounds * stride, every: stride), count)
  }

  private func evenly(_ points: [[Double]], _ count: Int) -> [[Double]] {
    guard points.count > count else { return points }
    return (0..<count).map { points[$0 * points.count / count] }
  }

  /// How much wider than the posterior the next wave is: its tails must be inside.
  private static let widening = 1.6

  private func widened(_ draws: [[Double]], _ wave: Int) -> [[Double]] {
    let number = Double(max(1, draws.count))
    let means = parameters.indices.map { axis in draws.reduce(0.0) { $0 + $1[axis] } / number }
    var draw = stream(.widening)[UInt64(wave)]
    return (0..<runsOfWave).map { place in
      zip(draws[place * draws.count / runsOfWave], means).map { coordinate, mean in
        var wide = mean + Self.widening * (coordinate - mean)
        // What falls out of the range comes back inside, at a place by chance.
        if wide.magnitude > 1 {
          wide = wide > 0 ? 1 - 0.2 * draw.uniform() : -1 + 0.2 * draw.uniform()
        }
        return wide
      }
    }
  }

  /// The greatest distance of an observation that a point is not ruled out by.
  static let cutoff = 3.0

  /// Points all over what the priors allow, by which it is measured how much of it is left.
  private var everywhere: [[Double]] {
    let stream = stream(.volume)
    return (0..<2_000).map { number in
      var draw = stream[UInt64(number)]
      return parameters.map { $0.priorQuantile(draw.uniform()) }
    }
  }

  /// Whether no observation rules a point out.
  private func isPlausible(_ point: [Double], by likelihood: EmulatedLikelihood) -> Bool {
    likelihood.implausibilities(at: point).allSatisfy { ($0?.magnitude ?? 0) <= Self.cutoff }
  }
}

/// One run that the calibrator wants.
public struct CalibrationRun: Sendable {
  /// The number of the run, from 0; it chooses the random numbers.
  public let number: Int
  /// The values of the parameters.
  public let values: [Double]
  /// Whether it predicts, and no emulator is fitted to it.
  public let isCheck: Bool
}

/// A calibration whose runs all lie where the priors do: what it has learnt of the simulator answers
/// any observation without another run.
///
/// It is the step that the waves repeat, by itself. Where the priors are narrow it is enough; where
/// they are wide the waves are nearer to the truth.
public struct AmortisedCalibration: Sendable {
  private let calibrator: Calibrator
  private let emulator: Emulator
  private let points: [[Double]]

  fileprivate init(_ calibrator: Calibrator, _ emulator: Emulator, points: [[Double]]) {
    self.calibrator = calibrator
    self.emulator = emulator
    self.points = points
  }

  /// Returns what an observation of each cell says.
  public func outcome(of observed: [CellCount?]) -> CalibrationOutcome {
    var outcome = CalibrationOutcome(
      parameters: calibrator.parameters, cells: calibrator.cells, observed: observed)
    let likelihood = EmulatedLikelihood(
      emulator, observed: observed, discrepancy: calibrator.discrepancy)
    let draws = calibrator.sample(
      likelihood, from: points, 0, count: calibrator.drawCount, burn: 300)
    outcome.take(wave: likelihood, draws: draws, left: 1, of: points)
    return outcome
  }
}

extension Calibrator {
  /// Spends all runs at once, all over what the priors allow; the observation is not looked at.
  ///
  /// - Throws: The errors of the simulator, and `CancellationError` once the task is cancelled.
  public func amortised() async throws -> AmortisedCalibration {
    let found = try await run(firstPoints(runs), first: 0)
    return AmortisedCalibration(
      self, Emulator(cells, points: found.points, counts: found.counts), points: found.points)
  }
}

/// A parameter that observations shall say something about: its range, and what is known before.
///
/// The calibration works in coordinates: −1 and 1 are the ends of the range, and equal distances
/// are equally far on the parameter's natural scale.
public struct CalibratedParameter: Sendable, Hashable {
  public let name: String
  public let scale: NaturalScale
  /// The values that it may have; no other is tried.
  public let range: ClosedRange<Double>
  public let prior: Prior

  /// What is known before the observations.
  public enum Prior: Sendable, Hashable {
    /// Every coordinate within the range is equally likely.
    case even
    /// A normal distribution on the scale about a value, cut off at the ends of the range.
    case around(Double, deviation: Double)
  }

  /// Creates a parameter; the ends of its range differ, and have a place on the scale.
  public init(
    _ name: String, in range: ClosedRange<Double>, on scale: NaturalScale = .plain,
    prior: Prior = .even
  ) {
    let ends = scale.place(of: range.lowerBound)...scale.place(of: range.upperBound)
    precondition(
      ends.lowerBound.isFinite && ends.upperBound.isFinite && ends.lowerBound < ends.upperBound,
      "\(name) has no range on its scale")
    self.name = name
    self.range = range
    self.scale = scale
    self.prior = prior
    middle = (ends.lowerBound + ends.upperBound) / 2
    half = (ends.upperBound - ends.lowerBound) / 2
  }

  private let middle: Double
  private let half: Double

  /// Returns the value at a coordinate.
  public func value(at coordinate: Double) -> Double {
    if coordinate <= -1 { return range.lowerBound }
    if coordinate >= 1 { return range.upperBound }
    return scale.number(at: middle + coordinate * half)
  }

  /// Returns the coordinate of a value.
  public func coordinate(of value: Double) -> Double {
    (scale.place(of: value) - middle) / half
  }

  /// Returns the logarithm of the prior's density, without its constant.
  func logPrior(at coordinate: Double) -> Double {
    guard case .around(let value, let deviation) = prior else { return 0 }
    let distance = (middle + coordinate * half - scale.place(of: value)) / deviation
    return -distance * distance / 2
  }

  /// Returns the coordinate below which the prior has the share `p`.
  func priorQuantile(_ p: Double) -> Double {
    guard case .around(let value, let deviation) = prior else { return 2 * p - 1 }
    let centre = scale.place(of: value)
    let ends = [-1.0, 1].map { Double.normalCumulative((middle + $0 * half - centre) / deviation) }
    let share = ends[0] + p * (ends[1] - ends[0])
    let place = centre + deviation * Double.normalQuantile(share)
    return min(max((place - middle) / half, -1), 1)
  }

  /// The standard deviation of the prior, in coordinates.
  var priorDeviation: Double {
    guard case .around = prior else { return 1 / 3.0.squareRoot() }
    var moments = RunningMoments()
    for step in 0..<400 { moments.record(priorQuantile((Double(step) + 0.5) / 400)) }
    return moments.standardDeviation ?? 0
  }

  /// Whether anything but the range is known before.
  public var isInformed: Bool { prior != .even }
}

/// One number of the observations, and of every run of the simulator.
public struct CalibrationCell: Sendable, Hashable {
  /// The cell in words, such as "taps on the day of sending".
  public let name: String
  /// What is counted, such as "tapped": cells of one stage are logged together or not at all.
  public let stage: String
  public let family: Family

  /// How the number scatters.
  public enum Family: Sendable, Hashable {
    /// A number of those at risk, by odds.
    case share
    /// A count for so much exposure, by a rate.
    case rate
    /// A number that may be negative.
    case number
  }

  public init(_ name: String, stage: String, _ family: Family) {
    self.name = name
    self.stage = stage
    self.family = family
  }
}

/// A count, and of how many or of how much it is.
public struct CellCount: Sendable, Hashable {
  public let count: Double
  /// Those at risk, or the exposure; 1 for a number.
  public let exposure: Double

  public init(_ count: Double, of exposure: Double = 1) {
    self.count = count
    self.exposure = exposure
  }
}

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
  /// How far other runs would move the middle of each parameter, as a standard error in standard
  /// deviations of the posterior; empty before the last wave.
  public internal(set) var medianErrors: [Double] = []
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
    Self.correlation(draws.map { ($0[first], $0[second]) })
  }

  /// Returns the correlation of pairs; 0 where one side does not vary.
  static func correlation(_ pairs: [(one: Double, other: Double)]) -> Double {
    let count = Double(max(1, pairs.count))
    let means = (
      pairs.reduce(0.0) { $0 + $1.one } / count, pairs.reduce(0.0) { $0 + $1.other } / count
    )
    var (together, one, other) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (left, right) = (pair.one - means.0, pair.other - means.1)
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

  /// Whether calibrations that differ in their runs alone would disagree, so that the draws are spread
  /// for it.
  ///
  /// Of several such the R of Gelman and Rubin would be above 1.05 (1992).
  public var isUnsettled: Bool {
    medianErrors.contains { 1 + $0 * $0 > Self.mostReduction * Self.mostReduction }
  }

  private static let mostReduction = 1.05

  /// Whether the runs are too few: their choice leaves nearly as much open as the data do.
  public var hasTooFewRuns: Bool { medianErrors.contains { $0 > Self.mostError } }

  static let mostError = 0.7
}

/// All values that a wave tried contradict each other.
public struct NoSoundPoint: Error, Sendable, CustomStringConvertible {
  /// How many were tried.
  public let tried: Int
  public let parameters: [String]

  public var description: String {
    "all \(tried) points within the ranges contradict themselves: give ranges to "
      + "\(parameters.joined(separator: ", ")) whose values can be had together"
  }
}
