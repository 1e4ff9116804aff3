public import Vocabulary

/// The definitions of a counted invite and of an accepted one.
public struct MetricPolicy: Hashable, Sendable {
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

  /// The document whose targets a run is held to.
  public var targets = ProfileID.rin
  public var inviteUnit = InviteUnit.shareCompletion
  public var copyButtonCountsAsSend: Bool? = false
  public var acceptedMeans = Accepted.onboardingCompleted
  /// The longest time from send to acceptance that counts; `nil` sets no limit.
  public var acceptanceWindow: Interval?
  /// The cycle over which `k.cohort` is measured.
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
