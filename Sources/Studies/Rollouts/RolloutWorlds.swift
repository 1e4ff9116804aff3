public import GrowthloopModel
import GrowthloopFindings
public import SimulationKernel
public import Statistics

/// A scenario lived twice with the same random numbers: without a defect, and with it for everybody.
public struct RolloutWorlds: Sendable {
  /// The two worlds of each guardrail, over the days of the rollout.
  public let series: WorldSeries
  /// First launches that invites lead to, less with the defect than without, a day.
  public let launchesLost: Double
  /// What the defect does to each guardrail's metric, over the pairs of replications; `nil` where
  /// one replication, or none with a value, leaves no interval.
  public let effects: [Estimate?]
  public let replications: Int

  /// Simulates both worlds, until `after` days past day `starts`, on which the rollout begins.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  public static func simulate(
    _ metrics: [Metric], without: GrowthPlan, with: GrowthPlan, starts: Int, days: Int,
    seed: UInt64, replications: Int, on workers: Workers, meter: ProgressMeter?
  ) async throws -> RolloutWorlds {
    let plans = [without, with].map { plan in
      var plan = plan
      plan.days = starts + days
      return plan
    }
    let runs = try await workers.map(2 * replications) { number in
      try DailyCounts.of(
        metrics, in: plans[number % 2], seed: seed, number: UInt32(number / 2), meter: meter)
    }
    // Even numbers are without the defect.
    func world(_ side: Int, _ place: Int) -> WorldSeries.World {
      let own = stride(from: side, to: runs.count, by: 2).map { runs[$0].days.dropFirst(starts) }
      let events = own.reduce(0) { $0 + $1.reduce(0) { $0 + $1[place].events } }
      let exposure = own.reduce(0) { $0 + $1.reduce(0) { $0 + $1[place].exposure } }
      return WorldSeries.World(
        // A count that is taken back later leaves a day below nought.
        volumes: own.map { $0.map { max(0, Int($0[place].exposure.rounded())) } },
        rate: exposure > 0 ? max(0, events / exposure) : 0)
    }
    func launches(_ side: Int) -> Int {
      stride(from: side, to: runs.count, by: 2).reduce(0) {
        $0 + runs[$1].invitedLaunches.dropFirst(starts).reduce(0, +)
      }
    }
    func counts(_ run: Int, _ place: Int) -> EventCounts {
      runs[run].days.dropFirst(starts).reduce(EventCounts(0, per: 0)) {
        EventCounts($0.events + $1[place].events, per: $0.exposure + $1[place].exposure)
      }
    }
    let effects = metrics.indices.map { place in
      var difference = EventDifference()
      for pair in 0..<replications {
        difference.record(before: counts(2 * pair, place), after: counts(2 * pair + 1, place))
      }
      return difference.estimate(
        storedEffect: metrics[place].designEffect, isShare: metrics[place].style == .share)
    }
    return RolloutWorlds(
      series: WorldSeries(
        metrics.indices.map { place in
          WorldSeries.Guarded(
            without: world(0, place), with: world(1, place),
            isShare: metrics[place].style == .share)
        }),
      launchesLost: Double(launches(0) - launches(1)) / Double(replications * days),
      effects: effects, replications: replications)
  }

  /// Returns what the defect does to the metric of the guardrail at `place`.
  ///
  /// A difference whose interval holds 0 is none; without an interval it counts as it is.
  func effect(on place: Int, harm: Guardrail.Harm) -> GuardrailFound.Effect {
    let guarded = series.guardrails[place]
    let difference = guarded.with.rate - guarded.without.rate
    guard difference != 0, effects[place].map({ !$0.contains(0) }) ?? true else { return .none }
    return (difference < 0) == (harm == .fall) ? .harm : .improvement
  }
}
