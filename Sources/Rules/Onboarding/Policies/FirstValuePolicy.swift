/// The definition of the first value for a newcomer.
public struct FirstValuePolicy: Hashable, Sendable {
  /// A moment that may count as first value.
  public enum Definition: String, CaseIterable, Sendable {
    /// A card of the policy was displayed: the definition of `rin`.
    case firstValueCardShown
    /// The subject of the invite was displayed: the definition of `product`.
    case motivatingContentSeen
    /// A friend received the newcomer's own invite: the definition of `design`.
    case inviteDelivered
  }

  /// A kind of first-value card.
  public enum Card: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Duplicates found among the user's contacts.
    case dedup
    /// Contacts that need cleaning.
    case cleanup
    /// The user's profile and controls; the one card that needs no contacts.
    case checklist
  }

  /// The moment that counts as first value; the default is that of `rin`.
  public var definition = Definition.firstValueCardShown
  /// The cards of the first session; empty where there are none.
  public var cards: [Card] = [.dedup, .cleanup, .checklist]

  /// Creates the policy of the profile `rin`.
  public init() {}
}

extension FirstValuePolicy {
  /// The policy of the profile `rin`: any of the three cards, once displayed.
  public static let rin = FirstValuePolicy()

  /// The policy of the profile `product`: the subject of the invite, and no cards.
  public static let product: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .motivatingContentSeen
    policy.cards = []
    return policy
  }()

  /// The policy of the profile `design`: the delivery of the newcomer's own invite, and no cards.
  public static let design: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .inviteDelivered
    policy.cards = []
    return policy
  }()
}
