public import Vocabulary

/// The internal facts about one invite and its invitee.
///
/// They never leave the server: an inviter receives an `InviterView` or a `Dashboard`.
public struct InviteFacts: Hashable, Sendable {
  public var created: Instant?
  public var sent: Instant?
  /// The link was tapped, by a person and not by a preview.
  public var clicked: Instant?
  /// The invite was opened, where a profile distinguishes this from a click.
  public var opened: Instant?
  /// The attributed install was first launched.
  public var installed: Instant?
  /// The phone number was verified.
  public var signedUp: Instant?
  public var connected: Instant?
  public var completed: Instant?
  public var expired: Instant?
  /// The account of the invitee; `nil` before it exists.
  public var invitee: PrincipalID?
  public var name: String?
  /// The address of the avatar; `nil` without one.
  public var avatar: String?

  public init() {}
}
