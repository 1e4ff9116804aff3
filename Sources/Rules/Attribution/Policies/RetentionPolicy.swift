public import Vocabulary

/// The retention of incomplete installs, and of the records of deleted accounts.
///
/// The retention of clicks is a setting of `AttributionPolicy`, which credit depends on.
public struct RetentionPolicy: Hashable, Sendable {
  public enum OnAccountDeletion: String, CaseIterable, Sendable {
    case pseudonymise
    case erase
  }

  /// The retention of an attributed install that never completes onboarding.
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
