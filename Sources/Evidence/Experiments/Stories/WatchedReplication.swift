public import GrowthModel
import SimulationKernel
public import Vocabulary

/// One replication of a plan, lived through for the sake of single people.
public struct WatchedReplication: Sendable {
  public var plan: GrowthPlan
  public var seed: UInt64
  public var number: UInt32

  public init(_ plan: GrowthPlan, seed: UInt64 = 1, number: UInt32 = 0) {
    self.plan = plan
    self.seed = seed
    self.number = number
  }

  /// What happened, and whether it is told to the end.
  public struct Outcome<Value: Sendable>: Sendable {
    public let value: Value
    /// The moment up to which it is told.
    public let reached: Instant
    /// Whether somebody wanted no more before the last day.
    public let isPartial: Bool
  }

  /// Tells what happened to `person`; as far as it came, if the task is cancelled.
  ///
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func story(
    of person: UInt32, meter: ProgressMeter? = nil
  ) throws -> Outcome<Story> {
    let watch = Watch(of: CollectionOfOne(person))
    let (reached, isPartial) = try run(under: watch, meter)
    return Outcome(
      value: watch[person] ?? Story(of: person), reached: reached, isPartial: isPartial)
  }

  /// Finds the first people, at most `limit`, with such a thing in their story; the first of it in each.
  ///
  /// - Throws: `InvalidParameter` for behaviour that no distribution has.
  public func find(
    _ query: StoryQuery, limit: Int, meter: ProgressMeter? = nil
  ) throws -> Outcome<[StoryEntry]> {
    let watch = Watch(forFirst: limit) { query.matches($0.event) }
    let (reached, isPartial) = try run(under: watch, meter)
    return Outcome(
      value: watch.found, reached: reached, isPartial: isPartial && !watch.hasEnough)
  }

  /// Runs until the last day, or until `watch` has enough; returns how far it came, and whether it ended
  /// before.
  private func run(
    under watch: Watch, _ meter: ProgressMeter?
  ) throws -> (reached: Instant, isPartial: Bool) {
    var run = try GrowthRun(plan, seed: seed, replication: number, watch: watch)
    let isComplete = run.run(reportingTo: meter, while: { !watch.hasEnough })
    return (run.now, !isComplete)
  }
}
