import GrowthloopFindings
import GrowthloopModel
import Profiles
import Prompts
import Testing

@testable import GrowthloopPlans

@Suite("Scenarios · an experiment within the loop (CNF-46)")
struct ExperimentPlanTests {
  private static func read(_ text: String) throws -> GrowthScenario {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]))
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

  @Test func `an arm that changes what two others change joins them`() throws {
    let scenario = try Self.read(
      """
      experiment:
        arms:
          control: {}
          copy: {recipients: {tap: 44%}}
          caps: {policy: {prompts.lifetimeMax: 5}, sharing: {visit: 3%}}
          both: {recipients: {tap: 50%}, policy: {prompts.lifetimeMax: 4}, sharing: {visit: 4%}}
          other: {recipients: {tap: 40%}, sharing: {visit: 4%}}
      """)
    let found = try #require(scenario.experiment).combinations
    #expect(found.map(\.both) == [3])
    #expect(found.first?.alone == [1, 2])
  }

  @Test func `an arm is the scenario with its changes`() throws {
    let scenario = try Self.read(
      """
      recipients: {tap: 40%}
      policy: {prompts.lifetimeMax: 4}
      experiment:
        arms:
          control: {}
          variant: {recipients: {tap: 44%}, policy: {prompts.lifetimeMax: 5}, sharing: {visit: 3%}}
        unit: inviter
        allocation: 10%
        inherits: 50%
        starts: 14d
        lasts: 30d
        maturity: 7d
        salt: 3
      """)
    let plan = try #require(scenario.experiment)
    #expect(plan.arms.map(\.name) == ["control", "variant"])
    let control = try #require(plan.arms[0].value.arm)
    let variant = try #require(plan.arms[1].value.arm)
    #expect(control == Experiment.Arm(scenario.profile, scenario.behaviour))
    #expect(variant.behaviour.recipients.tap == 0.44)
    #expect(variant.behaviour.sharing.visit == 0.03)
    #expect(variant.profile.prompts.lifetimeMax == 5)
    #expect(variant.behaviour.use == scenario.behaviour.use)
    let experiment = plan.experiment
    #expect(experiment.unit == .inviter && experiment.inherits == 0.5 && experiment.salt == 3)
    #expect(experiment.stages == [Experiment.Stage(variants: [0.1])])
    #expect(plan.days == 51)
  }

  @Test func `variants share the allocation, and the control has the rest`() throws {
    let scenario = try Self.read(
      """
      experiment:
        arms: {control: {}, one: {recipients: {tap: 41%}}, two: {recipients: {tap: 42%}}}
        allocation: 60%
      """)
    let stage = try #require(scenario.experiment?.experiment.stages.first)
    #expect(stage.variants == [0.3, 0.3])
    #expect(abs(stage.control - 0.4) < 1e-12)
  }

  @Test(arguments: [
    ("experiment: {arms: {control: {}}}", "has 1 of the arms"),
    (
      "experiment: {arms: {control: {recipients: {tap: 1%}}, b: {}}}",
      "begins with 'control', which changes something"
    ),
    (
      "experiment: {arms: {control: {}, b: {market: {people: 5}}}}",
      "changes market, which both arms share"
    ),
    (
      "experiment: {arms: {control: {}, b: {recipient: {}}}}",
      "unknown key 'experiment.arms.b.recipient'"
    ),
    ("experiment: {arms: {control: {}, b: {recipients: {tap: 140%}}}}", "'recipients.tap' must be"),
    (
      "experiment: {arms: {control: {}, b: {policy: {prompts.lifetimeMax: -1}}}}",
      "'prompts.lifetimeMax' must be"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, allocation: 120%}",
      "'experiment.allocation' must be"
    ),
    (
      // With three arms, too, none would be left for the control.
      "experiment: {arms: {control: {}, b: {}, c: {}}, allocation: 100%}",
      "'experiment.allocation' must be a share from 0.0001 to 0.99"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, looks: 90d}",
      "must not be longer than the experiment"
    ),
    ("experiment: {arms: {control: {}, b: {}}, unit: people}", "'experiment.unit' must be"),
    ("experiment: {arms: {control: {}, b: {}}, metric: k.cohort}", "'experiment.metric' must be"),
    ("experiment: {unit: user}", "'experiment.arms' is missing"),
    ("experiment: {arms: {control: {}, '': {}}}", "has an arm without a name"),
    (
      "experiment: {arms: {control: {}, b: {}}, lasts: 14d, maturity: 15d}",
      "'experiment.maturity' must not be longer than the experiment lasts"
    ),
    ("experiment: {arms: {control: {}, b: {}}, beside: [time, time]}", "names time twice"),
    (
      "experiment: {arms: {control: {}, b: {}}, guardrails: [flow.more, flow.more]}",
      "name flow.more twice"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, unit: time, lasts: 20d}",
      "'experiment.unit' cannot be time: each of the 2 arms needs two periods of 7d, and it lasts 20d"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, unit: time, lasts: 20d}",
      "write period: 120h, or less"
    ),
    (
      "experiment: {arms: {control: {}, b: {}, c: {}}, beside: [time], lasts: 30d}",
      "'experiment.beside' cannot have time: each of the 3 arms needs two periods"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, beside: [invite], metric: k.member}",
      "cannot have invite: k.member is of members, whom an experiment by invite puts in no arm"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, unit: newcomer, metric: members.all}",
      "'experiment.unit' cannot be newcomer: members.all counts newcomers, whose number"
    ),
    (
      "experiment: {arms: {control: {}, b: {}}, unit: invite, guardrails: [sends.senderShare]}",
      "'experiment.guardrails' cannot have sends.senderShare, which is of members"
    ),
  ])
  func `a mistake is told with its place`(text: String, words: String) {
    let told = Self.mistakes(in: text)
    #expect(told.contains("a.yaml:2:"), "\(told)")
    #expect(told.contains(words), "\(told)")
  }

  @Test func `a guardrail that is the metric is told`() throws {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]))
    let text =
      "title: A\nexperiment: {arms: {control: {}, b: {}}, metric: flow.more, guardrails: [flow.more]}"
    let outcome = try reader.read(SourceText(name: "a.yaml", text: text))
    #expect("\(outcome.warnings)".contains("name flow.more, the metric that decides"))
  }

  @Test
  func `arms that are set take the place of those of the file, and other mappings are merged`()
    throws
  {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]))
    let text = "title: A\nexperiment: {arms: {control: {}, b: {sharing: {visit: 3%}}}}"
    let scenario = try reader.read(
      SourceText(name: "a.yaml", text: text),
      overrides: [
        ScenarioOverride("experiment.arms={control: {}, c: {recipients: {tap: 44%}}}"),
        ScenarioOverride("recipients={tap: 41%}"),
      ]
    ).value
    #expect(scenario.experiment?.arms.map(\.name) == ["control", "c"])
    #expect(scenario.behaviour.recipients.tap == 0.41)
  }

  @Test func `of the usual designs beside, those stand that can be run`() throws {
    func units(_ keys: String) throws -> [Experiment.Unit]? {
      try Self.read("experiment: {arms: {control: {}, b: {recipients: {tap: 1%}}}, \(keys)}")
        .experiment?.units
    }
    #expect(try units("unit: user") == [.user, .invite, .community, .time])
    #expect(try units("metric: k.member") == [.user, .community, .time])
    #expect(try units("metric: members.invited, lasts: 14d") == [.user, .community])
    #expect(try units("beside: [], unit: time, lasts: 14d, period: 3d") == [.time])
  }

  @Test func `communities are not assigned among given acquaintances`() throws {
    let text = """
      title: A
      market: {people: 5, acquaintances: net.csv}
      arrivals: {seeds: 1}
      experiment: {arms: {control: {}, b: {recipients: {tap: 1%}}}}
      """
    let loader = SourceLoader.memory(["net.csv": "from,to\n0,1\n1,2\n"])
    #expect {
      try ScenarioReader(GrowthScenario.self, loader: loader)
        .read(SourceText(name: "a.yaml", text: text))
    } throws: { error in
      "\(error)".contains("assigns communities, and given acquaintances have none")
    }
  }

  @Test func `all mistakes of several arms are told at once`() {
    let told = Self.mistakes(
      in: """
        experiment:
          arms:
            control: {}
            one: {recipients: {tap: 140%}}
            two: {sharing: {vist: 3%}}
        """)
    #expect(told.contains("a.yaml:5:"))
    #expect(told.contains("a.yaml:6:") && told.contains("did you mean visit?"), "\(told)")
  }

  @Test func `mistakes of an arm are told beside those of the section and of the scenario`() {
    let told = Self.mistakes(
      in: """
        recipients: {tap: 144%}
        experiment:
          perArm: -3
          arms:
            control: {}
            one: {sharing: {visit: 130%}}
            two: {shareing: {}}
        """)
    for line in [2, 4, 7, 8] { #expect(told.contains("a.yaml:\(line):"), "\(told)") }
    #expect(told.matches(of: /error:/).count == 4, "each once: \(told)")
  }

  @Test func `CNF-46 · each document plans its own experiments`() {
    #expect(Profile.rin.plans.experiments == [.promptCopy, .promptTiming])
    #expect(
      Profile.product.plans.experiments
        == [.messagePersonalisation, .onboardingLength, .triggerPlacement])
    #expect(Profile.design.plans.experiments == [.permissionExplainer, .postSendMoment])
  }
}
