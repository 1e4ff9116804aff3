package import GrowthModel
package import SimulationKernel

/// Replications of several plans in turn, so that at any end all plans have run equally often.
package struct Batch: Sendable {
  let plans: [GrowthPlan]
  let seed: UInt64
  let replications: Int
  /// The number of the first replication of each plan.
  var first: [UInt32]
  /// The persons whose screens are stored.
  var persons: [Int] = []
  /// Replications that were computed before.
  var recorded = RecordedReplications()
  let workers: Workers
  let meter: ProgressMeter?

  package init(
    _ plans: [GrowthPlan], seed: UInt64, replications: Int, workers: Workers, meter: ProgressMeter?
  ) {
    precondition(!plans.isEmpty && replications > 0, "\(replications) replications of nothing")
    self.plans = plans
    self.seed = seed
    self.replications = replications
    first = [UInt32](repeating: 0, count: plans.count)
    self.workers = workers
    self.meter = meter
  }

  /// The number of threads for each replication of a plan: one, unless there are more workers than
  /// replications, and the population is large enough to be divided.
  func shards(of plan: GrowthPlan) -> Int {
    let people = plan.behaviour.market.people
    guard people >= Self.fewestPeopleToDivide else { return 1 }
    return max(1, workers.count / (replications * plans.count))
  }

  /// In smaller markets threads wait for each other longer than they work.
  private static let fewestPeopleToDivide = 500_000

  /// Runs the replications and calls `deliver` with the results of every plan, in order.
  ///
  /// It ends when `deliver` returns `false`.
  ///
  /// - Returns: Whether it ended without a cancellation.
  package func run(
    _ deliver: ([ReplicateOutcome]) throws -> Bool
  ) async throws -> Bool {
    let (plans, seed, first, persons, recorded, meter) =
      (plans, seed, first, persons, recorded, meter)
    let shards = plans.map { self.shards(of: $0) }
    var row: [ReplicateOutcome] = []
    do {
      try await workers.replicate(replications * plans.count) { number in
        let plan = number % plans.count
        let replication = first[plan] + UInt32(number / plans.count)
        if let outcome = recorded[plan, replication] {
          meter?.add(1, events: outcome.replicate.events)
          return outcome
        }
        return try Replicate.run(
          plans[plan], seed: seed, number: replication, shards: shards[plan], showing: persons,
          meter: meter)
      } inOrder: { _, outcome in
        row.append(outcome)
        guard row.count == plans.count else { return true }
        defer { row.removeAll(keepingCapacity: true) }
        return try deliver(row)
      }
    } catch is CancellationError {
      return false
    }
    return true
  }
}
