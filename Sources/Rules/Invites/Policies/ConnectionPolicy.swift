public import Vocabulary

/// The settings for connecting an inviter with an invitee.
public struct ConnectionPolicy: Hashable, Sendable {
  /// A circle that a connection adds each account to, without asking either.
  public enum Circle: String, CaseIterable, Sendable {
    /// The circle "Contacts", the only one that is ever chosen automatically (CON-05).
    case contacts = "Contacts"
  }

  /// An occasion to request a failed connection again.
  public enum Retry: String, CaseIterable, Sendable {
    /// The next sync of the inviter's or the invitee's app, and again until it succeeds (CON-18).
    case nextSync
  }

  /// The way in which inviter and invitee become connected, if at all (CNF-39).
  public var mode = ConnectionMode.autoMutualAtVerification
  /// The circle that each is added to; `nil` where there are no circles.
  public var circle: Circle? = .contacts
  /// The occasion for another request after a failed one; `nil` never tries again.
  public var retry: Retry? = .nextSync

  /// Creates the settings of `rin`.
  public init() {}
}

extension ConnectionPolicy {
  /// The settings of `rin`, the default: a silent, mutual connection in "Contacts".
  public static let rin = ConnectionPolicy()

  /// The settings of `invite-friends-product`: a connection that the invitee is offered, without
  /// circles.
  public static let product: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .suggested
    policy.circle = nil
    policy.retry = nil
    return policy
  }()

  /// The settings of `invite-friends-design`: no connection.
  public static let design: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .none
    policy.circle = nil
    policy.retry = nil
    return policy
  }()
}
