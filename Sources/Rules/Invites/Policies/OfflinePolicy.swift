public import Vocabulary

/// The behaviour of the flow without a network, and with a slow one.
public struct OfflinePolicy: Hashable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    case cachedLink
    case errorAndQueue
    case pickerAndQueue
  }

  public enum OnDrained: String, CaseIterable, Sendable {
    case promptUserToShare
  }

  public var mode = Mode.cachedLink
  /// The longest time from a restored network to a queued link; `nil` sets no limit.
  public var drainWithin: Interval?
  public var onDrained: OnDrained?
  /// The time after which a request for a link is abandoned.
  public var createTimeout = Interval.seconds(10)
  /// The number of automatic retries after a failed creation.
  public var createMaxRetries = 0
  /// The wait before the first retry; `nil` where there is none.
  public var createBackoff: Interval?
  /// The factor by which each further wait grows; `nil` where there is none.
  public var createBackoffFactor: Double?

  public init() {}
}

extension OfflinePolicy {
  public static let rin = OfflinePolicy()

  public static let product: OfflinePolicy = {
    var policy = OfflinePolicy()
    policy.mode = .errorAndQueue
    policy.onDrained = .promptUserToShare
    return policy
  }()

  public static let design: OfflinePolicy = {
    var policy = OfflinePolicy()
    policy.mode = .pickerAndQueue
    policy.drainWithin = .seconds(30)
    policy.onDrained = .promptUserToShare
    policy.createTimeout = .seconds(2)
    policy.createMaxRetries = 2
    policy.createBackoff = .milliseconds(250)
    policy.createBackoffFactor = 2
    return policy
  }()
}

extension OfflinePolicy {
  /// Whether a creation that finds no network waits in the queue.
  public var queuesCreations: Bool {
    switch mode {
    case .cachedLink: false
    case .errorAndQueue, .pickerAndQueue: true
    }
  }
}

extension OfflinePolicy.Mode {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .cachedLink: "EDG-01"
    case .errorAndQueue: "P-EDG-10"
    case .pickerAndQueue: "D-OFF-03"
    }
  }
}
