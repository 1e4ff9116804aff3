/// The choice and length of the invite texts.
public struct MessagePolicy: Hashable, Sendable {
  /// Not a `ProfileID`: 002 has two sets of texts.
  public enum TextSet: String, CaseIterable, Sendable {
    /// The texts of 000: one by first name, and one without.
    case rin
    /// The texts of 002 §5.2, in the sender's voice, by the context of the invite.
    case productByContext
    /// The texts of 002 §3.2, by the trigger that led to the invite.
    case productByTrigger
    /// The text of 003 §5.1, with and without a first name.
    case design
  }

  /// The recipient whose first name a text may contain (CNF-30).
  public enum NameRule: String, CaseIterable, Sendable {
    /// A first name only when there is exactly one recipient.
    case singleRecipientOnly
    /// The first name of the first recipient, however many there are; for what-ifs.
    case firstRecipient
  }

  /// The texts that a message is chosen from.
  public var set = TextSet.rin
  /// Whether texts differ by channel: a shorter text message, a closing line in emails.
  public var perChannel = false
  /// Whether texts name the app; otherwise it is called "this app".
  public var includeAppName = true
  /// The recipient whose first name a text may contain.
  public var nameRule = NameRule.singleRecipientOnly
  /// The most characters of a default message, link and name included; `nil` sets no limit.
  public var maxLength: Int?
  /// Whether each message reports its length in SMS segments.
  public var countSegments = true

  /// Creates the settings of `rin`.
  public init() {}
}

extension MessagePolicy {
  /// The settings of `rin`, the default: its own texts, of any length.
  public static let rin = MessagePolicy()

  /// The settings of `invite-friends-product`: texts by the context of the invite, of any length.
  public static let product: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .productByContext
    return policy
  }()

  /// The settings of `invite-friends-design`: its own texts, of at most 159 characters.
  public static let design: MessagePolicy = {
    var policy = MessagePolicy()
    policy.set = .design
    policy.maxLength = 159
    return policy
  }()
}
