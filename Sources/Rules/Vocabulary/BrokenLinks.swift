/// The behaviour of links that are no longer valid; the names are those of the settings
/// `link.…Behaviour`.
public struct BrokenLinks: Hashable, Sendable, BitwiseCopyable {
  /// The behaviour of a link that is older than the lifetime of links.
  public enum Expired: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Onboarding without a word about the invite, as under `rin`.
    case standardOnboarding
    /// A page that reports the expiry and leads to the App Store, as under `product`.
    case expiredPage
    /// The app's generic page in the App Store, as under `design`.
    case appStoreRedirect
  }

  /// The behaviour of a link whose code was never issued.
  public enum Unknown: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Onboarding without a word about the invite.
    case standardOnboarding
  }

  /// The behaviour of a link whose signature does not fit.
  public enum Tampered: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Onboarding without the sender's name, and a line in the log for developers.
    case genericOnboardingAndLog
  }

  /// The behaviour of expired links; the default is that of `rin`.
  public var expired = Expired.standardOnboarding
  /// The behaviour of links with an unknown code, the same in every profile.
  public var unknown = Unknown.standardOnboarding
  /// `nil` where links carry no signature: then a tampered link is an unknown one.
  public var tampered: Tampered?

  /// Creates the behaviour of the profile `rin`.
  public init() {}
}

extension BrokenLinks {
  /// The behaviour of the profile `rin`: standard onboarding throughout.
  public static let rin = BrokenLinks()

  /// The behaviour of the profile `product`, the only one that detects tampered links.
  public static let product: BrokenLinks = {
    var links = BrokenLinks()
    links.expired = .expiredPage
    links.tampered = .genericOnboardingAndLog
    return links
  }()

  /// The behaviour of the profile `design`: an expired link leads to the App Store.
  public static let design: BrokenLinks = {
    var links = BrokenLinks()
    links.expired = .appStoreRedirect
    return links
  }()
}

/// The standing of a tapped link at the service.
public enum LinkStanding: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The link leads to an invite; one without acceptances left counts as valid, too.
  case valid
  /// No such code was ever issued.
  case unknown
  /// The link is older than the lifetime of links.
  case expired
  /// The signature does not fit the link.
  case tampered
}
