public import GrowthloopStudies
import GrowthloopFindings
public import GrowthloopModel
import GrowthloopPlans
public import SimulationKernel
import Statistics

/// A measurement of interval coverage: runs of few replications, against all replications.
public struct IntervalTrial: Sendable {
  public var plan: GrowthPlan
  public var seed: UInt64 = 1
  /// The number of runs of each size.
  public var runs: Int
  /// The numbers of replications per run, ascending; a longer run begins with the shorter ones.
  public var sizes: [Int]
  /// The metric and limit of a gate that the truth misses: a rare harm.
  public var harm = (metric: "credit.stolenShare", limit: 0.001)

  public init(_ plan: GrowthPlan, runs: Int = 1_000, sizes: [Int] = [4, 8, 16, 32]) {
    precondition(runs > 0, "\(runs) runs measure nothing")
    precondition(
      sizes.first.map { $0 >= 2 } == true && zip(sizes, sizes.dropFirst()).allSatisfy(<),
      "sizes rise from two, unlike \(sizes)")
    self.plan = plan
    self.runs = runs
    self.sizes = sizes
  }

  /// The number of all replications.
  public var total: Int { runs * longest }
  private var longest: Int { sizes[sizes.count - 1] }

  /// Runs the replications; the result does not depend on the number of workers.
  ///
  /// - Returns: The outcome; `nil` when the task is cancelled.
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> IntervalTrialOutcome? {
    let batch = Batch(
      [plan], seed: seed, replications: total, workers: workers, meter: meter)
    let gate = GrowthGate(
      harm.metric, GateLimit(.atMost, harm.limit), description: "\(harm.metric) <= \(harm.limit)")
    let watch = GateWatch([gate], from: sizes[0], to: longest)
    var outcome = IntervalTrialOutcome(sizes: sizes)
    var run: [Replicate] = []
    let isComplete = try await batch.run { row in
      run.append(row[0].replicate)
      if run.count == longest {
        outcome.record(run, watch)
        run.removeAll(keepingCapacity: true)
      }
      return true
    }
    return isComplete ? outcome : nil
  }
}

extension GrowthPlan {
  /// The same plan in a market so small that many metrics count few events.
  ///
  /// It has 3,000 people, 45 days, 150 seeds and 3 arrivals a day.
  public var inSmallMarket: GrowthPlan {
    var plan = self
    plan.days = 45
    plan.behaviour.market.people = 3_000
    plan.behaviour.market.acquaintances = nil
    plan.behaviour.arrivals.seeds = 150
    plan.behaviour.arrivals.organicPerDay = 3
    plan.behaviour.arrivals.crowd = nil
    return plan
  }
}
