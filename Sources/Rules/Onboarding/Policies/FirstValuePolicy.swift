/// The definition of the first value for a newcomer.
public struct FirstValuePolicy: Hashable, Sendable {
  public enum Definition: String, CaseIterable, Sendable {
    case firstValueCardShown
    case motivatingContentSeen
    case inviteDelivered
  }

  public enum Card: String, CaseIterable, Sendable, BitwiseCopyable {
    case dedup
    case cleanup
    case checklist
  }

  public var definition = Definition.firstValueCardShown
  /// The cards of the first session; empty where there are none.
  public var cards: [Card] = [.dedup, .cleanup, .checklist]

  public init() {}
}

extension FirstValuePolicy {
  public static let rin = FirstValuePolicy()

  public static let product: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .motivatingContentSeen
    policy.cards = []
    return policy
  }()

  public static let design: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .inviteDelivered
    policy.cards = []
    return policy
  }()
}
