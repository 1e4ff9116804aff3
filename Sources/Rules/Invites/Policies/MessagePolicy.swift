/// The choice and length of the invite texts.
public struct MessagePolicy: Hashable, Sendable {
  /// Not a `ProfileID`: 002 has two sets of texts.
  public enum TextSet: String, CaseIterable, Sendable {
    case rin
    /// The texts of 002 §5.2, in the sender's voice, by the context of the invite.
    case productByContext
    /// The texts of 002 §3.2, by the trigger that led to the invite.
    case productByTrigger
    case design
  }

  public enum NameRule: String, CaseIterable, Sendable {
    /// A first name only when there is exactly one recipient.
    case singleRecipientOnly
    case firstRecipient
  }

  public var set = TextSet.rin
  public var perChannel = false
  public var includeAppName = true
  public var nameRule = NameRule.singleRecipientOnly
  /// The most characters of a default message, link and name included; `nil` sets no limit.
  public var maxLength: Int?
  public var countSegments = true

  public init() {}
}

extension MessagePolicy {
  public static let rin = MessagePolicy()

  public static let product: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .productByContext
    return policy
  }()

  public static let design: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .design
    policy.maxLength = 159
    return policy
  }()
}
