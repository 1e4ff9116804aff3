public import Vocabulary

/// The choice of the click that earns the credit for a new account.
public struct AttributionPolicy: Hashable, Sendable {
  /// The choice among several clicks that may earn the credit.
  public enum Model: String, CaseIterable, Sendable {
    /// The newest click; the value of `rin` and `product`.
    case lastClick
    /// The oldest click; the value of `design`.
    case firstTouch
  }

  /// The moment to which the window of a deferred arrival runs.
  public enum WindowEnd: String, CaseIterable, Sendable {
    /// The moment of installation; a what-if.
    case install
    /// The moment of the first launch; the value of `rin`.
    case firstLaunch
  }

  /// The treatment of a click from a device that the inviter uses.
  public enum SelfReferral: String, CaseIterable, Sendable {
    /// The click may earn the credit; the value of every profile.
    case allow
    /// The click earns nothing, and a carried invite is dropped at verification; a what-if.
    case blockSameDevice
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  /// The choice among several clicks that may earn the credit.
  public var model = Model.lastClick
  /// Whether a click that earns nothing still displaces the credit of another one.
  public var invalidClickDisplaces = false
  /// The greatest age of a click that earns the credit; `nil` sets no limit but retention.
  public var window: Interval? = .days(7)
  /// The moment to which the window of a deferred arrival runs; `nil` counts as `firstLaunch`.
  public var windowEndsAt: WindowEnd? = .firstLaunch
  /// Whether the window bounds direct opens too; `nil` counts as `true`.
  public var windowAppliesToDirectOpen: Bool? = true
  /// Whether a referral by a deleted or suspended inviter is kept; `false` under `product`.
  public var recordsDeletedReferrer = true
  /// The treatment of a click from a device that the inviter uses; `allow` in every profile.
  public var selfReferralByDevice = SelfReferral.allow
  /// The retention of click records.
  public var clickRetention = Interval.days(7)

  /// Creates the policy of `rin`.
  public init() {}
}

extension AttributionPolicy {
  /// The policy of `rin`: last click, seven days to the first launch.
  public static let rin = AttributionPolicy()

  /// The policy of `product`: last click, no window, and clicks kept for 30 days.
  public static let product: AttributionPolicy = {
    var policy = AttributionPolicy()
    policy.document = .product
    policy.window = nil
    policy.windowEndsAt = nil
    policy.windowAppliesToDirectOpen = nil
    policy.recordsDeletedReferrer = false
    policy.clickRetention = .days(30)
    return policy
  }()

  /// The policy of `design`: first touch, no window, and clicks kept for 30 days.
  public static let design: AttributionPolicy = {
    var policy = AttributionPolicy()
    policy.document = .design
    policy.model = .firstTouch
    policy.window = nil
    policy.windowEndsAt = nil
    policy.windowAppliesToDirectOpen = nil
    policy.clickRetention = .days(30)
    return policy
  }()
}
