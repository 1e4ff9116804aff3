public import Vocabulary

/// The choice of the click that earns the credit for a new account.
public struct AttributionPolicy: Hashable, Sendable {
  public enum Model: String, CaseIterable, Sendable {
    case lastClick
    case firstTouch
  }

  public enum WindowEnd: String, CaseIterable, Sendable {
    case install
    case firstLaunch
  }

  public enum SelfReferral: String, CaseIterable, Sendable {
    case allow
    case blockSameDevice
  }

  /// The document whose rule ids the decisions name.
  public var document = ProfileID.rin
  public var model = Model.lastClick
  /// Whether a click that earns nothing still displaces the credit of another one.
  public var invalidClickDisplaces = false
  /// The greatest age of a click that earns the credit; `nil` sets no limit but retention.
  public var window: Interval? = .days(7)
  public var windowEndsAt: WindowEnd? = .firstLaunch
  public var windowAppliesToDirectOpen: Bool? = true
  public var recordsDeletedReferrer = true
  public var selfReferralByDevice = SelfReferral.allow
  /// The retention of click records.
  public var clickRetention = Interval.days(7)

  public init() {}
}

extension AttributionPolicy {
  public static let rin = AttributionPolicy()

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
