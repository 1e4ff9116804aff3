import GrowthloopModel
public import Profiles

/// Experiments and rollouts of scenarios without one of their own: those of the documents (CNF-46), and
/// those of changes that someone names.
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

extension PlannedExperiment {
  /// What a change acts on: who is assigned in an experiment on it, what decides and what must not
  /// suffer, and the metric that watches it in a rollout.
  private typealias Reach = (unit: String, metric: String, guardrail: String, watched: String)

  /// By the beginnings of the keys that act there; the last for all others.
  private static let reaches: [(keys: [String], reach: Reach)] = [
    (
      ["recipients.tap", "recipients.landing"],
      ("inviter", "conversion.tapped", "conversion.home", "conversion.tapped")
    ),
    (
      ["recipients."], ("inviter", "conversion.home", "conversion.tapped", "conversion.launched")
    ),
    (
      ["firstRun.", "onboarding."],
      ("newcomer", "onboarding.completion", "members.returnShare", "onboarding.completion")
    ),
    (
      ["sharing.prompt"],
      ("user", "prompts.tapShare", "prompts.dismissShare", "prompts.tapShare")
    ),
    (["prompts."], ("user", "sends.senderShare", "prompts.dismissShare", "prompts.tapShare")),
    (
      ["sharing.complete"],
      ("user", "flow.sheetCompletion", "sends.senderShare", "flow.sheetCompletion")
    ),
    (["use."], ("user", "members.returnShare", "sends.senderShare", "flow.sheetCompletion")),
    ([""], ("user", "sends.senderShare", "members.returnShare", "flow.sheetCompletion")),
  ]

  private static func reach(of key: String) -> Reach {
    let own = reaches.dropLast().first { $0.keys.contains { key.hasPrefix($0) } }
    return (own ?? reaches[reaches.count - 1]).reach
  }

  /// Returns the changes that give a scenario an experiment with an arm for each of these variants, or
  /// its own one these arms; `command` says who wants it.
  public static func testing(
    _ variants: [[ScenarioOverride]], option command: String
  ) -> [ScenarioOverride] {
    guard let first = variants.first?.first else { return [] }
    let reach = reach(of: first.key)
    let arms = variants.enumerated().map { place, changes in
      "change\(variants.count > 1 ? "\(place + 1)" : ""): \(arm(of: changes))"
    }
    let changes = [
      ("arms", "{control: {}, \(arms.joined(separator: ", "))}"), ("unit", reach.unit),
      ("metric", reach.metric), ("guardrails", "[\(reach.guardrail)]"), ("beside", "none"),
      ("perArm", "none"), ("analysis", "none"), ("gates", "[]"),
    ]
    return changes.map { ScenarioOverride("experiment.\($0)", to: $1, option: command) }
      + headed(
        "A test of \(listed(variants.flatMap(\.self)))", "How long, and with how many people?",
        option: command)
  }

  /// What a scenario is called while its question is another than its own.
  private static func headed(
    _ title: String, _ question: String, option command: String
  ) -> [ScenarioOverride] {
    [("title", title), ("question", question)].map {
      ScenarioOverride($0, to: "\"\($1.replacing("\"", with: "'"))\"", option: command)
    }
  }

  private static func listed(_ changes: [ScenarioOverride]) -> String {
    changes.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
  }

  /// Returns the changes that give a scenario a rollout, or its own one another defect: what the change
  /// does if it is bad.
  public static func rollout(
    ifBad changes: [ScenarioOverride], option command: String
  ) -> [ScenarioOverride] {
    let watched = reach(of: changes.first?.key ?? "").watched
    let defect = changes.map { "\($0.key): \(written($0))" }.joined(separator: ", ")
    return [
      ScenarioOverride("rollout.guardrails", to: "[{metric: \(watched)}]", option: command),
      ScenarioOverride("rollout.defect", to: "{\(defect)}", option: command),
    ]
      + headed(
        "A release that may bring \(listed(changes))",
        "By which steps is it found, and at what loss?",
        option: command)
  }

  /// The change of a rollout where no one says what it does if it is bad: a fifth fewer shares are
  /// completed.
  public static func failingShares(in scenario: GrowthScenario) -> ScenarioOverride {
    let share = Int((80 * scenario.behaviour.sharing.complete).rounded())
    return ScenarioOverride("sharing.complete", to: "\(share)%", option: "rollout")
  }

  /// Returns what an arm changes, as a file writes it.
  private static func arm(of changes: [ScenarioOverride]) -> String {
    let sections = Set(GrowthScenario.fields.flatMap(\.keys))
    let paths = changes.map { change -> (path: [String], value: String) in
      let key = change.key.hasPrefix("policy.") ? String(change.key.dropFirst(7)) : change.key
      let path = key.split(separator: ".").map(String.init)
      return (sections.contains(path.first ?? "") ? path : ["policy", key], written(change))
    }
    return mapping(of: paths)
  }

  private static func mapping(of paths: [(path: [String], value: String)]) -> String {
    var keys: [String] = []
    for path in paths.compactMap(\.path.first) where !keys.contains(path) { keys.append(path) }
    let entries = keys.map { key in
      let own = paths.filter { $0.path.first == key }
      let inner = own.filter { $0.path.count > 1 }.map { (Array($0.path.dropFirst()), $0.value) }
      return "\(key): \(inner.isEmpty ? own[0].value : mapping(of: inner))"
    }
    return "{\(entries.joined(separator: ", "))}"
  }

  /// Returns the value of a change within a mapping of one line.
  private static func written(_ change: ScenarioOverride) -> String {
    change.value.contains(",") && !change.value.hasPrefix("[") && !change.value.hasPrefix("{")
      ? "\"\(change.value)\"" : change.value
  }
}
