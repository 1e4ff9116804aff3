/// The identity of a person with an account, a number without meaning outside.
public struct PrincipalID: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  @inlinable
  public static func < (left: PrincipalID, right: PrincipalID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The state of an inviter's account.
public enum AccountState: String, CaseIterable, Sendable, BitwiseCopyable {
  case active
  case deleted
  case suspended
}

/// The three sets of positions that the seed documents take.
public enum ProfileID: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Seeds 000, 001 and 004: the default.
  case rin
  /// Seed 002.
  case product = "invite-friends-product"
  /// Seed 003.
  case design = "invite-friends-design"
}

extension ProfileID {
  /// The name in settings and on the command line; the raw value is the name in reports.
  public var shortName: String {
    switch self {
    case .rin: "rin"
    case .product: "product"
    case .design: "design"
    }
  }
}
