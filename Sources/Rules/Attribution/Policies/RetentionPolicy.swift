public import Vocabulary

/// What becomes of installs that go nowhere, and of accounts that go away.
///
/// How long clicks are kept is a setting of `AttributionPolicy`, which credit depends on.
public struct RetentionPolicy: Hashable, Sendable {
  public enum OnAccountDeletion: String, CaseIterable, Sendable {
    case pseudonymise
    case erase
  }

  /// How long an attributed install is kept that never completes onboarding.
  public var incompleteInstall = Interval.days(7)
  public var onAccountDeletion = OnAccountDeletion.pseudonymise

  public init() {}
}

extension RetentionPolicy {
  public static let rin = RetentionPolicy()

  public static let product: RetentionPolicy = {
    var policy = RetentionPolicy()
    policy.onAccountDeletion = .erase
    return policy
  }()

  public static let design = rin
}
