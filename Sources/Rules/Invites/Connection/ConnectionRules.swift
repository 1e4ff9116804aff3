public import Vocabulary

/// The rule book of connecting, telling the inviter, and rewards.
public enum ConnectionRules {
  public static let all: [Rule] =
    deciding + process + ledger + notifying + push + qualification + rewards + pressure
}
