import Synchronization

/// How far a set of replications has come; workers add to it from any thread.
public final class ProgressMeter: Sendable {
  /// What is done by now.
  public struct Reading: Sendable, Hashable {
    /// The replications done, with fractions of those that run.
    public var replications = 0.0
    public var events: UInt64 = 0

    public init(replications: Double = 0, events: UInt64 = 0) {
      self.replications = replications
      self.events = events
    }
  }

  private let reading = Mutex(Reading())

  public init() {}

  public var current: Reading { reading.withLock { $0 } }

  func add(_ share: Double, events: UInt64) {
    reading.withLock {
      $0.replications += share
      $0.events += events
    }
  }
}
