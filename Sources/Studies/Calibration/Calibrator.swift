import RandomStreams
import Statistics

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

  /// The runs of the check: at draws from the posterior, for what they predict.
  public var checkRuns: Int { min(200, runs / 10) }

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
        let draws = sample(
          likelihood, from: latest.points + outcome.draws, wave,
          count: isLast ? drawCount : max(200, points.count), burn: isLast ? 300 : 200)
        if isLast {
          outcome.medianGaps = medianGaps(
            (near.points + latest.points, near.counts + latest.counts), draws, emulator.basis,
            after: outcome.likelihood)
        }
        outcome.take(
          wave: likelihood, draws: draws, left: Double(left.count) / whole, of: latest.points)
        points = widened(draws, wave)
        earlier = latest
      }
      let chosen = evenly(outcome.draws, checkRuns)
      outcome.predictions = try await run(chosen, first: outcome.runs).counts
      outcome.runs += chosen.count
    } catch is CancellationError {
      outcome.isPartial = true
    }
    return outcome
  }

  /// Returns how far apart each parameter's medians are where every other run is emulated alone, in
  /// standard deviations of `draws`: what another choice of the same number of runs could change.
  private func medianGaps(
    _ runs: Runs, _ draws: [[Double]], _ basis: PolynomialBasis, after earlier: EmulatedLikelihood?
  ) -> [Double] {
    let medians = (0...1).map { parity in
      let half = runs.points.indices.filter { $0 % 2 == parity }
      let emulator = Emulator(
        cells, points: half.map { runs.points[$0] }, counts: half.map { runs.counts[$0] },
        basis: basis)
      let likelihood = EmulatedLikelihood(
        emulator, observed: observed, discrepancy: discrepancy, after: earlier)
      let chain = sample(likelihood, from: draws, waves + parity, count: 400, burn: 100)
      return parameters.indices.map { axis in
        chain.map { $0[axis] }.sorted().interpolatedQuantile(0.5)
      }
    }
    return parameters.indices.map { axis in
      var moments = RunningMoments()
      for draw in draws { moments.record(draw[axis]) }
      return (medians[0][axis] - medians[1][axis]).magnitude
        / max(moments.standardDeviation ?? 0, 1e-9)
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
  func run(_ points: [[Double]], first: Int) async throws -> Runs {
    let runs = points.enumerated().map { place, point in
      CalibrationRun(
        number: first + place, values: zip(parameters, point).map { $0.value(at: $1) })
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
}
