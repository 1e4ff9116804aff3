public import Vocabulary

/// A moment of the invite loop, in the facts that a simulator or a service reports.
///
/// The events that a moment fires are decided here, so that both fire the same ones. None is about
/// a person whose account is gone: an install that is kept for analytics alone fires nothing.
public enum InviteMoment: Hashable, Sendable, BitwiseCopyable {
  /// The app was opened: at a session, or at a launch after an install.
  case appOpened
  /// A link of an account was tapped, in a browser or on a phone that has the app.
  case linkTapped(InviteEvent.InviteReference, appInstalled: Bool, by: InviteEvent.Opener)
  /// The app was launched for the first time, and an inviter earned the credit by a click on a link.
  case launched(InviteEvent.InviteReference, daysSinceClick: Int)
  /// A newcomer saw the first screen; `isInvited` if an inviter is named there.
  case onboardingBegan(isInvited: Bool)
  /// A newcomer has an account; `isReferred` if an inviter is credited.
  case signedUp(isReferred: Bool)
  /// Inviter and invitee became connected.
  case connected(inviter: PrincipalID, invitee: PrincipalID)
  /// A newcomer saw the first value; `isReferred` if an inviter is credited.
  case firstValueSeen(isReferred: Bool)
  /// A newcomer completed onboarding; the link is that of the credit, `nil` without one.
  case onboardingCompleted(InviteEvent.InviteReference?, invitee: PrincipalID)
  /// The prompt rules decided on a trigger; `number` is that of a shown prompt.
  case promptDecided(PromptTrigger, number: Int?)
  /// The user answered the prompt of that number.
  case promptAnswered(PromptTrigger, number: Int, isTapped: Bool)
  /// The push about the invitee went to the inviter.
  case pushSent(inviter: PrincipalID, invitee: PrincipalID)
  /// The inviter tapped that push.
  case pushTapped(inviter: PrincipalID, invitee: PrincipalID)
}

extension InviteMoment {
  /// The events that the moment fires, in order.
  public var events: [InviteEvent] {
    switch self {
    case .appOpened: [InviteEvent(.appOpened)]
    case .linkTapped(let reference, let appInstalled, let opener):
      [InviteEvent(.linkOpened, .opening(reference, appInstalled: appInstalled, by: opener))]
    case .launched(let reference, let days):
      [
        InviteEvent(.deferredResolved, .resolution(reference, daysSinceClick: days)),
        InviteEvent(.appInstalled, .reference(reference)),
      ]
    case .onboardingBegan(let isInvited): isInvited ? [InviteEvent(.onboardingStarted)] : []
    case .signedUp(let isReferred): isReferred ? [InviteEvent(.signedUp)] : []
    case .connected(let inviter, let invitee):
      [InviteEvent(.connected, .pair(inviter: inviter, invitee: invitee))]
    case .firstValueSeen(let isReferred): isReferred ? [InviteEvent(.firstValueSeen)] : []
    case .onboardingCompleted(let reference?, let invitee):
      [InviteEvent(.onboardingCompleted, .completion(reference, invitee: invitee))]
    case .onboardingCompleted(nil, _): []
    case .promptDecided(let trigger, let number):
      [
        InviteEvent(
          number == nil ? .promptSuppressed : .promptShown, .prompt(trigger, number: number))
      ]
    case .promptAnswered(let trigger, let number, let isTapped):
      [
        InviteEvent(
          isTapped ? .promptTapped : .promptDismissed, .prompt(trigger, number: number))
      ]
    case .pushSent(let inviter, let invitee):
      [JoinedPush.sentEvent(to: inviter, about: invitee)]
    case .pushTapped(let inviter, let invitee):
      [JoinedPush.tappedEvent(by: inviter, about: invitee)]
    }
  }
}

extension EventRules {
  static let moments: [Rule] = [
    Rule("P-DDL-07", "The callback of the deferred link fires invite_app_installed.")
  ]
}
