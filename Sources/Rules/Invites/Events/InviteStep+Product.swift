import Vocabulary

extension InviteStep {
  var productName: String? {
    switch self {
    case .flowOpened: "invite_flow_started"
    case .shareSheetOpened: "invite_share_sheet_opened"
    case .shareSheetCancelled: "invite_share_sheet_dismissed"
    case .shared, .linkCopied: "invite_sent"
    case .linkOpened: "invite_link_opened"
    case .appInstalled: "invite_app_installed"
    case .onboardingStarted: "invite_onboarding_started"
    case .onboardingCompleted: "invite_onboarding_completed"
    case .firstValueSeen: "invite_first_value"
    case .connected: "invite_accepted"
    case .promptShown: "invite_prompt_shown"
    case .promptDismissed: "invite_prompt_dismissed"
    case .appOpened, .appUninstalled, .contactsPromptShown, .permissionGranted,
      .permissionDenied, .pickerOpened, .pickerEmpty, .pickerLoaded, .pickerWithoutPermission,
      .pickerFailed, .contactsSelected, .screenTapped, .linkCreating, .linkCreated, .linkFailed,
      .linkQueued,
      .deferredResolved, .attributionFailed, .signedUp, .promptTapped, .promptSuppressed,
      .dashboardViewed, .dashboardContactTapped, .termsViewed, .notificationSent,
      .notificationTapped, .signUpStarted, .phoneSubmitted, .phoneVerified, .syncStarted,
      .syncProgressed,
      .syncCompleted, .basicsCompleted, .defaultsSet, .firstValueGenerated,
      .firstSessionPrimaryAction:
      nil
    }
  }
}

extension EventRules {
  static let productNames: [Rule] = [
    Rule("P-EVT-01", "A tap on an entry point is invite_flow_started."),
    Rule("P-EVT-02", "A presented share sheet is invite_share_sheet_opened."),
    Rule("P-EVT-03", "A share through a channel, or a copied link, is invite_sent."),
    Rule("P-EVT-04", "A tapped link is invite_link_opened, with the app or without."),
    Rule("P-EVT-05", "An install that the deferred link brought is invite_app_installed."),
    Rule("P-EVT-06", "The start of invited onboarding is invite_onboarding_started."),
    Rule("P-EVT-07", "Completed onboarding is invite_onboarding_completed."),
    Rule("P-EVT-08", "The first-value moment is invite_first_value."),
    Rule("P-EVT-09", "invite_accepted says that the two connected, nothing less."),
    Rule("P-EVT-10", "A shown trigger is invite_prompt_shown."),
    Rule("P-EVT-11", "A dismissed trigger is invite_prompt_dismissed."),
    Rule("P-EVT-12", "A share sheet left without sending is invite_share_sheet_dismissed."),
    Rule("P-EVT-13", "A failed attribution is kept internally; the document names no event."),
    Rule("P-PRM-10", "Acting on a prompt has no event but the flow that it starts."),
  ]
}
