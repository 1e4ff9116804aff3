/// The subject of an invite; it travels in the link, words the message and routes the invitee.
public enum InviteContext: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The app itself: the context of an invite without a special occasion.
  case generic
  /// An achievement of the sender.
  case achievement
  /// Content of the app that the sender shares.
  case content
  /// A feature that is used together with others.
  case collaborative
}

/// The place in the app at which an invitee lands after onboarding.
public enum InviteeDestination: Hashable, Sendable, BitwiseCopyable, Codable {
  /// The app's home.
  case home
  /// The content or achievement that the invite was about, by its opaque number.
  case content(UInt64)
  /// The collaborative feature that the invite was about, by its opaque number.
  case sharedFeature(UInt64)
  /// The inviter's profile, where the invite has no subject.
  case senderProfile(PrincipalID)
}

/// The identity of a person with an account, a number without meaning outside.
public struct PrincipalID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable,
  Codable
{
  /// The number that stands for the person in tokens, records and simulations.
  public var rawValue: UInt64

  /// Creates the identity that a number stands for.
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
public enum AccountState: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
  /// The account is in use, and its owner may be named.
  case active
  /// The account is gone, and its owner is not named any more.
  case deleted
  /// The account is barred; the receipt of an invite treats it like a deleted one (CNF-13).
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
