import GrowthloopModel
public import SimulationKernel
import Statistics

/// The evaluation of a solver's points by replications of a simulation.
public struct SolverTrial: Sendable {
  /// The place of the metric in `Metric.all`.
  public let metric: Int
  public let seed: UInt64
  /// The least replications of an answer.
  public let replications: Int
  /// Returns the plan of a point; `nil` for one that contradicts itself.
  let setup: @Sendable (SolverPoint) throws -> Setup?

  public init(
    metric: Int, seed: UInt64, replications: Int,
    setup: @escaping @Sendable (SolverPoint) throws -> Setup?
  ) {
    self.metric = metric
    self.seed = seed
    self.replications = replications
    self.setup = setup
  }

  /// The replications of a point while the answer is searched.
  private static let whileSearching = 4

  /// Returns the solver's evaluation on so many workers; the results do not depend on them.
  public func evaluation(on workers: Workers, meter: ProgressMeter) -> Solver.Evaluation {
    { points, effort in
      try await evaluate(points, effort, on: workers, meter: meter)
    }
  }

  private func evaluate(
    _ points: [SolverPoint], _ effort: SolverEffort, on workers: Workers, meter: ProgressMeter
  ) async throws -> [Estimate?] {
    let setups = try points.map { try setup($0) }
    let sound = points.indices.filter { setups[$0] != nil }
    guard !sound.isEmpty else { return points.map { _ in nil } }
    let count =
      switch effort {
      case .search: min(Self.whileSearching, replications)
      case .answer(let times), .confirmation(let times, _): times * replications
      }
    var batch = Batch(
      setups.compactMap { $0?.plan }, seed: seed, replications: count, workers: workers,
      meter: meter)
    batch.draws = setups.compactMap(\.self).map(\.draws)
    if case .confirmation(_, let round) = effort {
      // Behind all replications of the search.
      let first = UInt32((1 + round) * SolverEffort.mostTimes * replications)
      for place in sound.indices { batch.first[place] = first }
    }
    var moments = sound.map { _ in MetricMoments(at: metric) }
    let isComplete = try await batch.run { row in
      for place in row.indices { moments[place].record(row[place].replicate.readings[metric]) }
      return true
    }
    guard isComplete else { throw CancellationError() }
    var estimates = [Estimate?](repeating: nil, count: points.count)
    for (place, point) in sound.enumerated() { estimates[point] = moments[place].whole }
    return estimates
  }
}

extension MetricMoments {
  /// The mean with its interval; without an end where the replications are too few for one.
  fileprivate var whole: Estimate? {
    mean.map { mean in
      estimate() ?? Estimate(mean, from: -.infinity, to: .infinity, confidence: 0.95)
    }
  }
}
