/// The circles that a new user starts with, and the storage of field access.
public struct CirclePolicy: Hashable, Sendable {
  /// A circle that exists from the start.
  public enum Default: String, CaseIterable, Sendable {
    case contacts = "Contacts"
    case everyone = "Everyone"
    case `public` = "Public"
    case family = "Family"
    case friends = "Friends"
    case colleagues = "Colleagues"
  }

  public enum AccessControl: String, CaseIterable, Sendable {
    case perFieldByCircle
  }

  /// The circles of a new account; empty where there are none.
  public var defaults: [Default] = [.contacts, .public, .family, .friends, .colleagues]
  public var accessControl: AccessControl? = .perFieldByCircle

  public init() {}
}

extension CirclePolicy {
  public static let rin = CirclePolicy()

  public static let product: CirclePolicy = {
    var policy = CirclePolicy()
    policy.defaults = []
    policy.accessControl = nil
    return policy
  }()

  public static let design = product
}
