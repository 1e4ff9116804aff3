/// A step of the invite loop or of the way in, one for each kind of internal event.
///
/// The vocabulary decides whether and under which name it leaves the product.
public enum InviteStep: String, CaseIterable, Sendable, BitwiseCopyable {
  // MARK: The sender
  /// The app was opened; only `design` exports it, for the return of inviters.
  case appOpened
  /// The app was uninstalled; no vocabulary exports it.
  case appUninstalled
  /// A sharing flow was opened from an entry point.
  case flowOpened
  /// The explainer that precedes the system's contacts prompt was shown.
  case contactsPromptShown
  /// The user's answer lets the app read contacts, some or all.
  case permissionGranted
  /// The user denied access to contacts, or put it off during onboarding.
  case permissionDenied
  /// The contact picker was opened.
  case pickerOpened
  /// The picker loaded an address book without contacts.
  case pickerEmpty
  /// The picker loaded at least one contact.
  case pickerLoaded
  /// The picker lists no contacts, because the permission for them does not suffice.
  case pickerWithoutPermission
  /// The picker could not read the address book.
  case pickerFailed
  /// The user went on from the picker with the selected contacts.
  case contactsSelected
  /// The user tapped on an invite screen; no vocabulary exports it.
  case screenTapped
  /// A link was requested.
  case linkCreating
  /// A requested link is ready.
  case linkCreated
  /// A request for a link failed or timed out.
  case linkFailed
  /// A creation waits for the network; no vocabulary exports it.
  case linkQueued
  /// The share sheet, or the compose sheet of Messages, was presented.
  case shareSheetOpened
  /// The user closed the sheet without sharing.
  case shareSheetCancelled
  /// The sheet reported a completed share.
  case shared
  /// The user tapped the Copy button; copying inside the share sheet is `shared`.
  case linkCopied
  // MARK: The invitee
  /// A person tapped an invite link, with or without the app.
  case linkOpened
  /// The first launch was traced to a click on a link.
  case deferredResolved
  /// An attribution failed; no vocabulary exports it.
  case attributionFailed
  /// An attributed install was detected.
  case appInstalled
  /// An invited newcomer began onboarding.
  case onboardingStarted
  /// A newcomer's account was created.
  case signedUp
  /// Inviter and invitee became connected.
  case connected
  /// An invited newcomer completed onboarding.
  case onboardingCompleted
  /// An invitee reached the first value, as the policy defines it.
  case firstValueSeen
  // MARK: Prompts
  /// A prompt was shown.
  case promptShown
  /// The user dismissed a prompt.
  case promptDismissed
  /// The user acted on a prompt.
  case promptTapped
  /// A rule withheld a prompt; no vocabulary exports it.
  case promptSuppressed
  // MARK: The inviter's dashboard and pushes
  /// The dashboard showed its figures, for the first time since it was opened.
  case dashboardViewed
  /// The inviter tapped an invitee in the dashboard's list.
  case dashboardContactTapped
  /// The inviter opened the terms of referral.
  case termsViewed
  /// The push about an invitee went to the inviter.
  case notificationSent
  /// The inviter tapped the push.
  case notificationTapped
  // MARK: The spine of the way in
  /// Sign-up began: the phone number, or the account, is requested.
  case signUpStarted
  /// A phone number was submitted, and its one-time code sent.
  case phoneSubmitted
  /// The right one-time code was entered.
  case phoneVerified
  /// The import of contacts began.
  case syncStarted
  /// The import of contacts reported progress.
  case syncProgressed
  /// The import of contacts was completed.
  case syncCompleted
  /// The profile basics were finished or skipped.
  case basicsCompleted
  /// The sharing defaults were saved.
  case defaultsSet
  /// The first insight was produced; it need not be on a screen yet.
  case firstValueGenerated
  /// The newcomer took the first primary action on home.
  case firstSessionPrimaryAction
}

/// The groups in which `rin` lists its events.
public enum InviteEventGroup: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Creating, sharing and copying a link: three events.
  case creation
  /// From the opened link to the connection and the end of onboarding: five events.
  case receipt
  /// A prompt that is shown, dismissed or tapped: three events.
  case prompts
  /// The dashboard, its rows and the terms of referral: three events.
  case dashboard
  /// The push to the inviter, sent and tapped: two events.
  case notification
  /// The thirteen names of signing up, which 004 lists on their own.
  case spine
}

/// The name of a step in one vocabulary, with the other names that the document has for it.
public struct InviteEventName: Hashable, Sendable {
  /// The name under which the event is exported.
  public let primary: String
  /// The document's other names for the step, in its order; empty for most.
  public let aliases: [String]

  init(_ primary: String, aliases: [String] = []) {
    self.primary = primary
    self.aliases = aliases
  }
}

extension InviteStep {
  /// Whether the link service fires the event, because it is the one that sees the moment.
  public var isServed: Bool {
    switch self {
    case .linkOpened, .deferredResolved, .appInstalled, .signedUp, .connected, .firstValueSeen,
      .onboardingCompleted, .notificationSent:
      true
    default: false
    }
  }

  /// The reason why no simulation fires the event; `nil` for an event that one fires.
  public var reasonNotSimulated: String? {
    switch self {
    case .appUninstalled: "no vocabulary names it"
    case .dashboardViewed, .dashboardContactTapped, .termsViewed:
      "no document says how often inviters open the dashboard"
    case .syncProgressed: "a simulated sync has a beginning and an end, and nothing between them"
    case .screenTapped: "no vocabulary names it; a simulation counts taps"
    case .attributionFailed: "no vocabulary names it; a simulation counts lost credits"
    default: nil
    }
  }
}
