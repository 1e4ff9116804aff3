public import Vocabulary

/// All that is known inside about one invite and whoever followed it.
///
/// It never leaves the server: what an inviter may see of it is an `InviterView` or a `Dashboard`.
public struct InviteFacts: Hashable, Sendable {
  public var created: Instant?
  public var sent: Instant?
  /// The link was tapped, by a person and not by a preview.
  public var clicked: Instant?
  /// The invite was opened, as far as a profile tells it from a click.
  public var opened: Instant?
  /// The attributed install was first launched.
  public var installed: Instant?
  /// The phone number was verified.
  public var signedUp: Instant?
  public var connected: Instant?
  public var completed: Instant?
  public var expired: Instant?
  /// Who joined; `nil` before there is an account.
  public var invitee: PrincipalID?
  public var name: String?
  /// Where the avatar lies; `nil` without one.
  public var avatar: String?

  public init() {}
}
