public import Vocabulary

/// The behaviour of the flow without a network, and with a slow one.
public struct OfflinePolicy: Hashable, Sendable {
  /// The behaviour of the flow without a network (CNF-20).
  public enum Mode: String, CaseIterable, Sendable {
    /// An existing link is shown; without one, the offline text, and nothing is queued.
    case cachedLink
    /// An error is shown, and the creation of the link waits in the queue.
    case errorAndQueue
    /// The picker works, and the creation of the link waits in the queue.
    case pickerAndQueue
  }

  /// The reaction to a queued link that is ready.
  public enum OnDrained: String, CaseIterable, Sendable {
    /// The user is asked to share it; nothing is ever sent automatically (D-OFF-05).
    case promptUserToShare
  }

  /// The behaviour without a network (default: `cachedLink`).
  public var mode = Mode.cachedLink
  /// The longest time from a restored network to a queued link; `nil` sets no limit.
  public var drainWithin: Interval?
  /// The reaction to a queued link that is ready; with `nil` the user is not asked.
  public var onDrained: OnDrained?
  /// The time after which a request for a link is abandoned.
  public var createTimeout = Interval.seconds(10)
  /// The number of automatic retries after a failed creation.
  public var createMaxRetries = 0
  /// The wait before the first retry; `nil` where there is none.
  public var createBackoff: Interval?
  /// The factor by which each further wait grows; `nil` where there is none.
  public var createBackoffFactor: Double?

  /// Creates the settings of `rin`.
  public init() {}
}

extension OfflinePolicy {
  /// The settings of `rin`, the default: the existing link, a time-out of 10 s, no queue, no
  /// retries.
  public static let rin = OfflinePolicy()

  /// The settings of `invite-friends-product`: an error, a queue, a time-out of 10 s, no retries.
  public static let product: OfflinePolicy = {
    var policy = OfflinePolicy()
    policy.mode = .errorAndQueue
    policy.onDrained = .promptUserToShare
    return policy
  }()

  /// The settings of `invite-friends-design`: a queue, a time-out of 2 s, at most two retries.
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
