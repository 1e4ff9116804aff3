import Attribution
import Invites
public import Profiles
import RandomStreams
public import SimulationKernel
public import Vocabulary

/// One replication of a plan, from the first day to the last, on one core or several.
public struct GrowthRun: ~Copyable {
  let shards: [ShardBox]
  let prepared: PreparedGrowthPlan
  private let threads: ThreadExchange?
  private let ranks: RankExchange?
  private let lone = LoneExchange()
  let days: Int
  /// The counts at `judgementDay`; `nil` before that day.
  public private(set) var tallyAtJudgement: Tally?
  /// The moment that the run has reached.
  public internal(set) var now: Instant
  /// The day on which the targets of the product are judged: eight weeks after the start
  /// (P-MET-06).
  public static let judgementDay = 56

  /// Creates a run of `plan` that reports to `observer`.
  ///
  /// It is divided into at most `most` shards, each on a thread of its own; its result does not
  /// depend on their number.
  public init(
    _ plan: GrowthPlan, seed: UInt64, replication: UInt32 = 0, shards most: Int = 1,
    observer: (any GrowthObserver)? = nil
  ) throws {
    let chance = RandomSource(seed: seed, replication: replication)
    let prepared = try PreparedGrowthPlan(plan, chance: chance)
    let people = plan.behaviour.market.people
    let isWhole = observer != nil || plan.reasonForOneShard != nil
    let count = isWhole ? 1 : min(max(1, most), Territory.mostShards(of: people))
    shards = try (0..<count).map {
      // A run with an experiment has one shard.
      ShardBox(
        prepared, number: $0, of: count,
        trial: try RunningExperiment(of: plan, control: prepared, chance: chance),
        observer: observer)
    }
    self.prepared = prepared
    days = plan.days
    now = plan.start
    threads = count == 1 ? nil : ThreadExchange(of: count, in: Territory(of: people))
    ranks = nil
  }

  /// Creates this process's part of a run of `plan`, whose other parts are those of `link`.
  ///
  /// - Precondition: The plan can be divided so often: see `mostShards` and `reasonForOneShard`.
  package init(
    _ plan: GrowthPlan, seed: UInt64, replication: UInt32, over link: any ShardLink
  ) throws {
    precondition(plan.reasonForOneShard == nil && link.count <= plan.mostShards)
    days = plan.days
    now = plan.start
    let chance = RandomSource(seed: seed, replication: replication)
    prepared = try PreparedGrowthPlan(plan, chance: chance)
    shards = [ShardBox(prepared, number: link.rank, of: link.count)]
    threads = nil
    ranks = RankExchange(over: link, in: Territory(of: plan.behaviour.market.people))
  }

  /// Why the parts of a run over several processes could not be exchanged.
  package var failure: (any Error)? { ranks?.failure }

  /// Runs to the end of the last day, or until `goesOn`, called after at least `stride` events,
  /// returns `false`.
  ///
  /// - Returns: Whether the run reached the end.
  @discardableResult
  public mutating func run(
    every stride: Int = 65_536, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) -> Bool {
    for day in [Self.judgementDay, days] where day <= days {
      let horizon = prepared.start + .days(Int64(day))
      let (start, now, days) = (prepared.start, now, days)
      var reported = log.count
      let isComplete = run(until: horizon) { state in
        guard state.events >= reported + UInt64(stride) else { return true }
        reported = state.events
        return goesOn(Self.progress(state, after: now, from: start, days: days))
      }
      guard isComplete else { return false }
      self.now = max(now, horizon)
      if day == Self.judgementDay, tallyAtJudgement == nil { tallyAtJudgement = tally }
    }
    return true
  }

  /// The progress at the end of a window.
  private static func progress(
    _ state: ShardState, after now: Instant, from start: Instant, days: Int
  ) -> GrowthProgress {
    let reached = state.next == .max ? now : max(now, Instant(tick: state.next))
    let passed = Double((reached - start).milliseconds)
    return GrowthProgress(
      now: reached, share: min(1, passed / (Double(days) * 86_400_000)), events: state.events,
      pending: state.pending, bytes: state.bytes)
  }

  /// Runs all shards to `horizon`; the first asks whether to go on.
  func run(until horizon: Instant, goesOn: (ShardState) -> Bool) -> Bool {
    if let ranks { return shards[0].shard.run(until: horizon, meeting: ranks, goesOn: goesOn) }
    guard let threads else {
      return shards[0].shard.run(until: horizon, meeting: lone, goesOn: goesOn)
    }
    return withoutActuallyEscaping(goesOn) { goesOn in
      let work = ShardWork(shards, threads, until: horizon, goesOn)
      Crew(of: shards.count).work { work.run($0) }
      return work.isComplete
    }
  }

  /// What became of the people in the plan's experiment so far; `nil` without one.
  public var experiment: TrialRecord? { shards[0].simulation.model.trial?.record }

  /// The number of pending events.
  public var pending: Int { shards.reduce(0) { $0 + $1.simulation.calendar.count } }
  public var tally: Tally {
    var tally = shards[0].simulation.model.counted
    for shard in shards.dropFirst() { tally.add(shard.simulation.model.counted) }
    return tally
  }
  /// The digest and the number of all events.
  public var log: EventLog {
    var log = EventLog()
    for shard in shards { log.add(shard.simulation.log) }
    return log
  }
  /// The memory of the population and of the pending events, in bytes.
  public var bytes: (people: Int, events: Int) {
    shards.reduce(into: (0, 0)) {
      $0.people += $1.simulation.model.bytes
      $0.events += $1.simulation.calendar.bytes
    }
  }
}

