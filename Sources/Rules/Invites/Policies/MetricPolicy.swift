public import Vocabulary

/// What is counted as an invite, and what as accepted.
public struct MetricPolicy: Hashable, Sendable {
  public enum Targets: String, CaseIterable, Sendable {
    case rin
    case product
    case design
  }

  public enum InviteUnit: String, CaseIterable, Sendable {
    case shareCompletion
    case inviteRecord
    case recipient
  }

  public enum Accepted: String, CaseIterable, Sendable {
    case onboardingCompleted
    case connected
    case signedUp
  }

  public var targets = Targets.rin
  public var inviteUnit = InviteUnit.shareCompletion
  public var copyButtonCountsAsSend: Bool? = false
  public var acceptedMeans = Accepted.onboardingCompleted
  /// How soon after sending an acceptance must come to count; `nil` sets no limit.
  public var acceptanceWindow: Interval?
  /// The cycle over which the viral coefficient is taken.
  public var kCycle = Interval.days(30)
  /// The most taps to the first invite; `nil` sets no budget.
  public var senderTapBudget: Int?
  public var tapCount = TapCount.literal

  public init() {}
}

extension MetricPolicy {
  public static let rin = MetricPolicy()

  public static let product: MetricPolicy = {
    var policy = MetricPolicy()
    policy.targets = .product
    policy.inviteUnit = .inviteRecord
    policy.copyButtonCountsAsSend = nil
    policy.acceptedMeans = .connected
    policy.senderTapBudget = 2
    return policy
  }()

  public static let design: MetricPolicy = {
    var policy = MetricPolicy()
    policy.targets = .design
    policy.inviteUnit = .recipient
    policy.copyButtonCountsAsSend = nil
    policy.acceptedMeans = .signedUp
    policy.acceptanceWindow = .days(7)
    policy.senderTapBudget = 3
    return policy
  }()
}
