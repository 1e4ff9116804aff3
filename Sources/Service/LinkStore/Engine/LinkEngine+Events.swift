public import Invites
public import Vocabulary

extension LinkEngine {
  /// A receiver of the events that the engine's decisions fire, each with its person and moment.
  ///
  /// Their export belongs to the turn, as every write does.
  public typealias EventReceiver = (InviteEvent, PrincipalID, Instant) -> Void

  /// Fires the events of a moment, if there is a receiver.
  func fire(_ moment: @autoclosure () -> InviteMoment?, by person: PrincipalID, at now: Instant) {
    guard let onEvent, let moment = moment() else { return }
    for event in moment.events { onEvent(event, person, now) }
  }

  /// The link of an invite, as events name it; `nil` if its sender's account is gone.
  func reference(to invite: StoredInvite?) -> InviteEvent.InviteReference? {
    invite.flatMap { reference(to: $0.record.code, of: $0.record.sender) }
  }

  /// The link that brought a newcomer; `nil` without credit, or if the inviter's account is gone.
  func reference(to referral: Referral) -> InviteEvent.InviteReference? {
    referral.kind == .credited ? reference(to: referral.code, of: referral.inviter) : nil
  }

  private func reference(
    to code: InviteCode, of sender: PrincipalID
  ) -> InviteEvent.InviteReference? {
    account(of: sender) == .deleted
      ? nil : InviteEvent.InviteReference(code: code, referrer: sender)
  }
}

extension InviteMoment {
  /// The tap on a link; `nil` where the link leads to no account.
  static func tap(
    _ reference: InviteEvent.InviteReference?, appInstalled: Bool, by opener: InviteEvent.Opener
  ) -> InviteMoment? {
    reference.map { .linkTapped($0, appInstalled: appInstalled, by: opener) }
  }
}
