public import Invites
public import Vocabulary

/// A link that opened the installed app of somebody who is known: a click that needs no matching.
public struct Opening: Hashable, Sendable, BitwiseCopyable {
  /// Its place among all clicks.
  public let sequence: UInt64
  public let at: Instant
  public let principal: PrincipalID
  /// `nil` for a link that names no record.
  public let code: InviteCode?
  /// What the link was worth at that moment.
  public let standing: LinkStanding

  public init(
    sequence: UInt64, at: Instant, principal: PrincipalID, code: InviteCode?,
    standing: LinkStanding
  ) {
    self.sequence = sequence
    self.at = at
    self.principal = principal
    self.code = code
    self.standing = standing
  }
}
