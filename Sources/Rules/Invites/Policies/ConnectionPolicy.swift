public import Vocabulary

/// The settings for connecting an inviter with an invitee.
public struct ConnectionPolicy: Hashable, Sendable {
  public enum Circle: String, CaseIterable, Sendable {
    case contacts = "Contacts"
  }

  public enum Retry: String, CaseIterable, Sendable {
    case nextSync
  }

  public var mode = ConnectionMode.autoMutualAtVerification
  /// The circle that each is added to; `nil` where there are no circles.
  public var circle: Circle? = .contacts
  public var retry: Retry? = .nextSync

  public init() {}
}

extension ConnectionPolicy {
  public static let rin = ConnectionPolicy()

  public static let product: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .suggested
    policy.circle = nil
    policy.retry = nil
    return policy
  }()

  public static let design: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .none
    policy.circle = nil
    policy.retry = nil
    return policy
  }()
}
