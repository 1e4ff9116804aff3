public import Vocabulary

/// Something that happened in the invite loop or on the way in.
///
/// The list is complete and internal: reports read it directly, so that no number depends on what
/// a vocabulary exports.
public enum InviteEvent: Hashable, Sendable {
  // MARK: The sender
  case appOpened
  case appUninstalled
  case flowOpened(from: FlowPolicy.EntryPoint)
  case permissionPromptShown
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
  /// The channel is known only where something other than the sheet has chosen it.
  case shareSheetOpened(channel: ReportedChannel?)
  case shareSheetCancelled
  case shared(Share)
  /// The Copy button, which only the share screen has.
  case linkCopied(from: ShareScreenEntry)
  // MARK: The invitee
  case linkOpened(InviteReference, appInstalled: Bool, by: Opener)
  case deferredResolved(InviteReference, daysSinceClick: Int)
  case attributionFailed
  case appInstalled(InviteReference)
  case onboardingStarted
  /// The phone number is verified.
  case signedUp
  case connected(inviter: PrincipalID, invitee: PrincipalID)
  case onboardingCompleted(InviteReference, invitee: PrincipalID)
  case firstValue
  // MARK: Prompts
  case promptShown(Trigger, number: Int)
  case promptDismissed(Trigger, number: Int)
  case promptTapped(Trigger, number: Int)
  case promptSuppressed(Trigger)
  // MARK: What the inviter sees and hears
  case dashboardViewed(sent: Int, installed: Int, completed: Int)
  case dashboardContactTapped(invitee: PrincipalID)
  case termsViewed
  case notificationSent(inviter: PrincipalID, invitee: PrincipalID)
  case notificationTapped(inviter: PrincipalID, invitee: PrincipalID)
  // MARK: The spine of the way in
  case signUpStarted
  case phoneSubmitted
  case syncStarted
  case syncProgressed
  case syncCompleted
  case profileCompleted
  case sharingDefaultsSet
  case firstValueGenerated
  case firstPrimaryAction
}

extension InviteEvent {
  /// The step that the event belongs to, without its particulars.
  public var step: InviteStep {
    switch self {
    case .appOpened: .appOpened
    case .appUninstalled: .appUninstalled
    case .flowOpened: .flowOpened
    case .permissionPromptShown: .permissionPromptShown
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
    case .firstValue: .firstValue
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
    case .syncStarted: .syncStarted
    case .syncProgressed: .syncProgressed
    case .syncCompleted: .syncCompleted
    case .profileCompleted: .profileCompleted
    case .sharingDefaultsSet: .sharingDefaultsSet
    case .firstValueGenerated: .firstValueGenerated
    case .firstPrimaryAction: .firstPrimaryAction
    }
  }
}
