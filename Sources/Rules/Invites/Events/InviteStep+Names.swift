public import Vocabulary

extension InviteStep {
  /// Returns the name of the step in `vocabulary`; `nil` if the document has no event for it.
  public func name(in vocabulary: ProfileID) -> InviteEventName? {
    switch vocabulary {
    case .rin: Self.rinNames[self].map { InviteEventName($0.name) }
    case .product: Self.productNames[self].map { InviteEventName($0) }
    case .design:
      Self.designNames[self].map { InviteEventName($0[0], aliases: Array($0.dropFirst())) }
    }
  }

  /// The group of the step's event in `rin`; `nil` if there is none.
  public var rinGroup: InviteEventGroup? { Self.rinNames[self]?.group }

  private static let rinNames: [InviteStep: (name: String, group: InviteEventGroup)] = [
    .linkCreated: ("invite_link_created", .creation),
    .shared: ("invite_link_shared", .creation),
    .linkCopied: ("invite_link_copied", .creation),
    .linkOpened: ("invite_link_opened", .receipt),
    .deferredResolved: ("invite_deferred_resolved", .receipt),
    .appInstalled: ("invite_app_installed", .receipt),
    .onboardingCompleted: ("invite_onboarding_completed", .receipt),
    .connected: ("invite_auto_connected", .receipt),
    .promptShown: ("invite_prompt_shown", .prompts),
    .promptDismissed: ("invite_prompt_dismissed", .prompts),
    .promptTapped: ("invite_prompt_tapped", .prompts),
    .dashboardViewed: ("invite_dashboard_viewed", .dashboard),
    .dashboardContactTapped: ("invite_dashboard_contact_tapped", .dashboard),
    .termsViewed: ("invite_terms_viewed", .dashboard),
    .notificationSent: ("invite_notification_sent", .notification),
    .notificationTapped: ("invite_notification_tapped", .notification),
    .signUpStarted: ("identity.signup_started", .spine),
    .phoneSubmitted: ("identity.phone_submitted", .spine),
    .phoneVerified: ("identity.phone_verified", .spine),
    .contactsPromptShown: ("consent.contacts_prompt_shown", .spine),
    .permissionGranted: ("contacts.permission_granted", .spine),
    .permissionDenied: ("contacts.permission_denied", .spine),
    .syncStarted: ("contact.sync_started", .spine),
    .syncProgressed: ("contact.sync_progressed", .spine),
    .syncCompleted: ("contact.sync_completed", .spine),
    .basicsCompleted: ("profile.basics_completed", .spine),
    .defaultsSet: ("policy.defaults_set", .spine),
    .firstValueGenerated: ("insight.first_value_generated", .spine),
    .firstSessionPrimaryAction: ("user.first_session_primary_action", .spine),
  ]

  private static let productNames: [InviteStep: String] = [
    .flowOpened: "invite_flow_started",
    .shareSheetOpened: "invite_share_sheet_opened",
    .shareSheetCancelled: "invite_share_sheet_dismissed",
    .shared: "invite_sent",
    .linkCopied: "invite_sent",
    .linkOpened: "invite_link_opened",
    .appInstalled: "invite_app_installed",
    .onboardingStarted: "invite_onboarding_started",
    .onboardingCompleted: "invite_onboarding_completed",
    .firstValueSeen: "invite_first_value",
    .connected: "invite_accepted",
    .promptShown: "invite_prompt_shown",
    .promptDismissed: "invite_prompt_dismissed",
  ]

  /// The name under which a step is exported, followed by the document's other names for it.
  private static let designNames: [InviteStep: [String]] = [
    .flowOpened: ["invite_flow_opened"],
    .contactsPromptShown: [
      "invite_permission_prompt_shown", "invite_picker_permission_prompt_shown",
    ],
    .permissionGranted: ["invite_permission_granted"],
    .permissionDenied: ["invite_permission_denied"],
    .pickerOpened: ["invite_picker_opened"],
    .pickerEmpty: ["invite_picker_empty_contacts"],
    .pickerLoaded: ["invite_picker_contacts_loaded"],
    .pickerWithoutPermission: ["invite_picker_permission_denied"],
    .pickerFailed: ["invite_picker_error"],
    .contactsSelected: ["invite_contacts_selected"],
    .linkCreating: ["invite_link_generating"],
    .linkCreated: ["invite_link_generated", "invite_link_ready"],
    .linkFailed: ["invite_link_error"],
    .shareSheetOpened: ["invite_share_sheet_opened"],
    .shareSheetCancelled: ["invite_share_cancelled"],
    .shared: ["invite_sent"],
    .linkCopied: ["invite_sent"],
    .signedUp: ["invite_accepted"],
    .appOpened: ["app_opened"],
  ]
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
    Rule("SPN-12", "The spine's events have no properties."),
    Rule(
      "SPN-13", "The contacts domain is spelled contacts. for permission and contact. for sync."),
    Rule("SPN-14", "Spine names carry a dotted domain, invite names are flat."),
  ]
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
