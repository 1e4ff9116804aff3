import Statistics
import Synchronization

/// The progress of a set of replications; workers add to it from any thread.
public final class ProgressMeter: Sendable {
  /// The progress at one moment.
  public struct Reading: Sendable, Hashable {
    /// The replications done, with fractions of the running ones.
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

  package func add(_ share: Double, events: UInt64) {
    reading.withLock {
      $0.replications += share
      $0.events += events
    }
  }
}

extension ProgressMeter.Reading {
  /// Returns the progress of `total` replications, with their speed and the remaining time.
  ///
  /// A total of zero is not known: a search ends when it has found.
  public func line(of total: Int, after elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    guard total > 0 else {
      return "\(NumberText.decimal(replications, 0)) replications, "
        + "\(NumberText.decimal(Double(events) / seconds / 1e6, 2)) M events/s"
    }
    let done = min(replications, Double(total))
    var line =
      "\(NumberText.decimal(done, 1)) of \(total) replications, "
      + "\(NumberText.decimal(Double(events) / seconds / 1e6, 2)) M events/s"
    if done > 0 {
      let left = seconds / done * (Double(total) - done)
      line += ", \(Self.time(left)) left"
    }
    return line
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 90
      ? "\(NumberText.decimal(seconds, 0)) s" : "\(NumberText.decimal(seconds / 60, 1)) min"
  }
}
