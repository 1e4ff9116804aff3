public import GrowthloopStudies
public import GrowthloopModel
public import SimulationKernel
import Statistics

/// A measurement of the metrics' design effects in small markets, for `DesignEffects`.
public struct DesignEffectTrial: Sendable {
  public var plans: [GrowthPlan]
  public var seed: UInt64 = 1
  public var replications: Int

  /// Creates a trial of `replications` replications of each plan.
  public init(_ plans: [GrowthPlan], replications: Int = 400) {
    precondition(!plans.isEmpty && replications > 1, "nothing to measure")
    self.plans = plans
    self.replications = replications
  }

  /// The least number of events; fewer give no estimate of their variance.
  private static let leastEvents = 30.0

  /// Returns the design effect of every metric that counts enough events, by its key.
  ///
  /// It is the greatest over the plans.
  ///
  /// - Returns: The effects; `nil` when the task is cancelled.
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
