/// The behaviour of links that are no longer valid; the names are those of the settings
/// `link.…Behaviour`.
public struct BrokenLinks: Hashable, Sendable, BitwiseCopyable {
  public enum Expired: String, CaseIterable, Sendable, BitwiseCopyable {
    case standardOnboarding
    case expiredPage
    case appStoreRedirect
  }

  public enum Unknown: String, CaseIterable, Sendable, BitwiseCopyable {
    case standardOnboarding
  }

  public enum Tampered: String, CaseIterable, Sendable, BitwiseCopyable {
    case genericOnboardingAndLog
  }

  public var expired = Expired.standardOnboarding
  public var unknown = Unknown.standardOnboarding
  /// `nil` where links carry no signature: then a tampered link is an unknown one.
  public var tampered: Tampered?

  public init() {}
}

extension BrokenLinks {
  public static let rin = BrokenLinks()

  public static let product: BrokenLinks = {
    var links = BrokenLinks()
    links.expired = .expiredPage
    links.tampered = .genericOnboardingAndLog
    return links
  }()

  public static let design: BrokenLinks = {
    var links = BrokenLinks()
    links.expired = .appStoreRedirect
    return links
  }()
}

/// The standing of a tapped link at the service.
public enum LinkStanding: String, CaseIterable, Sendable, BitwiseCopyable {
  case valid
  /// No such code was ever issued.
  case unknown
  /// The link is older than the lifetime of links.
  case expired
  /// The signature does not fit the link.
  case tampered
}
