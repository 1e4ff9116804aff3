public import GrowthModel
public import SimulationKernel
import Statistics

/// The design effects of metrics in small markets: what `DesignEffects` holds.
public struct DesignEffectTrial: Sendable {
  public var plans: [GrowthPlan]
  public var seed: UInt64 = 1
  public var replications: Int

  /// Runs so many replications of each plan.
  public init(_ plans: [GrowthPlan], replications: Int = 400) {
    precondition(!plans.isEmpty && replications > 1, "nothing to measure")
    self.plans = plans
    self.replications = replications
  }

  /// Fewer events than these say nothing of how they vary.
  private static let leastEvents = 30.0

  /// Returns the greatest design effect of every metric that counts enough events under a plan, by its
  /// key; `nil` when the task is cancelled.
  ///
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> [String: Double]? {
    var effects: [String: Double] = [:]
    for plan in plans {
      var moments = Metric.all.indices.map { MetricMoments(at: $0) }
      let batch = Batch(
        [plan], seed: seed, replications: replications, workers: workers, meter: meter)
      let isComplete = try await batch.run { row in
        for place in moments.indices { moments[place].record(row[0].replicate.readings[place]) }
        return true
      }
      guard isComplete else { return nil }
      for moments in moments where moments.rarerEvents ?? 0 >= Self.leastEvents {
        let isPart = moments.metric.style == .share && moments.counted?.isPartOfWhole == true
        guard let effect = moments.counted?.designEffect(ofPart: isPart) else { continue }
        effects[moments.metric.key] = max(effects[moments.metric.key] ?? 1, effect)
      }
    }
    return effects
  }
}
