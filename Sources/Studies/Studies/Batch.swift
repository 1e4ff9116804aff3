package import GrowthloopModel
package import SimulationKernel

/// Replications of several plans in turn, so that at any end all plans have run equally often.
package struct Batch: Sendable {
  let plans: [GrowthPlan]
  let seed: UInt64
  let replications: Int
  /// The number of the first replication of each plan.
  var first: [UInt32]
  /// For each plan those of draws from a posterior, in turn; empty for the plan alone.
  var draws: [[GrowthPlan]]
  /// The persons whose screens are stored.
  var persons: [Int] = []
  /// Replications that were computed before.
  var recorded = RecordedReplications()
  let workers: Workers
  /// The ranks that compute in place of `workers`.
  var ranks: RankGroup?
  let meter: ProgressMeter?

  package init(
    _ plans: [GrowthPlan], seed: UInt64, replications: Int, workers: Workers, meter: ProgressMeter?
  ) {
    precondition(!plans.isEmpty && replications > 0, "\(replications) replications of nothing")
    self.plans = plans
    self.seed = seed
    self.replications = replications
    first = [UInt32](repeating: 0, count: plans.count)
    draws = [[GrowthPlan]](repeating: [], count: plans.count)
    self.workers = workers
    self.meter = meter
  }

  /// The number of threads for each replication of a plan: one, unless there are more workers than
  /// replications, and the population is large enough to be divided.
  func shards(of plan: GrowthPlan) -> Int {
    guard Self.isLarge(plan) else { return 1 }
    return max(1, workers.count / (replications * plans.count))
  }

  /// Whether a population is worth dividing: in a smaller one the parts wait for each other longer
  /// than they work.
  static func isLarge(_ plan: GrowthPlan) -> Bool { plan.behaviour.market.people >= 1_000_000 }

  /// Runs the replications and calls `deliver` with the results of every plan, in order.
  ///
  /// It ends when `deliver` returns `false`.
  ///
  /// - Returns: Whether it ended without a cancellation.
  package func run(
    _ deliver: ([ReplicateOutcome]) throws -> Bool
  ) async throws -> Bool {
    var row: [ReplicateOutcome] = []
    func add(_ outcome: ReplicateOutcome) throws -> Bool {
      row.append(outcome)
      guard row.count == plans.count else { return true }
      defer { row.removeAll(keepingCapacity: true) }
      return try deliver(row)
    }
    do {
      if let ranks {
        try run(among: ranks) { try add($0) }
      } else {
        try await workers.replicate(total) { number in
          try recordedOutcome(of: number) ?? compute(number)
        } inOrder: {
          try add($1)
        }
      }
    } catch is CancellationError {
      return false
    }
    return true
  }

  /// The number of replications over all plans.
  var total: Int { replications * plans.count }

  /// Returns the place of a number's plan, and its replication.
  func place(of number: Int) -> (plan: Int, replication: UInt32) {
    let plan = number % plans.count
    return (plan, first[plan] + UInt32(number / plans.count))
  }

  /// Returns the plan of a number: its own, or the draw of its replication.
  private func plan(of number: Int) -> GrowthPlan {
    let place = number % plans.count
    let own = draws[place]
    return own.isEmpty ? plans[place] : own[number / plans.count % own.count]
  }

  /// Returns what was computed before; `nil` if it was not.
  func recordedOutcome(of number: Int) -> ReplicateOutcome? {
    let (plan, replication) = place(of: number)
    guard let outcome = recorded[plan, replication] else { return nil }
    meter?.add(1, events: outcome.replicate.events)
    return outcome
  }

  /// - Throws: `CancellationError` as well once `isWanted` returns `false`.
  func compute(
    _ number: Int, reportingTo meter: ProgressMeter? = nil, while isWanted: () -> Bool = { true }
  ) throws -> ReplicateOutcome {
    let (_, replication) = place(of: number)
    let plan = plan(of: number)
    return try Replicate.run(
      plan, seed: seed, number: replication, shards: shards(of: plan),
      showing: persons, meter: meter ?? self.meter, while: isWanted)
  }
}
