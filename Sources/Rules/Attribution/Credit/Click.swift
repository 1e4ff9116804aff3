public import Vocabulary

/// One recorded tap on an invite link, with the facts about link and inviter when credit is
/// decided.
public struct Click: Hashable, Sendable, BitwiseCopyable {
  /// The order in which clicks were recorded; unique to each click.
  public var sequence: UInt64
  /// The moment of the tap, from which the window runs.
  public var at: Instant
  /// The owner of the tapped link.
  public var inviter: PrincipalID
  /// The standing of the link for this click (default: `valid`).
  public var link: LinkStanding
  /// The state of the inviter's account when credit is decided (default: `active`).
  public var inviterState: AccountState
  /// Whether the tap came from a device that the inviter uses (default: `false`).
  public var isFromInvitersDevice: Bool

  /// Creates a click, by default on a valid link of an active inviter.
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

  /// Returns the click as one from a device on which `users` were signed in.
  public func onDevice(of users: [PrincipalID]) -> Click {
    var click = self
    click.isFromInvitersDevice = users.contains(inviter)
    return click
  }

  /// Returns whether this click came after `other`; the sequence orders clicks at one instant.
  func isNewer(than other: Click) -> Bool {
    (at, sequence) > (other.at, other.sequence)
  }
}
