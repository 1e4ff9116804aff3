public import Vocabulary

/// The names and identities under which events leave the product.
public struct EventPolicy: Hashable, Sendable {
  /// The form in which accounts appear in exported events.
  public enum Identities: String, CaseIterable, Sendable {
    /// A keyed hash, as an `IdentityHasher` computes it.
    case hashed
    /// The number of the account as it is.
    case raw
  }

  /// The openings of a link that are exported as events (CNF-55).
  public enum LinkOpened: String, CaseIterable, Sendable {
    /// The link opened an installed app.
    case appOpen
    /// The link was tapped, with or without the app.
    case anyClick
    /// No opening of a link is exported.
    case notLogged
  }

  /// The document that names the events.
  public var vocabulary = ProfileID.rin
  /// The form of accounts in exported events; session numbers are never hashed.
  public var identities = Identities.hashed
  /// The openings of a link that are exported; the others stay internal.
  public var linkOpenedMeans = LinkOpened.appOpen

  /// Creates the settings of `rin`.
  public init() {}
}

extension EventPolicy {
  /// The settings of `rin`, the default: hashed accounts, and openings of an installed app.
  public static let rin = EventPolicy()

  /// The settings of `invite-friends-product`: hashed accounts, and every tap on a link.
  public static let product: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .product
    policy.linkOpenedMeans = .anyClick
    return policy
  }()

  /// The settings of `invite-friends-design`: plain accounts, and no opening of a link.
  public static let design: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .design
    policy.identities = .raw
    policy.linkOpenedMeans = .notLogged
    return policy
  }()
}
