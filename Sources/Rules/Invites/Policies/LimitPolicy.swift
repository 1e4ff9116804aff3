public import Vocabulary

/// The limits on one sender's invites, and the number that brings up a warning.
public struct LimitPolicy: Hashable, Sendable {
  public enum Counted: String, CaseIterable, Sendable, BitwiseCopyable {
    case created
    case sent
  }

  public enum Overflow: String, CaseIterable, Sendable {
    case refuseSelection
  }

  public enum WarningScope: String, CaseIterable, Sendable {
    case batch
    case session
  }

  /// The most invites in a day; `nil` sets no limit.
  public var dailyInvites: Int?
  public var dailyCounts: Counted?
  /// The most contacts in one batch; `nil` sets no limit.
  public var batchMax: Int?
  public var onBatchOverflow: Overflow?
  /// The number of selected contacts that brings up the soft warning; `nil` never warns.
  public var softWarningAt: Int?
  public var softWarningScope: WarningScope?
  /// The time before the same contact may be invited again; `nil` sets no limit.
  public var reinviteCooldown: Interval?

  public init() {}
}

extension LimitPolicy {
  public static let rin = LimitPolicy()

  public static let product: LimitPolicy = {
    var policy = LimitPolicy()
    policy.dailyInvites = 50
    policy.dailyCounts = .created
    return policy
  }()

  public static let design: LimitPolicy = {
    var policy = LimitPolicy()
    policy.batchMax = 20
    policy.onBatchOverflow = .refuseSelection
    policy.softWarningAt = 10
    policy.softWarningScope = .batch
    return policy
  }()
}
