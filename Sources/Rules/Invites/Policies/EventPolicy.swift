public import Vocabulary

/// The names and identities under which events leave the product.
public struct EventPolicy: Hashable, Sendable {
  public enum Identities: String, CaseIterable, Sendable {
    case hashed
    case raw
  }

  public enum LinkOpened: String, CaseIterable, Sendable {
    /// The link opened an installed app.
    case appOpen
    /// The link was tapped, with or without the app.
    case anyClick
    case notLogged
  }

  /// The document that names the events.
  public var vocabulary = ProfileID.rin
  public var identities = Identities.hashed
  public var linkOpenedMeans = LinkOpened.appOpen

  public init() {}
}

extension EventPolicy {
  public static let rin = EventPolicy()

  public static let product: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .product
    policy.linkOpenedMeans = .anyClick
    return policy
  }()

  public static let design: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .design
    policy.identities = .raw
    policy.linkOpenedMeans = .notLogged
    return policy
  }()
}
