import GrowthloopModel
import RandomStreams
import GrowthloopFindings
public import SimulationKernel
public import Statistics

/// Many rollouts of each of several plans between two worlds, with and without the defect.
public struct RolloutComparison: Sendable {
  public let candidates: [RolloutCandidate]
  public let worlds: RolloutWorlds
  public let meters: [HarmMeter]
  public let ramps: Int
  public let seed: UInt64
  /// What a plan must do to be advised.
  public let standard: RolloutStandard

  /// One plan's rollouts.
  public struct Outcome: Sendable {
    public let with: RolloutTally
    public let without: RolloutTally
    /// The same with each guardrail by itself; of the plan as written alone.
    public let alone: [(with: RolloutTally, without: RolloutTally)]
  }

  /// What a guardrail by itself can find along the plan as written.
  public struct Reach: Sendable {
    /// The multiple of the volume at which it finds the defect as often as a plan must.
    public let volume: Estimate?
    /// The smallest harm that it finds as often at the volume as it is.
    public let smallestHarm: Double?
  }

  /// What keeps every plan from what it must do.
  public enum Obstacle: Sendable {
    /// At this multiple of the volume the plan at this place does it.
    case volume(plan: Int, times: Estimate)
    /// At the greatest volume that is tried the plan at this place comes nearest, and goes so.
    case other(plan: Int, with: RolloutTally, without: RolloutTally)
  }

  /// Creates the comparison; `delays` are days from a send to the first launch that it leads to.
  public init(
    _ candidates: [RolloutCandidate], between worlds: RolloutWorlds, delays: [Double], ramps: Int,
    seed: UInt64, standard: RolloutStandard
  ) {
    self.candidates = candidates
    self.worlds = worlds
    self.ramps = ramps
    self.seed = seed
    self.standard = standard
    let guardrails = candidates.first?.plan.guardrails ?? []
    meters =
      zip(guardrails, worlds.series.guardrails).map { guardrail, worlds in
        let fall = worlds.without.rate - worlds.with.rate
        return HarmMeter(
          losses: worlds.without.dailyVolumes.map { $0 * (guardrail.harm == .fall ? fall : -fall) })
      } + [HarmMeter(losses: [worlds.launchesLost], delay: DelayLaw(days: delays))]
  }

  /// Takes the rollouts through their plans; the result does not depend on the number of workers.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  public func run(on workers: Workers) async throws -> [Outcome] {
    try await workers.map(candidates.count) { number in
      let candidate = candidates[number]
      let places = candidate.isWritten ? Array(candidate.plan.guardrails.indices) : []
      let (with, without) = try tallies(of: candidate.plan, watching: candidate.watched)
      return Outcome(
        with: with, without: without,
        alone: try places.map { try tallies(of: candidate.plan, watching: [$0]) })
    }
  }

  /// Returns how rollouts of a plan go with the defect and without.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func tallies(
    of plan: RolloutPlan, watching watched: [Int]
  ) throws -> (with: RolloutTally, without: RolloutTally) {
    var walker = walker(of: plan)
    func tally(isDefective: Bool) throws -> RolloutTally {
      try Task.checkCancellation()
      return walker.tally(ramps, watching: watched, meters: meters) {
        worlds.series.days(of: $0, isDefective: isDefective, stream: stream)
      }
    }
    return (try tally(isDefective: true), try tally(isDefective: false))
  }

  /// Returns what each guardrail can find along the plan as written; `nil` for a floor, which finds
  /// by chance what it finds where there is little, and where no day has a control.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func reaches(on workers: Workers) async throws -> [Reach?] {
    guard let plan = candidates.first?.plan, plan.ramp.controlledDays > 0 else {
      return (candidates.first?.plan.guardrails ?? []).map { _ in nil }
    }
    return try await workers.map(plan.guardrails.count) { place in
      try Task.checkCancellation()
      let guardrail = plan.guardrails[place]
      guard case .control = guardrail.limit else { return nil }
      let search = search(plan, watching: [place])
      let isHarmed = worlds.effect(on: place, harm: guardrail.harm) == .harm
      let goal = RolloutStandard(leastDetection: standard.leastDetection)
      return Reach(
        volume: isHarmed ? search.volume(toMeet: goal) : nil,
        smallestHarm: search.smallestHarm(to: place, foundIn: standard.leastDetection))
    }
  }

  /// Returns what keeps the plans from meeting the standard; `nil` where one meets it.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func obstacle(_ outcomes: [Outcome], on workers: Workers) async throws -> Obstacle? {
    guard !outcomes.contains(where: { standard.isMet(with: $0.with, without: $0.without) }) else {
      return nil
    }
    let found = try await workers.map(candidates.count) { number -> Obstacle in
      try Task.checkCancellation()
      let search = search(candidates[number].plan, watching: candidates[number].watched)
      if let times = search.volume(toMeet: standard) { return .volume(plan: number, times: times) }
      let most = RolloutSearch.mostVolume
      return .other(
        plan: number, with: search.tally(isDefective: true, times: most),
        without: search.tally(isDefective: false, times: most))
    }
    return found.min { $0.rank < $1.rank }
  }

  private func search(_ plan: RolloutPlan, watching watched: [Int]) -> RolloutSearch {
    RolloutSearch(
      walker(of: plan), watching: watched, between: worlds.series, ramps: ramps, stream: stream)
  }

  func walker(of plan: RolloutPlan) -> RolloutWalker {
    RolloutWalker(
      plan,
      volumes: worlds.series.guardrails.map { $0.without.volume(over: plan.ramp.days) })
  }

  // Every plan meets the same luck, and no other purpose of the seed shares it.
  private var stream: RandomStream {
    RandomSource(seed: seed).stream(for: Purpose(rawValue: 0x726F_6C6C))
  }
}

extension RolloutComparison.Obstacle {
  /// The least volume first, and then the most detection.
  fileprivate var rank: Double {
    switch self {
    case .volume(_, let times): times.value
    case .other(_, let with, _): 2 * RolloutSearch.mostVolume - (with.detectedInTime.share ?? 0)
    }
  }
}
