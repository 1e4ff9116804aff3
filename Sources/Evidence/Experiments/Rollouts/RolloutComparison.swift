import GrowthModel
import RandomStreams
public import Rollouts
public import SimulationKernel
import Statistics

/// Many rollouts of each of several plans between two worlds, with and without the defect.
public struct RolloutComparison: Sendable {
  public let candidates: [RolloutCandidate]
  public let worlds: RolloutWorlds
  public let meters: [HarmMeter]
  public let ramps: Int
  public let seed: UInt64

  /// One plan's rollouts.
  public struct Outcome: Sendable {
    public let with: RolloutTally
    public let without: RolloutTally
    /// The same with each guardrail by itself; of the plan as written alone.
    public let alone: [(with: RolloutTally, without: RolloutTally)]
  }

  /// Creates the comparison; `delays` are days from a send to the first launch that it leads to.
  public init(
    _ candidates: [RolloutCandidate], between worlds: RolloutWorlds, delays: [Double], ramps: Int,
    seed: UInt64
  ) {
    self.candidates = candidates
    self.worlds = worlds
    self.ramps = ramps
    self.seed = seed
    let guardrails = candidates.first?.plan.guardrails ?? []
    meters =
      zip(guardrails, worlds.series.guardrails).map { guardrail, worlds in
        let fall = worlds.without.rate - worlds.with.rate
        return HarmMeter(
          losses: [worlds.without.volume * (guardrail.harm == .fall ? fall : -fall)])
      } + [HarmMeter(losses: [worlds.launchesLost], delay: DelayLaw(days: delays))]
  }

  /// Takes the rollouts through their plans; the result does not depend on the number of workers.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  public func run(on workers: Workers) async throws -> [Outcome] {
    try await workers.map(candidates.count) { number in
      let candidate = candidates[number]
      var walker = RolloutWalker(
        candidate.plan, volumes: worlds.series.guardrails.map(\.without.volume))
      let places = candidate.isWritten ? Array(candidate.plan.guardrails.indices) : []
      return Outcome(
        with: try tally(&walker, candidate.watched, isDefective: true),
        without: try tally(&walker, candidate.watched, isDefective: false),
        alone: try places.map {
          (
            try tally(&walker, [$0], isDefective: true),
            try tally(&walker, [$0], isDefective: false)
          )
        })
    }
  }

  private func tally(
    _ walker: inout RolloutWalker, _ watched: [Int], isDefective: Bool
  ) throws -> RolloutTally {
    try Task.checkCancellation()
    // Every plan meets the same luck, and no other purpose of the seed shares it.
    let stream = RandomSource(seed: seed).stream(for: Self.purpose)
    return walker.tally(ramps, watching: watched, meters: meters) {
      worlds.series.days(of: $0, isDefective: isDefective, stream: stream)
    }
  }

  private static let purpose = Purpose(rawValue: 0x726F_6C6C)
}
