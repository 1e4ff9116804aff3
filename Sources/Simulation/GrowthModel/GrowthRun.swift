import RandomStreams
public import SimulationKernel
public import Vocabulary

/// One replication of a plan, from the first day to the last.
public struct GrowthRun: ~Copyable {
  var simulation: Simulation<GrowthModel>
  let days: Int
  /// What was counted until `judgementDay`; `nil` before that day.
  public private(set) var tallyAtJudgement: Tally?
  /// How many days after the start the targets of the product are judged: eight weeks (P-MET-06).
  public static let judgementDay = 56

  /// A run of `plan`, seen by `watch`.
  public init(
    _ plan: GrowthPlan, seed: UInt64, replication: UInt32 = 0, watch: (any Onlooker)? = nil
  ) throws {
    days = plan.days
    let chance = RandomSource(seed: seed, replication: replication)
    let ground = try Groundwork(plan, chance: chance)
    simulation = Simulation(GrowthModel(on: ground, watch: watch), from: plan.start)
    simulation.model.begin(&simulation.calendar)
  }

  /// Runs to the end of the last day, unless `goesOn`, asked after every `stride` events, says
  /// otherwise; returns whether it got there.
  @discardableResult
  public mutating func run(
    every stride: Int = 65_536, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) -> Bool {
    let start = simulation.model.ground.start
    let end = start + .days(Int64(days))
    let length = Double((end - start).milliseconds)
    do {
      for day in [Self.judgementDay, days] where day <= days {
        let ending = try simulation.run(until: start + .days(Int64(day)), every: stride) {
          progress in
          goesOn(
            GrowthProgress(
              share: Double((progress.now - start).milliseconds) / length, events: progress.events,
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

  /// The events to come.
  public var pending: Int { simulation.calendar.count }
  /// The moment that the run has reached.
  public var now: Instant { simulation.now }
  public var tally: Tally { simulation.model.counted }
  /// How large the trees of invitation grew; takes time in proportion to the members.
  public var cascades: CascadeSizes { simulation.model.cascades }
  public var log: EventLog { simulation.log }
  /// What the `busiest` inviters would see in the app, and what these `persons` would; takes time in
  /// proportion to the members.
  public func inviterScreens(busiest: Int, and persons: [Int] = []) -> [InviterScreen] {
    simulation.model.inviterScreens(busiest: busiest, and: persons)
  }
  /// The memory of the population, and of the events to come.
  public var bytes: (people: Int, events: Int) {
    (simulation.model.bytes, simulation.calendar.bytes)
  }

  /// The size of every cascade, in the order of their roots: a member whom nobody is credited with,
  /// and all who go back to that member.
  public var cascadeSizes: [Int] { simulation.model.cascadeSizes }
}
