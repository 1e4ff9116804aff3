public import Profiles

/// What the documents' experiments change, for a scenario without one of its own (CNF-46).
///
/// No document says how large an effect is: a variant of behaviour takes a tenth more than usual.
public enum PlannedExperiment {
  /// Returns the changes of a scenario that give it the experiment, with its control; `option` is the
  /// argument that named it.
  public static func changes(
    for experiment: PlanPolicy.Experiment, option: String
  ) -> [ScenarioOverride] {
    let plan = plan(of: experiment)
    return plan.control.map { ScenarioOverride($0.setting, to: $0.value, option: option) }
      + [ScenarioOverride("experiment", to: plan.text, option: option)]
  }

  private struct Plan {
    /// The settings that the document's control has, where the profile has others.
    var control: [(setting: String, value: String)] = []
    /// The experiment as a file writes it.
    let text: String

    init(
      _ variant: String, _ unit: String, _ metric: String, guardrail: String, perArm: Int? = nil,
      against control: (String, String)...
    ) {
      self.control = control
      text =
        "{arms: {control: {}, \(variant)}, unit: \(unit), metric: \(metric), "
        + "guardrails: [\(guardrail)], perArm: \(perArm.map(String.init) ?? "none"), "
        + "starts: 14d, looks: 2d}"
    }
  }

  private static func plan(of experiment: PlanPolicy.Experiment) -> Plan {
    switch experiment {
    case .promptCopy:
      Plan(
        "text: {sharing: {promptTap: 22%}}", "user", "prompts.tapShare",
        guardrail: "prompts.dismissShare")
    case .promptTiming:
      Plan(
        "sooner: {policy: {prompts.dedupReviewAt: 1, prompts.contactThresholdAt: 20, "
          + "prompts.scoreMilestoneAt: 40}}", "user", "sends.senderShare",
        guardrail: "prompts.dismissShare")
    case .messagePersonalisation:
      Plan(
        "context: {recipients: {tap: 44%}}", "inviter", "conversion.tapped",
        guardrail: "recipients.complaints", perArm: 5_000)
    case .onboardingLength:
      Plan(
        "condensed: {policy: {onboarding.invitedScreens: 3, "
          + "onboarding.signUpWall: afterFirstMeaningfulInteraction}}",
        "newcomer", "members.invitedReturnShare", guardrail: "onboarding.invitedCompletion",
        perArm: 1_000, against: ("onboarding.invitedScreens", "6"),
        ("onboarding.signUpWall", "beforeFirstValue"))
    case .triggerPlacement:
      Plan(
        "contextual: {policy: {prompts.triggers: [keyAction, emptyState], "
          + "flow.entryPoints: [profileSettings, contextual]}}", "user", "sends.senderShare",
        guardrail: "members.returnShare", perArm: 10_000, against: ("prompts.triggers", "none"),
        ("flow.entryPoints", "profileSettings"))
    case .permissionExplainer:
      Plan(
        "explained: {sharing: {grantWithExplainer: 73%}}", "user", "flow.grantShare",
        guardrail: "flow.sheetCompletion")
    case .postSendMoment:
      Plan(
        "celebration: {sharing: {inviteMore: 11%}}", "user", "flow.more",
        guardrail: "sends.senderShare")
    }
  }
}
