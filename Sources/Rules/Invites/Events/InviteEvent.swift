public import Vocabulary

/// Something that happened in the invite loop or on the way in.
///
/// The list is complete and internal: reports read it directly, so that no number depends on what
/// a vocabulary exports.
public enum InviteEvent: Hashable, Sendable, BitwiseCopyable {
  // MARK: The sender
  case appOpened
  case appUninstalled
  case flowOpened(from: FlowPolicy.EntryPoint)
  /// The explainer that precedes the system's question was shown.
  case contactsPromptShown
  case permissionGranted
  case permissionDenied
  case pickerOpened
  case pickerEmpty
  case pickerLoaded(contacts: Int)
  /// The picker came up and may not read contacts.
  case pickerWithoutPermission
  case pickerFailed
  case contactsSelected(count: Int)
  /// A tap on one of the invite screens, for counting taps to value.
  case screenTapped
  case linkCreating
  /// The link was made, for the first time or anew.
  case linkCreated(from: FlowPolicy.EntryPoint)
  case linkFailed
  /// The making of the link waits for the network.
  case linkQueued
  /// The channel is known only where something other than the sheet has chosen it.
  case shareSheetOpened(channel: ReportedChannel?)
  case shareSheetCancelled
  case shared(Share)
  /// The Copy button, which only the share screen has.
  case linkCopied(from: FlowPolicy.EntryPoint)
  // MARK: The invitee
  case linkOpened(InviteReference, appInstalled: Bool, by: Opener)
  case deferredResolved(InviteReference, daysSinceClick: Int)
  case attributionFailed
  case appInstalled(InviteReference)
  case onboardingStarted
  /// The account was created, by whatever means the profile has.
  case signedUp
  case connected(inviter: PrincipalID, invitee: PrincipalID)
  case onboardingCompleted(InviteReference, invitee: PrincipalID)
  case firstValueSeen
  // MARK: Prompts
  case promptShown(PromptTrigger, number: Int)
  case promptDismissed(PromptTrigger, number: Int)
  case promptTapped(PromptTrigger, number: Int)
  case promptSuppressed(PromptTrigger)
  // MARK: What the inviter sees and hears
  case dashboardViewed(sent: Int, installed: Int, completed: Int)
  case dashboardContactTapped(invitee: PrincipalID)
  case termsViewed
  case notificationSent(inviter: PrincipalID, invitee: PrincipalID)
  case notificationTapped(inviter: PrincipalID, invitee: PrincipalID)
  // MARK: The spine of the way in
  case signUpStarted
  case phoneSubmitted
  case phoneVerified
  case syncStarted
  case syncProgressed
  case syncCompleted
  case basicsCompleted
  case defaultsSet
  case firstValueGenerated
  case firstSessionPrimaryAction
}

extension InviteEvent {
  /// The step that the event belongs to, without its particulars.
  public var step: InviteStep {
    switch self {
    case .appOpened: .appOpened
    case .appUninstalled: .appUninstalled
    case .flowOpened: .flowOpened
    case .contactsPromptShown: .contactsPromptShown
    case .permissionGranted: .permissionGranted
    case .permissionDenied: .permissionDenied
    case .pickerOpened: .pickerOpened
    case .pickerEmpty: .pickerEmpty
    case .pickerLoaded: .pickerLoaded
    case .pickerWithoutPermission: .pickerWithoutPermission
    case .pickerFailed: .pickerFailed
    case .contactsSelected: .contactsSelected
    case .screenTapped: .screenTapped
    case .linkCreating: .linkCreating
    case .linkCreated: .linkCreated
    case .linkFailed: .linkFailed
    case .linkQueued: .linkQueued
    case .shareSheetOpened: .shareSheetOpened
    case .shareSheetCancelled: .shareSheetCancelled
    case .shared: .shared
    case .linkCopied: .linkCopied
    case .linkOpened: .linkOpened
    case .deferredResolved: .deferredResolved
    case .attributionFailed: .attributionFailed
    case .appInstalled: .appInstalled
    case .onboardingStarted: .onboardingStarted
    case .signedUp: .signedUp
    case .connected: .connected
    case .onboardingCompleted: .onboardingCompleted
    case .firstValueSeen: .firstValueSeen
    case .promptShown: .promptShown
    case .promptDismissed: .promptDismissed
    case .promptTapped: .promptTapped
    case .promptSuppressed: .promptSuppressed
    case .dashboardViewed: .dashboardViewed
    case .dashboardContactTapped: .dashboardContactTapped
    case .termsViewed: .termsViewed
    case .notificationSent: .notificationSent
    case .notificationTapped: .notificationTapped
    case .signUpStarted: .signUpStarted
    case .phoneSubmitted: .phoneSubmitted
    case .phoneVerified: .phoneVerified
    case .syncStarted: .syncStarted
    case .syncProgressed: .syncProgressed
    case .syncCompleted: .syncCompleted
    case .basicsCompleted: .basicsCompleted
    case .defaultsSet: .defaultsSet
    case .firstValueGenerated: .firstValueGenerated
    case .firstSessionPrimaryAction: .firstSessionPrimaryAction
    }
  }
}
