public import Invites
public import Onboarding

extension JourneyEvent {
  /// The step of the invite loop that the event is; `nil` for an offer, which is none.
  public var inviteStep: InviteStep? {
    switch self {
    case .signUpStarted: .signUpStarted
    case .phoneSubmitted: .phoneSubmitted
    case .phoneVerified: .phoneVerified
    case .contactsPromptShown: .contactsPromptShown
    case .permissionGranted: .permissionGranted
    case .permissionDenied: .permissionDenied
    case .syncStarted: .syncStarted
    case .syncProgressed: .syncProgressed
    case .syncCompleted: .syncCompleted
    case .basicsCompleted: .basicsCompleted
    case .defaultsSet: .defaultsSet
    case .firstValueGenerated: .firstValueGenerated
    case .firstSessionPrimaryAction: .firstSessionPrimaryAction
    case .onboardingStarted: .onboardingStarted
    case .onboardingCompleted: .onboardingCompleted
    case .signedUp: .signedUp
    case .firstValueSeen: .firstValueSeen
    case .connectionSuggested: nil
    case .connected: .connected
    }
  }
}