/// The work of the shards of one run, each on its own thread.
///
/// `@unchecked`: each thread uses its own shard alone, and the first one `goesOn` and `isComplete`;
/// the caller waits for all of them.
private final class ShardWork: @unchecked Sendable {
  private let shards: [ShardBox]
  private let exchange: ThreadExchange
  private let horizon: Instant
  private let goesOn: (ShardState) -> Bool
  private(set) var isComplete = false

  init(
    _ shards: [ShardBox], _ exchange: ThreadExchange, until horizon: Instant,
    _ goesOn: @escaping (ShardState) -> Bool
  ) {
    self.shards = shards
    self.exchange = exchange
    self.horizon = horizon
    self.goesOn = goesOn
  }

  func run(_ number: Int) {
    guard number == 0 else {
      _ = shards[number].shard.run(until: horizon, meeting: exchange) { _ in true }
      return
    }
    isComplete = shards[0].shard.run(until: horizon, meeting: exchange, goesOn: goesOn)
  }
}

/// The progress of a run.
public struct GrowthProgress: Sendable {
  /// The moment that the run has reached; no later event is before it.
  public let now: Instant
  /// The proportion of the days that have passed, from 0 to 1.
  public let share: Double
  /// The number of handled events, and of pending ones.
  public let events: UInt64
  public let pending: Int
  /// The memory of the pending events, in bytes.
  public let bytes: Int
}

extension GrowthRun {
  /// Runs to the end of a day, counted from 1, at most the last; the counts are then those until it.
  ///
  /// `tallyAtJudgement` stays `nil` in a run that is taken forward so.
  public mutating func run(toEndOf day: Int) {
    let horizon = prepared.start + .days(Int64(min(day, days)))
    guard horizon > now else { return }
    _ = run(until: horizon) { _ in true }
    now = horizon
  }
}

/// A scenario as a value: people's behaviour under a profile, for a number of days.
public struct GrowthPlan: Hashable, Sendable {
  public var profile = Profile.rin
  public var behaviour = Behaviour()
  public var days = 180
  /// The start of the simulation: midnight of a Monday.
  public var start = Instant(milliseconds: 1_767_571_200_000)
  /// The experiment or rollout within the days; `nil` without one.
  public var experiment: Experiment?
  /// Under what the members of the start have lived before; `nil` for the plan's own.
  public private(set) var past: Past?

  public init() {}

  /// The rules and the behaviour before the start.
  public struct Past: Hashable, Sendable {
    public let profile: Profile
    public let behaviour: Behaviour
  }

  /// Returns the plan for members of the start who have lived under `base`.
  public func sharingPast(of base: GrowthPlan) -> GrowthPlan {
    var plan = self
    plan.past = base.past ?? Past(profile: base.profile, behaviour: base.behaviour)
    return plan
  }
}

extension GrowthPlan {
  /// Returns the plan in a market of which one person stands for `factor` people of this one.
  ///
  /// Proportions stay as they are, and numbers of people are so many times less.
  public func smaller(by factor: Double) -> GrowthPlan {
    var plan = self
    plan.behaviour.market.people = max(2, Int(Double(behaviour.market.people) / factor))
    plan.behaviour.arrivals.seeds = Int((Double(behaviour.arrivals.seeds) / factor).rounded())
    plan.behaviour.arrivals.organicPerDay = behaviour.arrivals.organicPerDay / factor
    if let installs = behaviour.arrivals.crowd?.installs {
      plan.behaviour.arrivals.crowd?.installs = max(1, Int(Double(installs) / factor))
    }
    return plan
  }

  /// The most shards into which a run of the plan can be divided.
  package var mostShards: Int {
    reasonForOneShard == nil ? Territory.mostShards(of: behaviour.market.people) : 1
  }

  /// The memory of one simulation, in bytes: at least, for the people and those who come by
  /// themselves; at most, if everybody in the market becomes a member.
  public var memory: ClosedRange<Int> {
    let people = behaviour.market.people
    let coming = Double(behaviour.arrivals.seeds) + behaviour.arrivals.organicPerDay * Double(days)
    let ofPerson = MemoryLayout<PersonRecord>.stride
    // A member has one pending session at least, in twenty-four bytes.
    let ofMember = MemoryLayout<Member>.stride + MemoryLayout<Member.Rest>.stride + 24
    let certain = Int(min(coming, Double(people)))
    return (people * ofPerson + certain * ofMember)...(people * (ofPerson + ofMember))
  }

  /// Why a run of the plan cannot be divided into shards; `nil` if it can.
  ///
  /// Each reason is something that one person's event reads of all others at once.
  public var reasonForOneShard: String? {
    if !behaviour.devices.areIdentified {
      return "phones are matched by their looks (devices.areIdentified: false)"
    }
    if profile.deferred.falseMatchRate > 0 {
      return "matches are false at times (deferred.falseMatchRate)"
    }
    if experiment != nil {
      return "an experiment counts what one person's invites become anywhere (experiment)"
    }
    if profile.link.maxAcceptances != nil {
      return "a link's acceptances are limited (link.maxAcceptances)"
    }
    return nil
  }
}
