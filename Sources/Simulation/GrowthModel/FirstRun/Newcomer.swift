public import Onboarding

/// Who comes to the first run.
public struct Newcomer: Hashable, Sendable, BitwiseCopyable {
  /// Whether a link was resolved to an inviter who is still there.
  public var isInvited = false
  /// Whose account the sign-up leads to.
  public var owner = AccountOwner.newPrincipal
  /// How many contacts there are on the phone.
  public var contacts = 0

  public init() {}
}
