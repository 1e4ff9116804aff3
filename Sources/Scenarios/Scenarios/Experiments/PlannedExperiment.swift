public import Profiles

/// What the documents' experiments change, for a scenario without one of its own (CNF-46).
///
/// No document says how large an effect is: a variant of behaviour takes a tenth more than usual.
public enum PlannedExperiment {
  /// Returns the change of a scenario that gives it the experiment; `option` is the argument that
  /// named it.
  public static func change(
    for experiment: PlanPolicy.Experiment, option: String
  ) -> ScenarioOverride {
    ScenarioOverride("experiment", to: text(of: experiment), option: option)
  }

  /// The experiment as a file writes it.
  static func text(of experiment: PlanPolicy.Experiment) -> String {
    switch experiment {
    case .promptCopy:
      written(
        "text: {sharing: {promptTap: 22%}}", "user", "prompts.tapShare",
        guardrail: "prompts.dismissShare")
    case .promptTiming:
      written(
        "sooner: {policy: {prompts.minContacts: 1, prompts.minIntervalDays: 3}}", "user",
        "sends.senderShare", guardrail: "prompts.dismissShare")
    case .messagePersonalisation:
      written(
        "context: {recipients: {tap: 44%}}", "inviter", "conversion.tapped",
        guardrail: "recipients.complaints", perArm: 5_000)
    case .onboardingLength:
      written(
        "standard: {policy: {onboarding.invitedScreens: 6, onboarding.signUpWall: beforeFirstValue}}",
        "newcomer", "onboarding.invitedCompletion", guardrail: "members.returnShare", perArm: 1_000)
    case .triggerPlacement:
      written(
        "profileOnly: {policy: {prompts.triggers: []}}", "user", "sends.senderShare",
        guardrail: "members.returnShare", perArm: 10_000)
    case .permissionExplainer:
      written(
        "explained: {sharing: {grantWithExplainer: 73%}}", "user", "flow.grantShare",
        guardrail: "flow.sheetCompletion")
    case .postSendMoment:
      written(
        "celebration: {sharing: {inviteMore: 11%}}", "user", "flow.more",
        guardrail: "sends.senderShare")
    }
  }

  private static func written(
    _ variant: String, _ unit: String, _ metric: String, guardrail: String, perArm: Int? = nil
  ) -> String {
    "{arms: {control: {}, \(variant)}, unit: \(unit), metric: \(metric), guardrails: [\(guardrail)], "
      + "perArm: \(perArm.map(String.init) ?? "none"), starts: 14d, looks: 2d}"
  }
}
