import Glibc
public import GrowthloopModel
import Profiles
import SimulationKernel

/// A measurement of the growth model's speed and memory as markets grow.
public struct ModelBenchmark {
  /// One row of the table.
  public struct Row: Encodable, Sendable {
    public let plan: String
    public let people: Int
    public let days: Int
    public let members: Int
    public let events: UInt64
    /// The elapsed time, and the processor time, which is less on a busy machine.
    public internal(set) var seconds: Double
    public internal(set) var coreSeconds: Double
    public internal(set) var eventsPerCoreSecond: Double
    /// The ratio of the event rate to that of the kernel's C++ yardstick, which ran right before.
    public internal(set) var toYardstick: Double
    /// The memory of the population.
    public let bytesPerPerson: Double
    /// The maximal number of pending events, and the most memory allocated for them.
    public let peakPending: Int
    public let bytesPerPending: Double
    /// The peak memory of the process so far.
    public let peakMegabytes: Double
  }

  /// The number of runs of each plan; every time is the median.
  public let rounds: Int
  private let pace = Pace()

  /// The number of shards of the population, each on a thread of its own.
  public let shards: Int

  public init(rounds: Int = 3, shards: Int = 1) {
    self.rounds = max(1, rounds)
    self.shards = shards
  }

  /// Runs `plan` in rounds and measures the time.
  public func measure(_ name: String, _ plan: GrowthPlan) throws -> Row {
    let rows = try (0..<rounds).map { _ in try measureOnce(name, plan) }
    var row = rows[0]
    row.seconds = rows.map(\.seconds).median
    row.coreSeconds = rows.map(\.coreSeconds).median
    row.eventsPerCoreSecond = rows.map(\.eventsPerCoreSecond).median
    row.toYardstick = rows.map(\.toYardstick).median
    return row
  }

  private func measureOnce(_ name: String, _ plan: GrowthPlan) throws -> Row {
    let pace = pace.eventsPerCoreSecond()
    var run = try GrowthRun(plan, seed: 1, shards: shards)
    var pending = run.pending
    var bytes = run.bytes.events
    let before = Pace.processSeconds
    let elapsed = ContinuousClock().measure {
      run.run(every: 1_024) { progress in
        pending = max(pending, progress.pending)
        bytes = max(bytes, progress.bytes)
        return true
      }
    }
    let coreSeconds = Pace.processSeconds - before
    let people = plan.behaviour.market.people
    return Row(
      plan: name, people: people, days: plan.days,
      members: run.tally.launches.organic + run.tally.launches.invited, events: run.log.count,
      seconds: elapsed / .seconds(1), coreSeconds: coreSeconds,
      eventsPerCoreSecond: Double(run.log.count) / coreSeconds,
      toYardstick: Double(run.log.count) / coreSeconds / pace,
      bytesPerPerson: Double(run.bytes.people) / Double(people), peakPending: pending,
      bytesPerPending: Double(bytes) / Double(max(1, pending)),
      peakMegabytes: Self.peakMegabytes)
  }

  private static var peakMegabytes: Double {
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_maxrss) / 1_024
  }

  /// The plain diffusion of invites.
  ///
  /// It has sessions with prompts under the rules, invites at a rate to random people, taps,
  /// last-click conflicts, the window and acceptance. Newcomers are home at once.
  public static func diffusion(people: Int) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = 90
    var behaviour = Behaviour()
    behaviour.market.people = people
    behaviour.market.communityShare = 0
    behaviour.market.iOSShare = 1
    behaviour.arrivals.seeds = people / 10
    behaviour.arrivals.organicPerDay = 0
    behaviour.use.sessionsPerDay = 0.3
    behaviour.use.dailyRhythm = 0
    behaviour.use.weekendLift = 0
    behaviour.use.retentionMeans = .stay
    behaviour.use.retention = [1: 1, 14: 1, 30: 1]
    behaviour.sharing.visit = 0
    behaviour.sharing.invitesPerDay = 0.1
    behaviour.sharing.propensityShape = 1
    behaviour.recipients.tap = 0.5
    plan.profile.plans.previewFetchesPerSend = 0
    behaviour.recipients.install = 0.5
    behaviour.firstRun.isPlayed = false
    plan.behaviour = behaviour
    return plan
  }

  /// The default behaviour under Rin's rules.
  public static func baseline(people: Int) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.behaviour.market.people = people
    plan.behaviour.arrivals.seeds = people / 100
    plan.behaviour.arrivals.organicPerDay = Double(people) / 1_000
    return plan
  }
}

/// The present speed of this machine; shared machines vary from minute to minute.
///
/// The C++ loop of the kernel's benchmark measures it, with a hundred thousand events pending.
struct Pace {
  private static let holds = 1_000_000
  private let run = HoldCandidate.yardstick.start(HoldWorkload(.exponential, pending: 100_000))

  init() { _ = run.hold(times: Self.holds) }

  /// The events that the loop takes per second of processor time.
  func eventsPerCoreSecond() -> Double {
    let before = Self.coreSeconds
    _ = run.hold(times: Self.holds)
    return Double(Self.holds) / (Self.coreSeconds - before)
  }

  /// The processor time of this thread, and of all threads.
  static var coreSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
  static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
