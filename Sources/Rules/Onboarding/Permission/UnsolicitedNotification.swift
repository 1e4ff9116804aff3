public import Vocabulary

/// Whether the app may send someone a notification that nobody asked for.
public enum UnsolicitedNotification: Hashable, Sendable {
  case allowed
  case withheld(because: RuleID)

  /// Decides by the permission of whoever would receive it.
  public static func decide(hasPermission: Bool) -> UnsolicitedNotification {
    hasPermission ? .allowed : .withheld(because: "PER-07")
  }
}

extension OnboardingRules {
  static let unsolicited: [Rule] = [
    Rule("PER-07", "No unsolicited notification is sent without permission.")
  ]
}
