import GrowthloopFindings
public import GrowthloopModel
public import GrowthloopPlans
import RandomStreams
public import SimulationKernel
public import Statistics
import Vocabulary

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

/// What some metrics count, day by day, in one replication.
struct DailyCounts: Sendable {
  /// By day, and then by metric.
  let days: [[EventCounts]]
  /// First launches that an invite led to, by day.
  let invitedLaunches: [Int]

  /// Runs replication `number` of `plan` until the end of its days.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  static func of(
    _ metrics: [Metric], in plan: GrowthPlan, seed: UInt64, number: UInt32, meter: ProgressMeter?
  ) throws -> DailyCounts {
    var run = try GrowthRun(plan, seed: seed, replication: number)
    var before = [EventCounts](repeating: EventCounts(0, per: 0), count: metrics.count)
    var launched = 0
    var (days, launches) = ([[EventCounts]](), [Int]())
    for day in 1...plan.days {
      try Task.checkCancellation()
      run.run(toEndOf: day)
      let tally = run.tally
      let observation = Observation(plan: plan, tally: tally)
      let now = metrics.map { $0.reading(in: observation).counts ?? EventCounts(0, per: 0) }
      days.append(
        zip(now, before).map {
          EventCounts($0.events - $1.events, per: $0.exposure - $1.exposure)
        })
      launches.append(tally.launches.invited - launched)
      (before, launched) = (now, tally.launches.invited)
    }
    meter?.add(1, events: run.log.count)
    return DailyCounts(days: days, invitedLaunches: launches)
  }
}

/// The days of one rollout by arm, from a simulation in which the change reaches members in stages.
///
/// The arms share the loop: members have several events each, and what they send crosses arms.
struct RampedDays: RolloutDays {
  /// By day of the rollout, and then by guardrail.
  private let days: [[ArmCounts]]

  mutating func counts(of day: Int, reaching share: Double) -> [ArmCounts] {
    days[min(day, days.count - 1)]
  }

  /// Whether the simulation counts a metric by arm.
  static func counts(_ metric: String) -> Bool { kinds(of: metric) != nil }

  /// What is counted of a metric, and what of that.
  private static func kinds(
    of metric: String
  ) -> (of: TrialRecord.Moment.Kind, events: TrialRecord.Moment.Kind)? {
    switch metric {
    case "flow.sheetCompletion": (.sheetOpened, .sheetCompleted)
    case "prompts.tapShare": (.promptShown, .promptTapped)
    default: nil
    }
  }

  /// Simulates one rollout of `ramp`, from day `starts` on, of a change that makes `variant` of the
  /// plan; nobody takes it back.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  init(
    _ metrics: [String], of ramp: Ramp, from plan: GrowthPlan, to variant: GrowthPlan, starts: Int,
    seed: UInt64, number: UInt32, meter: ProgressMeter?
  ) throws {
    var experiment = Experiment(
      [Experiment.Arm(variant.profile, variant.behaviour)],
      in: ramp.stages.indices.map {
        Experiment.Stage(
          after: .days(Int64(ramp.stages[$0].day)), variants: [ramp.reached(in: $0)])
      })
    experiment.starts = .days(Int64(starts))
    var whole = plan
    whole.days = starts + ramp.days
    whole.experiment = experiment
    var run = try GrowthRun(whole, seed: seed, replication: number)
    guard run.run(reportingTo: meter), let record = run.experiment else {
      throw CancellationError()
    }
    let none = ArmCounts(treated: .init(0, of: 0), control: .init(0, of: 0))
    let kinds = metrics.map { Self.kinds(of: $0) }
    var days = [[ArmCounts]](
      repeating: metrics.map { _ in none }, count: ramp.days)
    for moment in record.moments where moment.at >= record.starts {
      let day = Int(moment.at - record.starts) / 86_400
      guard day < days.count, moment.arm <= 1 else { continue }
      let arm: WritableKeyPath<ArmCounts, ArmCounts.Counts> =
        moment.arm == 1 ? \.treated : \.control
      for (place, kind) in kinds.enumerated() {
        if moment.kind == kind?.of { days[day][place][keyPath: arm].denominator += 1 }
        if moment.kind == kind?.events { days[day][place][keyPath: arm].numerator += 1 }
      }
    }
    // What began before midnight may end after it.
    self.days = days.map { $0.map(\.sound) }
  }
}

extension ArmCounts {
  /// The same with no more events than there is to have any.
  fileprivate var sound: ArmCounts {
    var counts = self
    counts.treated.numerator = min(treated.numerator, treated.denominator)
    counts.control.numerator = min(control.numerator, control.denominator)
    return counts
  }
}

/// Rollouts of one plan that are simulated member by member, with the defect and without.
///
/// The check of what is drawn between two worlds. Stages are not held here: a ramp that waits for its
/// data would have to be simulated anew for each wait.
public struct RampedRollouts: Sendable {
  /// The fewest that say something: at half detected their interval reaches 10 points either way.
  public static let fewest = 100

