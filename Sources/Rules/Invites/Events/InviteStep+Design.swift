import Vocabulary

extension InviteStep {
  var designName: InviteEventName? {
    switch self {
    case .flowOpened: InviteEventName("invite_flow_opened")
    case .contactsPromptShown:
      InviteEventName(
        "invite_permission_prompt_shown", aliases: ["invite_picker_permission_prompt_shown"])
    case .permissionGranted: InviteEventName("invite_permission_granted")
    case .permissionDenied: InviteEventName("invite_permission_denied")
    case .pickerOpened: InviteEventName("invite_picker_opened")
    case .pickerEmpty: InviteEventName("invite_picker_empty_contacts")
    case .pickerLoaded: InviteEventName("invite_picker_contacts_loaded")
    case .pickerWithoutPermission: InviteEventName("invite_picker_permission_denied")
    case .pickerFailed: InviteEventName("invite_picker_error")
    case .contactsSelected: InviteEventName("invite_contacts_selected")
    case .linkCreating: InviteEventName("invite_link_generating")
    case .linkCreated: InviteEventName("invite_link_generated", aliases: ["invite_link_ready"])
    case .linkFailed: InviteEventName("invite_link_error")
    case .shareSheetOpened: InviteEventName("invite_share_sheet_opened")
    case .shareSheetCancelled: InviteEventName("invite_share_cancelled")
    case .shared, .linkCopied: InviteEventName("invite_sent")
    case .signedUp: InviteEventName("invite_accepted")
    case .appOpened: InviteEventName("app_opened")
    case .appUninstalled, .linkQueued, .screenTapped, .linkOpened, .deferredResolved,
      .attributionFailed,
      .appInstalled, .onboardingStarted, .connected, .onboardingCompleted, .firstValueSeen,
      .promptShown, .promptDismissed, .promptTapped, .promptSuppressed, .dashboardViewed,
      .dashboardContactTapped, .termsViewed, .notificationSent, .notificationTapped,
      .signUpStarted, .phoneSubmitted, .phoneVerified, .syncStarted, .syncProgressed,
      .syncCompleted,
      .basicsCompleted, .defaultsSet, .firstValueGenerated, .firstSessionPrimaryAction:
      nil
    }
  }
}

extension EventRules {
  static let designNames: [Rule] = [
    Rule("D-EVT-02", "The opened picker is invite_picker_opened."),
    Rule("D-EVT-03", "The explainer is invite_permission_prompt_shown."),
    Rule("D-EVT-04", "Its outcome is invite_permission_granted or invite_permission_denied."),
    Rule("D-EVT-06", "A created link is invite_link_generated."),
    Rule("D-EVT-09", "A cancelled share is invite_share_cancelled."),
    Rule("D-EVT-10", "A friend who signed up is invite_accepted."),
    Rule("D-EVT-11", "Each state of the picker has an event."),
    Rule("D-EVT-12", "Each state of the message screen has an event."),
    Rule("D-EVT-13", "app_opened feeds the return of inviters."),
    Rule("D-EVT-15", "There is no impression event, and none for declining the sheet."),
    Rule("D-EVT-16", "Taps on the invite screens are kept internally; no event is named for them."),
  ]
}
