public import Vocabulary

/// What the flow does without a network, and with one that is slow.
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
  /// How soon a queued link is ready once the network is back; `nil` promises nothing.
  public var drainWithin: Interval?
  public var onDrained: OnDrained?
  /// How long creating a link may take before it is abandoned.
  public var createTimeout = Interval.seconds(10)
  /// How often a failed creation is tried again without being asked.
  public var createMaxRetries = 0
  /// The wait before the first retry; `nil` where there is none.
  public var createBackoff: Interval?
  /// By what each further wait grows; `nil` where there is none.
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