  /// The rollouts with the defect and without.
  public let with: RolloutTally
  public let without: RolloutTally
  /// The same drawn between two worlds.
  public let drawn: (with: RolloutTally, without: RolloutTally)
  /// The metrics of the guardrails that watched.
  public let watched: [String]

  /// Simulates so many rollouts of the plan as written; `nil` where no guardrail's metric is counted
  /// by arm.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  static func simulate(
    _ comparison: RolloutComparison, without: GrowthPlan, with: GrowthPlan, starts: Int,
    ramps: Int, on workers: Workers, meter: ProgressMeter?
  ) async throws -> RampedRollouts? {
    guard var plan = comparison.candidates.first?.plan else { return nil }
    let metrics = plan.guardrails.map(\.metric)
    let watched = metrics.indices.filter { RampedDays.counts(metrics[$0]) }
    guard !watched.isEmpty else { return nil }
    plan.onUndecided = .advance
    let (ramp, seed) = (plan.ramp, comparison.seed)
    let days = try await workers.map(2 * ramps) { number in
      try RampedDays(
        metrics, of: ramp, from: without, to: number.isMultiple(of: 2) ? without : with,
        starts: starts, seed: seed, number: UInt32(number / 2), meter: meter)
    }
    var walker = comparison.walker(of: plan)
    return RampedRollouts(
      with: walker.tally(ramps, watching: watched) { days[2 * $0 + 1] },
      without: walker.tally(ramps, watching: watched) { days[2 * $0] },
      drawn: try comparison.tallies(of: plan, watching: watched),
      watched: watched.map { metrics[$0] })
  }
}

/// A rollout of a scenario, from its two worlds to every plan's outcome.
public struct RolloutStudy: Sendable {
  let scenario: GrowthScenario
  let section: RolloutSection
  let defective: GrowthPlan
  public let seed: UInt64
  public let replications: Int
  let ramps: Int

  /// Creates the study of a scenario's rollout, whose defect makes of its plan `defective`.
  ///
  /// `ramps` are the rollouts of each plan; without a number those of the section.
  public init(
    _ section: RolloutSection, of scenario: GrowthScenario, defective: GrowthPlan, seed: UInt64,
    replications: Int, ramps: Int? = nil
  ) {
    self.section = section
    self.scenario = scenario
    self.defective = defective
    self.seed = seed
    self.replications = replications
    self.ramps = ramps ?? section.ramps
  }

  /// What the study of a rollout comes to.
  public struct Outcome: Sendable {
    public let comparison: RolloutComparison
    /// By plan.
    public let outcomes: [RolloutComparison.Outcome]
    /// What each guardrail can find along the plan as written, by place.
    public let reaches: [RolloutComparison.Reach?]
    /// What keeps every plan from what it must do; `nil` where one does it.
    public let obstacle: RolloutComparison.Obstacle?
    /// The plan as written, simulated member by member; `nil` where nothing counts its guardrails,
    /// and where there would be too few to say something.
    public let ramped: RampedRollouts?
  }

  /// The simulations that the study runs at most.
  public var simulations: Int { (isRamped ? 4 : 2) * replications }

  private var isRamped: Bool { replications >= RampedRollouts.fewest }

  /// Simulates both worlds, takes many rollouts of each plan through days between them, and
  /// simulates the plan as written with members in stages.
  ///
  /// - Throws: `InvalidParameter`, and `CancellationError` once the task is cancelled.
  public func run(
    on workers: Workers, meter: ProgressMeter? = nil
  ) async throws -> Outcome {
    let candidates = RolloutCandidate.all(of: section, in: scenario)
    let longest = candidates.map(\.plan.ramp.days).max() ?? 1
    let worlds = try await RolloutWorlds.simulate(
      section.guardrails.compactMap { Metric.named($0.metric) }, without: scenario.plan,
      with: defective, starts: section.starts, days: longest + section.heldAtMost, seed: seed,
      replications: replications, on: workers, meter: meter)
    let comparison = RolloutComparison(
      candidates, between: worlds,
      delays: try scenario.behaviour.recipients.daysToLaunch(Self.delays), ramps: ramps, seed: seed,
      standard: RolloutStandard(mostFalse: section.mostFalse))
    let outcomes = try await comparison.run(on: workers)
    let ramped =
      isRamped
      ? try await RampedRollouts.simulate(
        comparison, without: scenario.plan, with: defective, starts: section.starts,
        ramps: replications, on: workers, meter: meter) : nil
    return Outcome(
      comparison: comparison, outcomes: outcomes,
      reaches: try await comparison.reaches(on: workers),
      obstacle: try await comparison.obstacle(outcomes, on: workers), ramped: ramped)
  }

  /// The number of delays that stand for their law.
  private static let delays = 4_000
}

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
      var plan = plan.sharingPast(of: without)
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
