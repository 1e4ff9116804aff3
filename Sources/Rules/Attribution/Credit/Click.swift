public import Vocabulary

/// One recorded tap on an invite link, with the facts about link and inviter when credit is
/// decided.
public struct Click: Hashable, Sendable, BitwiseCopyable {
  /// The order in which clicks were recorded; unique to each click.
  public var sequence: UInt64
  public var at: Instant
  public var inviter: PrincipalID
  public var link: LinkStanding
  public var inviterState: AccountState
  /// Whether the tap came from a device that the inviter uses.
  public var isFromInvitersDevice: Bool

  public init(
    sequence: UInt64, at: Instant, inviter: PrincipalID, link: LinkStanding = .valid,
    inviterState: AccountState = .active, isFromInvitersDevice: Bool = false
  ) {
    self.sequence = sequence
    self.at = at
    self.inviter = inviter
    self.link = link
    self.inviterState = inviterState
    self.isFromInvitersDevice = isFromInvitersDevice
  }

  /// Returns whether this click came after `other`; the sequence orders clicks at one instant.
  func isNewer(than other: Click) -> Bool {
    (at, sequence) > (other.at, other.sequence)
  }
}
