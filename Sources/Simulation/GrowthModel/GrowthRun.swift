import RandomStreams
public import SimulationKernel
public import Vocabulary

/// One replication of a plan, from the first day to the last.
public struct GrowthRun: ~Copyable {
  var simulation: Simulation<GrowthModel>
  let days: Int
  /// The counts at `judgementDay`; `nil` before that day.
  public private(set) var tallyAtJudgement: Tally?
  /// The day on which the targets of the product are judged: eight weeks after the start
  /// (P-MET-06).
  public static let judgementDay = 56

  /// Creates a run of `plan` that reports to `observer`.
  public init(
    _ plan: GrowthPlan, seed: UInt64, replication: UInt32 = 0, observer: (any GrowthObserver)? = nil
  ) throws {
    days = plan.days
    let chance = RandomSource(seed: seed, replication: replication)
    let prepared = try PreparedGrowthPlan(plan, chance: chance)
    simulation = Simulation(GrowthModel(prepared, observer: observer), from: plan.start)
    simulation.model.begin(&simulation.calendar)
  }

  /// Runs to the end of the last day, or until `goesOn`, called after every `stride` events,
  /// returns `false`.
  ///
  /// - Returns: Whether the run reached the end.
  @discardableResult
  public mutating func run(
    every stride: Int = 65_536, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) -> Bool {
    let start = simulation.model.plan.start
    let end = start + .days(Int64(days))
    let length = Double((end - start).milliseconds)
    do {
      for day in [Self.judgementDay, days] where day <= days {
        let ending = try simulation.run(until: start + .days(Int64(day)), every: stride) {
          progress in
          goesOn(
            GrowthProgress(
              now: progress.now, share: Double((progress.now - start).milliseconds) / length,
              events: progress.events,
              pending: progress.pending, bytes: progress.bytes))
        }
        guard ending != .interrupted else { return false }
        if day == Self.judgementDay { tallyAtJudgement = tally }
      }
      return true
    } catch {
      // The model adds delays to the present; none is negative.
      preconditionFailure("\(error)")
    }
  }

  /// The number of pending events.
  public var pending: Int { simulation.calendar.count }
  /// The moment that the run has reached.
  public var now: Instant { simulation.now }
  public var tally: Tally { simulation.model.counted }
  /// The sizes of the cascades.
  ///
  /// - Complexity: O(members).
  public var cascades: CascadeSizes { simulation.model.cascades }
  public var log: EventLog { simulation.log }
  /// Returns the dashboards of the `busiest` inviters, then of these `persons`.
  ///
  /// - Complexity: O(members).
  public func inviterScreens(busiest: Int, and persons: [Int] = []) -> [InviterScreen] {
    simulation.model.inviterScreens(busiest: busiest, and: persons)
  }
  /// The memory of the population and of the pending events, in bytes.
  public var bytes: (people: Int, events: Int) {
    (simulation.model.bytes, simulation.calendar.bytes)
  }

  /// The size of every cascade, in the order of their roots.
  ///
  /// A root is a member without a credited inviter; the cascade contains all members who go back to
  /// it.
  public var cascadeSizes: [Int] { simulation.model.cascadeSizes }
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
