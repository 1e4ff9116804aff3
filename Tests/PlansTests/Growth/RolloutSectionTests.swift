import GrowthloopFindings
import Profiles
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Scenarios · rollouts in stages (CNF-47)")
struct RolloutSectionTests {
  private static let metrics = [
    MetricName("flow.sheetCompletion", .share, isProportion: true),
    MetricName("flow.seconds", .seconds),
  ]

  private static func read(_ text: String) throws -> GrowthScenario {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]), metrics: metrics)
    return try reader.read(SourceText(name: "a.yaml", text: "title: A\n" + text)).value
  }

  private static func mistakes(in text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  private static let least =
    "guardrails: [{metric: flow.sheetCompletion}], defect: {sharing: {complete: 60%}}"

  /// The three positions.
  @Test(arguments: [
    ("rin", [RolloutStage(1, from: 0)]),
    (
      "product", [RolloutStage(0.1, from: 0), RolloutStage(0.5, from: 2), RolloutStage(1, from: 4)]
    ),
    (
      "design",
      [RolloutStage(0.05, from: 0), RolloutStage(0.25, from: 3), RolloutStage(1, from: 7)]
    ),
  ])
  func `without stages of its own a rollout has those of the profile`(
    profile: String, stages: [RolloutStage]
  ) throws {
    let scenario = try Self.read("profile: \(profile)\nrollout: {\(Self.least)}")
    #expect(try #require(scenario.rollout).stages(in: scenario.profile) == stages)
  }

  @Test func `a setting of the scenario takes the place of the profile's stages`() throws {
    let scenario = try Self.read(
      "policy: {rollout.stages: '20@0, 100@3, prompts@9'}\nrollout: {\(Self.least)}")
    #expect(
      try #require(scenario.rollout).stages(in: scenario.profile)
        == [RolloutStage(0.2, from: 0), RolloutStage(1, from: 3)])
  }

  @Test func `every key is read`() throws {
    let section = try #require(
      try Self.read(
        """
        rollout:
          stages: [5%@0, 12.5%@3d, 100@7]
          days: 9
          holdback: 5%
          starts: 14
          guardrails:
            - {metric: flow.sheetCompletion, worseThanControl: 2%, minimum: 200, rule: daily,
               falsePositives: 1%, excludes: 5%}
            - {metric: flow.sheetCompletion, floor: 70%, harm: rise}
          onUndecided: rollback
          heldAtMost: 3
          reaction: 6h
          defect: {sharing: {complete: 60%}, prompts.lifetimeMax: 5}
          ramps: 500
        """
      ).rollout)
    #expect(section.stages?.map(\.share) == [0.05, 0.125, 1])
    #expect(section.stages?.map(\.day) == [0, 3, 7])
    #expect(section.days == 9 && section.holdback == 0.05 && section.starts == 14)
    #expect(section.guardrails.map(\.rule) == [.daily, .pocock])
    #expect(section.guardrails.map(\.worseThanControl) == [0.02, nil])
    #expect(section.guardrails.map(\.excludes) == [0.05, nil])
    #expect(section.guardrails.map(\.floor) == [nil, 0.7])
    #expect(section.guardrails.map(\.harm) == [.fall, .rise])
    #expect(section.guardrails[0].minimum == 200 && section.guardrails[0].falsePositives == 0.01)
    #expect(section.onUndecided == .rollback && section.heldAtMost == 3)
    #expect(section.reaction == .hours(6) && section.ramps == 500)
    #expect(section.defect.map(\.key) == ["sharing", "prompts.lifetimeMax"])
  }

  @Test func `a guardrail has any rule but the last look alone, and reads a name of earlier files`()
    throws
  {
    func rule(_ name: String) throws -> LookRule.Name? {
      try Self.read(
        "rollout: {guardrails: [{metric: flow.sheetCompletion, rule: \(name)}], defect: {sharing: {complete: 60%}}}"
      )
      .rollout?.guardrails[0].rule
    }
    for name in LookRule.Name.allCases where name != .fixed {
      #expect(try rule(name.rawValue) == name)
    }
    #expect(try rule("sequence") == .confidenceSequence)
    #expect(throws: (any Error).self) { try rule("fixed") }
  }

  @Test func `a ramp that reaches everybody at once is warned of, unless somebody is held back`()
    throws
  {
    func warnings(_ rollout: String) throws -> String {
      let reader = ScenarioReader(
        GrowthScenario.self, loader: .memory([:]), metrics: Self.metrics)
      let text = "title: A\nprofile: rin\nrollout: {\(rollout)}"
      return try reader.read(SourceText(name: "a.yaml", text: text)).warnings.description
    }
    let words = "'rollout' reaches everybody on day 0 (100%@0d): no member is left to compare with"
    #expect(try warnings(Self.least).contains("a.yaml:3:10: warning: " + words))
    #expect(try warnings(Self.least).contains("or holdback: 10%"))
    #expect(try warnings("holdback: 5%, " + Self.least) == "")
    #expect(try warnings("stages: [10%@0, 100%@3d], " + Self.least) == "")
  }

  static let mistakes: [(String, [String])] = [
    (
      "rollout: {}",
      ["'rollout.guardrails' is missing: it must be", "'rollout.defect' is missing: it must be"]
    ),
    (
      "rollout: {stages: [5%@3, 100%@7], \(least)}",
      ["'rollout' has stages that must begin on day 0", "count the days from the first stage"]
    ),
    (
      "rollout: {stages: [50%@0, 25%@3], \(least)}",
      ["must rise in share and day, unlike 50%@0d and 25%@3d", "write them in order"]
    ),
    (
      "rollout: {stages: [0%@0, 25%@3], \(least)}",
      ["must reach somebody from the first stage on", "leave a share of 0 out"]
    ),
    (
      "rollout: {stages: [half], \(least)}",
      ["a.yaml:2:20: error: 'rollout.stages[0]' must be a stage such as 25%@3d", "write 25%@3d"]
    ),
    (
      "rollout: {days: 4, \(least)}\nprofile: product",
      ["reach the last stage on day 4, but the rollout has 4 days", "write days: 5 or more"]
    ),
    (
      "policy: {rollout.stages: 'prompts@14'}\nrollout: {\(least)}",
      ["a.yaml:2:26: error: 'rollout.stages' reach no share of the members", "such as 100@0"]
    ),
    (
      "rollout: {guardrails: [{metric: flow.sheetCompletio, rule: pocok}], defect: {days: 3}}",
      ["which is no metric", "did you mean flow.sheetCompletion?", "write pocock"]
    ),
    (
      "rollout: {guardrails: [{metric: flow.seconds}], defect: {days: 3}}",
      ["cannot be compared between arms", "name a share or a ratio of counts"]
    ),
    (
      "rollout: {guardrails: [{metric: flow.sheetCompletion, floor: 1%, worseThanControl: 2%}], "
        + "defect: {days: 3}}",
      ["'rollout.guardrails[0].floor' cannot stand beside worseThanControl"]
    ),
    (
      "rollout: {guardrails: [{metric: flow.sheetCompletion, excludes: 1%, worseThanControl: 2%}], "
        + "defect: {days: 3}}",
      ["'rollout.guardrails[0].excludes' must be above what worseThanControl allows"]
    ),
    (
      "study: matching\nrollout: {\(least)}",
      ["'rollout' is of no use to a study of matching", "leave it out"]
    ),
  ]

  @Test(arguments: mistakes)
  func `each mistake has its place and its remedy`(text: String, words: [String]) {
    let found = Self.mistakes(in: text)
    for word in words { #expect(found.contains(word), "\(found)") }
  }
}
