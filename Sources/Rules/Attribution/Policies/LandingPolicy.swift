/// The page that a browser shows at the address of an invite link.
public struct LandingPolicy: Hashable, Sendable {
  /// The page shown in a browser on iOS.
  public enum Page: String, CaseIterable, Sendable {
    /// A page that is the same for every link; the value of `rin`.
    case generic
    /// A page and a preview card that name the sender of a valid link; the value of `product`.
    case ogPersonalised
    /// A redirect to the app store; the value of `design`.
    case appStore
  }

  /// The page shown in a browser on a platform without the app.
  public enum NonIOS: String, CaseIterable, Sendable {
    /// A page that is the same for every link; the value of `rin`.
    case genericPage
    /// A page that takes an email address; the value of `product`.
    case emailCapture
    /// A redirect to the app store; the value of `design`.
    case appStore
  }

  /// The page shown in a browser on iOS; an expired link may have another.
  public var page = Page.generic
  /// Whether a preview card may say how many people joined; `true` under `product`, and read by no
  /// rule of this module.
  public var socialProofLine = false
  /// Whether the fetch of a preview is recorded as a click; `false` in every profile.
  public var previewFetchCountsAsClick = false
  /// The page shown in a browser on a platform without the app.
  public var nonIOS = NonIOS.genericPage

  /// Creates the policy of `rin`.
  public init() {}
}

extension LandingPolicy {
  /// The policy of `rin`: a generic page on every platform.
  public static let rin = LandingPolicy()

  /// The policy of `product`: a page that names the sender, and an email form on platforms without
  /// the app.
  public static let product: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .ogPersonalised
    policy.socialProofLine = true
    policy.nonIOS = .emailCapture
    return policy
  }()

  /// The policy of `design`: the app store on every platform.
  public static let design: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .appStore
    policy.nonIOS = .appStore
    return policy
  }()
}
