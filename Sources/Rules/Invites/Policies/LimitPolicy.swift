public import Vocabulary

/// The limits on one sender's invites, and the number that brings up a warning.
public struct LimitPolicy: Hashable, Sendable {
  /// A kind of event that may count toward the day's limit.
  public enum Counted: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The creation of an invite; a service can enforce it.
    case created
    /// The completed share of an invite, which the app reports.
    case sent
  }

  /// The reaction to a contact picked beyond `batchMax`.
  public enum Overflow: String, CaseIterable, Sendable {
    /// The contact is not selected; those picked before stay.
    case refuseSelection
  }

  /// The extent over which invites count toward the soft warning, which it has at most once.
  public enum WarningScope: String, CaseIterable, Sendable {
    /// The present batch, by its picked contacts.
    case batch
    /// The session: the contacts picked now, and the invites sent before.
    case session
  }

  /// The most invites in a day; `nil` sets no limit.
  public var dailyInvites: Int?
  /// The kind of event that counts toward `dailyInvites`; `nil` acts as `created`.
  public var dailyCounts: Counted?
  /// The most contacts in one batch; `nil` sets no limit.
  public var batchMax: Int?
  /// The reaction to a contact beyond `batchMax`; `nil` acts as `refuseSelection`.
  public var onBatchOverflow: Overflow?
  /// The number of selected contacts that brings up the soft warning; `nil` never warns.
  public var softWarningAt: Int?
  /// The extent over which invites count toward `softWarningAt`; `nil` acts as `batch`.
  public var softWarningScope: WarningScope?
  /// The time before the same contact may be invited again; `nil` sets no limit.
  public var reinviteCooldown: Interval?

  /// Creates the settings of `rin`, without any limit or warning.
  public init() {}
}

extension LimitPolicy {
  /// The settings of `rin`, the default: no limit and no warning.
  public static let rin = LimitPolicy()

  /// The settings of `invite-friends-product`: at most 50 created invites a day.
  public static let product: LimitPolicy = {
    var policy = LimitPolicy()
    policy.dailyInvites = 50
    policy.dailyCounts = .created
    return policy
  }()

  /// The settings of `invite-friends-design`: at most 20 contacts in a batch, a warning at 10.
  public static let design: LimitPolicy = {
    var policy = LimitPolicy()
    policy.batchMax = 20
    policy.onBatchOverflow = .refuseSelection
    policy.softWarningAt = 10
    policy.softWarningScope = .batch
    return policy
  }()
}
