/// A step of the invite loop or of the way in, one for each kind of internal event.
///
/// The vocabulary decides whether and under which name it leaves the product.
public enum InviteStep: String, CaseIterable, Sendable, BitwiseCopyable {
  // MARK: The sender
  case appOpened
  case appUninstalled
  case flowOpened
  case contactsPromptShown
  case permissionGranted
  case permissionDenied
  case pickerOpened
  case pickerEmpty
  case pickerLoaded
  case pickerWithoutPermission
  case pickerFailed
  case contactsSelected
  case screenTapped
  case linkCreating
  case linkCreated
  case linkFailed
  case linkQueued
  case shareSheetOpened
  case shareSheetCancelled
  case shared
  case linkCopied
  // MARK: The invitee
  case linkOpened
  case deferredResolved
  case attributionFailed
  case appInstalled
  case onboardingStarted
  case signedUp
  case connected
  case onboardingCompleted
  case firstValueSeen
  // MARK: Prompts
  case promptShown
  case promptDismissed
  case promptTapped
  case promptSuppressed
  // MARK: The inviter's dashboard and pushes
  case dashboardViewed
  case dashboardContactTapped
  case termsViewed
  case notificationSent
  case notificationTapped
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

/// The groups in which `rin` lists its events.
public enum InviteEventGroup: String, CaseIterable, Sendable, BitwiseCopyable {
  case creation
  case receipt
  case prompts
  case dashboard
  case notification
  /// The thirteen names of signing up, which 004 lists on their own.
  case spine
}

/// The name of a step in one vocabulary, with the other names that the document has for it.
public struct InviteEventName: Hashable, Sendable {
  /// The name under which the event is exported.
  public let primary: String
  public let aliases: [String]

  init(_ primary: String, aliases: [String] = []) {
    self.primary = primary
    self.aliases = aliases
  }
}
