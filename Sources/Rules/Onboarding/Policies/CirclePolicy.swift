/// The circles that a new user starts with, and the storage of field access.
public struct CirclePolicy: Hashable, Sendable {
  /// A circle that exists from the start.
  public enum Default: String, CaseIterable, Sendable {
    /// The contact list: mandatory, and the circle of connections by invite.
    case contacts = "Contacts"
    /// All that comes from the contact list: mandatory, as in the what-if `everyonePublic`.
    case everyone = "Everyone"
    /// Followers: mandatory.
    case `public` = "Public"
    /// The people whom the user places in "Family"; the circle can be renamed or deleted.
    case family = "Family"
    /// The people whom the user places in "Friends"; the circle can be renamed or deleted.
    case friends = "Friends"
    /// The people whom the user places in "Colleagues"; the circle can be renamed or deleted.
    case colleagues = "Colleagues"
  }

  /// A way of storing access to fields.
  public enum AccessControl: String, CaseIterable, Sendable {
    /// A matrix of field by circle, which holds defaults and overrides (``AccessMatrix``).
    case perFieldByCircle
  }

  /// The circles of a new account; empty where there are none.
  public var defaults: [Default] = [.contacts, .public, .family, .friends, .colleagues]
  /// The storage of field access; `nil` where a profile has no circles.
  public var accessControl: AccessControl? = .perFieldByCircle

  /// Creates the policy of the profile `rin`.
  public init() {}
}

extension CirclePolicy {
  /// The policy of the profile `rin`: two mandatory circles and three prepopulated ones.
  public static let rin = CirclePolicy()

  /// The policy of the profile `product`, whose document has no circles.
  public static let product: CirclePolicy = {
    var policy = CirclePolicy()
    policy.defaults = []
    policy.accessControl = nil
    return policy
  }()

  /// The policy of the profile `design`, whose document has no circles.
  public static let design = product
}
