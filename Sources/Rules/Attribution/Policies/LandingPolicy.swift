/// The page that a browser shows at the address of an invite link.
public struct LandingPolicy: Hashable, Sendable {
  public enum Page: String, CaseIterable, Sendable {
    case generic
    case ogPersonalised
    case appStore
  }

  public enum NonIOS: String, CaseIterable, Sendable {
    case genericPage
    case emailCapture
    case appStore
  }

  public var page = Page.generic
  public var socialProofLine = false
  public var previewFetchCountsAsClick = false
  public var nonIOS = NonIOS.genericPage

  public init() {}
}

extension LandingPolicy {
  public static let rin = LandingPolicy()

  public static let product: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .ogPersonalised
    policy.socialProofLine = true
    policy.nonIOS = .emailCapture
    return policy
  }()

  public static let design: LandingPolicy = {
    var policy = LandingPolicy()
    policy.page = .appStore
    policy.nonIOS = .appStore
    return policy
  }()
}
