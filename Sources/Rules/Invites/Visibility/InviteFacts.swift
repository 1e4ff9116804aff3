public import Vocabulary

/// The internal facts about one invite and its invitee.
///
/// They never leave the server: an inviter receives an `InviterView` or a `Dashboard`.
public struct InviteFacts: Hashable, Sendable {
  /// The moment at which the invite was created; `nil` where that is not recorded.
  public var created: Instant?
  /// The moment of the first reported share; `nil` while there is none.
  public var sent: Instant?
  /// The link was tapped, by a person and not by a preview.
  public var clicked: Instant?
  /// The invite was opened, where a profile distinguishes this from a click.
  public var opened: Instant?
  /// The attributed install was first launched.
  public var installed: Instant?
  /// The phone number was verified.
  public var signedUp: Instant?
  /// The moment at which inviter and invitee became connected; `nil` before.
  public var connected: Instant?
  /// The moment at which the invitee completed onboarding; `nil` before.
  public var completed: Instant?
  /// The moment at which the invite expired without being accepted; `nil` before.
  public var expired: Instant?
  /// The account of the invitee; `nil` before it exists.
  public var invitee: PrincipalID?
  /// The name that the invitee gave; `nil` without one.
  public var name: String?
  /// The address of the avatar; `nil` without one.
  public var avatar: String?

  /// Creates facts without any; set those that are known.
  public init() {}
}
