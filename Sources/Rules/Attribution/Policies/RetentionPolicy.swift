public import Vocabulary

/// The retention of incomplete installs, and of the records of deleted accounts.
///
/// The retention of clicks is a setting of `AttributionPolicy`, which credit depends on.
public struct RetentionPolicy: Hashable, Sendable {
  /// The treatment of a deleted account's records.
  public enum OnAccountDeletion: String, CaseIterable, Sendable {
    /// Referrals, and records that may become one, keep a pseudonym; the value of `rin` and
    /// `design`.
    case pseudonymise
    /// Every record is erased; the value of `product`.
    case erase
  }

  /// The retention of an attributed install that never completes onboarding.
  public var incompleteInstall = Interval.days(7)
  /// The treatment of a deleted account's records.
  public var onAccountDeletion = OnAccountDeletion.pseudonymise

  /// Creates the policy of `rin`.
  public init() {}
}

extension RetentionPolicy {
  /// The policy of `rin`: seven days for incomplete installs, and pseudonyms for deleted accounts.
  public static let rin = RetentionPolicy()

  /// The policy of `product`: as under `rin`, but every record of a deleted account is erased.
  public static let product: RetentionPolicy = {
    var policy = RetentionPolicy()
    policy.onAccountDeletion = .erase
    return policy
  }()

  /// The policy of `design`, equal to that of `rin`.
  public static let design = rin
}
