import Vocabulary

extension InviteStep {
  /// The group of the step's event in `rin`; `nil` if there is none.
  public var rinGroup: InviteEventGroup? { rinName?.group }

  var rinName: (name: String, group: InviteEventGroup)? {
    switch self {
    case .linkCreated: ("invite_link_created", .creation)
    case .shared: ("invite_link_shared", .creation)
    case .linkCopied: ("invite_link_copied", .creation)
    case .linkOpened: ("invite_link_opened", .receipt)
    case .deferredResolved: ("invite_deferred_resolved", .receipt)
    case .appInstalled: ("invite_app_installed", .receipt)
    case .onboardingCompleted: ("invite_onboarding_completed", .receipt)
    case .connected: ("invite_auto_connected", .receipt)
    case .promptShown: ("invite_prompt_shown", .prompts)
    case .promptDismissed: ("invite_prompt_dismissed", .prompts)
    case .promptTapped: ("invite_prompt_tapped", .prompts)
    case .dashboardViewed: ("invite_dashboard_viewed", .dashboard)
    case .dashboardContactTapped: ("invite_dashboard_contact_tapped", .dashboard)
    case .termsViewed: ("invite_terms_viewed", .dashboard)
    case .notificationSent: ("invite_notification_sent", .notification)
    case .notificationTapped: ("invite_notification_tapped", .notification)
    case .signUpStarted: ("identity.signup_started", .spine)
    case .phoneSubmitted: ("identity.phone_submitted", .spine)
    case .phoneVerified: ("identity.phone_verified", .spine)
    case .contactsPromptShown: ("consent.contacts_prompt_shown", .spine)
    case .permissionGranted: ("contacts.permission_granted", .spine)
    case .permissionDenied: ("contacts.permission_denied", .spine)
    case .syncStarted: ("contact.sync_started", .spine)
    case .syncProgressed: ("contact.sync_progressed", .spine)
    case .syncCompleted: ("contact.sync_completed", .spine)
    case .basicsCompleted: ("profile.basics_completed", .spine)
    case .defaultsSet: ("policy.defaults_set", .spine)
    case .firstValueGenerated: ("insight.first_value_generated", .spine)
    case .firstSessionPrimaryAction: ("user.first_session_primary_action", .spine)
    case .appOpened, .appUninstalled, .flowOpened, .pickerOpened, .pickerEmpty, .pickerLoaded,
      .pickerWithoutPermission, .pickerFailed, .contactsSelected, .screenTapped, .linkCreating,
      .linkFailed, .linkQueued, .shareSheetOpened, .shareSheetCancelled, .attributionFailed,
      .onboardingStarted, .signedUp, .firstValueSeen, .promptSuppressed:
      nil
    }
  }
}

extension EventRules {
  static let rinNames: [Rule] = [
    Rule(
      "EVT-01", "Every event of the loop is named invite_, then an object, then what befell it."),
    Rule(
      "EVT-18", "There are sixteen events: creation 3, receipt 5, prompts 3, dashboard 3, push 2."),
    Rule("EVT-26", "Failures, suppressed prompts and cancelled shares have no event."),
    Rule("EVT-20", "A cancelled share sheet emits nothing."),
    Rule("SPN-01", "Signing up begins with identity.signup_started."),
    Rule("SPN-02", "A submitted number is identity.phone_submitted."),
    Rule("SPN-03", "A confirmed one-time code is identity.phone_verified."),
    Rule("SPN-04", "The contacts prompt is consent.contacts_prompt_shown."),
    Rule("SPN-05", "Its outcome is contacts.permission_granted or contacts.permission_denied."),
    Rule("SPN-06", "Sync has three phases: contact.sync_started, _progressed, _completed."),
    Rule("SPN-07", "Finished basics are profile.basics_completed."),
    Rule("SPN-08", "Saved sharing defaults are policy.defaults_set."),
    Rule("SPN-09", "A first insight is insight.first_value_generated."),
    Rule("SPN-10", "A first action at home is user.first_session_primary_action."),
    Rule("SPN-11", "The spine has thirteen distinct names of the form domain.object_action."),
    Rule("SPN-12", "Nobody gives the spine's events properties; they have none."),
    Rule(
      "SPN-13", "The contacts domain is spelled contacts. for permission and contact. for sync."),
    Rule("SPN-14", "Spine names carry a dotted domain, invite names are flat."),
  ]
}
