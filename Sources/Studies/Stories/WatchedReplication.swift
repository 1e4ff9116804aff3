public import GrowthloopModel
public import Vocabulary

/// One replication of a plan, simulated for the stories of single people.
public struct WatchedReplication: Sendable {
  public var plan: GrowthPlan
  public var seed: UInt64
  public var number: UInt32

  public init(_ plan: GrowthPlan, seed: UInt64 = 1, number: UInt32 = 0) {
    self.plan = plan
    self.seed = seed
    self.number = number
  }

  /// The events found, and whether they are complete.
  public struct Outcome<Value: Sendable>: Sendable {
    public let value: Value
    /// The moment up to which the events are complete.
    public let reached: Instant
    /// Whether the search ended before the last day.
    public let isPartial: Bool
  }

  /// Returns the story of `person`; up to the moment of cancellation, if the task is cancelled.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func story(
    of person: UInt32, meter: ProgressMeter? = nil
  ) throws -> Outcome<Story> {
    let collector = StoryCollector(of: CollectionOfOne(person))
    let (reached, isPartial) = try run(into: collector, meter)
    return Outcome(
      value: collector[person] ?? Story(of: person), reached: reached, isPartial: isPartial)
  }

  /// Finds the first people, at most `limit`, with a matching event; the first such event of each.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain.
  public func find(
    _ query: StoryQuery, limit: Int, meter: ProgressMeter? = nil
  ) throws -> Outcome<[StoryEntry]> {
    let collector = StoryCollector(forFirst: limit) { query.matches($0.event) }
    let (reached, isPartial) = try run(into: collector, meter)
    return Outcome(
      value: collector.found, reached: reached, isPartial: isPartial && !collector.hasEnough)
  }

  /// Runs until the last day, or until `collector` is complete.
  ///
  /// Returns the moment reached, and whether the run ended before the last day.
  private func run(
    into collector: StoryCollector, _ meter: ProgressMeter?
  ) throws -> (reached: Instant, isPartial: Bool) {
    guard var run = try start(collector) else { return (plan.start, true) }
    let isComplete = run.run(reportingTo: meter, while: { _ in !collector.hasEnough })
    return (run.now, !isComplete)
  }

  /// Returns the run before its first day; `nil` after a cancellation, which ends the past of its members.
  private func start(_ observer: any GrowthObserver) throws -> GrowthRun? {
    do {
      return try GrowthRun(plan, seed: seed, replication: number, observer: observer)
    } catch is CancellationError {
      return nil
    }
  }
}

extension WatchedReplication {
  /// Passes every event that the replication fires to `take`, in the order of their moments.
  ///
  /// Returns whether the replication reached the last day; `false` after a cancellation.
  ///
  /// - Throws: `InvalidParameter` for behaviour outside of a distribution's domain, and the errors
  ///   of `take`, which end the replication.
  public func forEachEvent(
    meter: ProgressMeter? = nil, _ take: (FiredEvent) throws -> Void
  ) throws -> Bool {
    let recorder = EventRecorder(under: plan.profile)
    guard var run = try start(recorder) else { return false }
    var failure: (any Error)?
    let isComplete = run.run(reportingTo: meter) { now in
      do {
        for event in recorder.take(before: now) { try take(event) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    if isComplete {
      for event in recorder.take(before: plan.start + .days(Int64(plan.days))) { try take(event) }
    }
    return isComplete
  }
}
