import Foundation
import GrowthloopModel
import Profiles
import Prompts
@testable import growthloop
import GrowthloopPlans
import GrowthloopReports
import TestConsole
import TestSupport
import Testing
import Vocabulary

@Suite("growthloop experiment", .timeLimit(.minutes(60)))
struct ExperimentCommandTests {
  private static let small = """
    title: A small experiment
    market: {people: 2_000}
    arrivals: {seeds: 150, organicPerDay: 5}
    sharing: {visit: 20%}

    """
  private static let experiment = """
    experiment:
      arms: {control: {}, variant: {recipients: {tap: 80%}}}
      unit: inviter
      beside: [invite, community]
      starts: 3d
      lasts: 14d
      before: 3d
      maturity: 3d
      perArm: 200
      guardrails: [flow.sheetCompletion]
    """
  private static let scenarios = packageFolder.appending(path: "scenarios").path
  private static let quick = ["--replications", "10", "--redraws", "20"]

  private static func run(_ text: String, _ options: [String] = []) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.yaml", text)
    let quick = quick.dropLast(options.contains("--redraws") ? 2 : 0)
    return await growthloopOnThread(["experiment", file] + quick + options)
  }

  @Test
  func `P-EXP-10 · the advice stands first, then each design beside the truth, then the habit`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await Self.run(
      Self.small + Self.experiment, ["--out", folder.path + "/run"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let advice = try #require(
      outcome.lines.firstIndex {
        $0.hasPrefix("If everybody gets 'variant', {")
          && $0.contains(", conversion.tapped rises from ")
      })
    let designs = try #require(outcome.lines.firstIndex { $0.hasPrefix("design ") })
    let rules = try #require(outcome.lines.firstIndex { $0.hasPrefix("looks decide by ") })
    #expect(advice < designs && designs < rules)
    #expect(
      outcome.output.contains("To look each time, and to stop when it is green, is wrong in "))
    #expect(outcome.output.contains("are in different arms."))
    #expect(outcome.output.contains("flow.sheetCompletion"))
    for question in ["Which design: ", "How long: ", "How many: in the "] {
      #expect(outcome.lines.contains { $0.hasPrefix(question) }, "\(question)")
    }
    #expect(outcome.output.contains(" invites an arm take "))
    // Twenty redraws cannot tell that alarms are as rare as they should be.
    #expect(outcome.output.contains("not yet known") && !outcome.output.contains("  sound  "))
    let page = try folder.text("run/report.html")
    #expect(page.contains("What each design would say of variant") && page.contains("<svg"))
    #expect(try folder.text("run/designs.csv").contains("variant,by inviter,"))
    #expect(growthloop("report", folder.path + "/run").code == .success)
    #expect(try folder.text("run/report.html") == page)
  }

  @Test func `the bytes are the same for any number of workers`() async throws {
    let text = Self.small + Self.experiment
    let runs = [
      try await Self.run(text, ["--json", "--workers", "1"]),
      try await Self.run(text, ["--json", "--workers", "2"]),
    ]
    #expect(runs[0].code == .success)
    #expect(runs[0].output.contains("\"kind\" : \"experiment\""))
    // The file is another one each time; all else is the same.
    let bodies = runs.map { run in
      run.output.split(separator: "\n").filter { !$0.contains("\"command\"") }
    }
    #expect(bodies[0] == bodies[1])
  }

  @Test func `CNF-46 · without an experiment a scenario gets one that its profile plans`()
    async throws
  {
    let small = ["--set", "market.people=500", "--set", "arrivals.seeds=40", "--redraws", "0"]
    let first = try await Self.run(Self.small, small)
    #expect(
      first.output.contains(
        "If everybody gets 'text', {sharing: {promptTap: 22%}}, prompts.tapShare"),
      "\(first.output)")
    #expect(
      first.complaints.contains(
        "warning: it has no section 'experiment'. This is 'promptCopy', which its profile plans"),
      "\(first.complaints)")
    #expect(first.complaints.contains("'--planned' takes another: promptTiming."))
    #expect(
      first.complaints.contains("For one of your own: growthloop experiment "))
    let none = try await Self.run(Self.small + "policy: {experiments.catalogue: []}")
    #expect(none.code == .usage)
    #expect(none.complaints.contains("has no experiment, and the profile plans none"))
    let other = try await Self.run(Self.small, ["--planned", "promptTimin"])
    #expect(other.code == .usage)
    #expect(other.complaints.contains("did you mean 'promptTiming'?"), "\(other.complaints)")
    let both = try await Self.run(Self.small + Self.experiment, ["--planned", "promptCopy"])
    #expect(both.complaints.contains("has an experiment of its own"))
  }

  @Test func `changes of the command line are tested in arms, by what they act on`() async throws {
    let taps = try await Self.run(
      Self.small,
      ["recipients.tap=80%", "recipients.tap=60% recipients.install=90%", "--redraws", "0"])
    #expect(taps.code == .success, "\(taps.complaints)")
    for words in [
      "If everybody gets 'change1', {recipients: {tap: 80%}}, conversion.tapped",
      "If everybody gets 'change2', {recipients: {tap: 60%, install: 90%}}, conversion.tapped",
    ] { #expect(taps.output.contains(words), "\(taps.output)") }
    let prompts = try await Self.run(
      Self.small + Self.experiment, ["prompts.lifetimeMax=1", "--redraws", "0"])
    for words in [
      "If everybody gets 'change', {policy: {prompts.lifetimeMax: 1}}, ", "sends.senderShare",
    ] {
      #expect(prompts.output.contains(words), "\(prompts.output)\(prompts.complaints)")
    }
    let market = try await Self.run(Self.small, ["market.people=10k"])
    #expect(market.code == .badInput)
    #expect(
      market.complaints.contains("changes market, which both arms share"), "\(market.complaints)")
    let word = try await Self.run(Self.small, ["faster"])
    #expect(word.complaints.contains("'faster' is no change: write KEY=VALUE"))
  }

  /// The effect is doubled taps, which ten runs find each time.
  @Test(arguments: [
    ("[power >= 50%]", ExitCode.success, "kept"), ("[bias > 40pp]", .gateMissed, "missed"),
    ("[power >= 90%]", .gateUndecided, "undecided"),
    ("[power >= 50%, bias > 40pp, power >= 90%]", .gateMissed, "missed"),
  ])
  func `gates decide the exit code, and stand in text, page and JSON`(
    gates: String, code: ExitCode, verdict: String
  ) async throws {
    let folder = try TemporaryFolder()
    let text = Self.small + Self.experiment + "\n  gates: \(gates)\n"
    let outcome = try await Self.run(
      text, ["--redraws", "0", "--json", "--out", folder.path + "/run"])
    #expect(outcome.code == code, "\(outcome.complaints)")
    #expect(outcome.output.contains("\"verdict\" : \"\(verdict)\""))
    #expect(try folder.text("run/report.html").contains("id=\"gates\""))
    let summary = try folder.text("run/summary.md")
    #expect(summary.contains("## Gates") && summary.contains(verdict), "\(summary)")
    // An undecided gate names what decides it, also beside a missed one.
    #expect(outcome.output.contains("experiment.replications=") == gates.contains("90%"))
  }

  @Test func `a gate on false alarms needs redraws`() async throws {
    let outcome = try await Self.run(
      Self.small + Self.experiment + "\n  gates: [falseAlarms < 9%]\n", ["--redraws", "0"])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("leaves out the false alarms, on which there is a gate"))
  }

  @Test func `mistakes in the file are told with their places`() async throws {
    let outcome = try await Self.run(
      Self.small
        + "experiment: {arms: {control: {}, b: {market: {people: 9}}}, allocation: 130%}")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("which both arms share"))
    #expect(outcome.complaints.contains("'experiment.allocation' must be"))
  }

  /// The documents' experiments, as the bundled scenarios describe them.
  @Test(arguments: [
    ("P-EXP-01, P-EXP-02", "message", "inviter", "conversion.tapped", 5_000, 2),
    (
      "P-EXP-03, P-EXP-04, P-EXP-05", "onboarding-length", "newcomer",
      "members.invitedReturnShare", 1_000, 4
    ),
    ("P-EXP-06, P-EXP-07", "prompt-triggers", "user", "sends.senderShare", 10_000, 2),
    ("D-PRO-01", "prototype", "user", "flow.grantShare", 0, 2),
  ])
  func `P-EXP-01, P-EXP-02, P-EXP-03, P-EXP-04, P-EXP-05, P-EXP-06, P-EXP-07, D-PRO-01 · bundled`(
    rows: String, name: String, unit: String, metric: String, size: Int, arms: Int
  ) throws {
    let file = Self.scenarios + "/experiments/\(name).yaml"
    let (_, plan) = try ExperimentCommand.chosen(
      file, Arguments([file], of: ExperimentCommand.manual), on: MemoryConsole())
    #expect(plan.unit.rawValue == unit && plan.metric.key == metric, "\(rows)")
    #expect(plan.perArm == (size == 0 ? nil : size))
    #expect(plan.arms.count == arms)
    let behaviours = plan.arms.map(\.value.arm)
    for place in behaviours.indices.dropFirst() { #expect(behaviours[place] != behaviours[0]) }
  }

  /// Returns what each arm of an experiment comes to with everybody in it, under the same luck.
  private static func alone(_ file: String, _ options: [String]) throws -> [Tally] {
    let (choice, plan) = try ExperimentCommand.chosen(
      file,
      Arguments(
        [file, "--set", "market.people=3_000", "--set", "arrivals.seeds=300"] + options,
        of: ExperimentCommand.manual),
      on: MemoryConsole())
    return try plan.arms.indices.map { arm in
      var alone = choice.scenario.plan
      alone.days = 45
      var experiment = plan.experiment.everybody(in: arm)
      experiment.starts = .zero
      alone.experiment = experiment
      var run = try GrowthRun(alone, seed: 3)
      run.run()
      return run.tally
    }
  }

  @Test(
    arguments: [Profile.rin, .product, .design].flatMap { profile in
      profile.plans.experiments.map { (profile.id.shortName, $0.rawValue) }
    })
  func `CNF-46 · the variant of each planned experiment moves what is counted`(
    profile: String, experiment: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.yaml", Self.small + "profile: \(profile)\n")
    let arms = try Self.alone(file, ["--planned", experiment])
    #expect(arms.count == 2)
    #expect(arms[0] != arms[1])
  }

  @Test func `P-EXP-06 · in the control of Experiment 3 every opening is at the profile`() throws {
    let file = Self.scenarios + "/experiments/prompt-triggers.yaml"
    let planned = Self.scenarios + "/profile-product.yaml"
    for (file, options) in [(file, []), (planned, ["--planned", "triggerPlacement"])] {
      let arms = try Self.alone(file, options)
      let openings = arms.map { $0.shares.endings.map { $0.reduce(0, +) } }
      let profile = Int(Origin.Way.profileSettings.rawValue)
      let contextual = Int(Origin.Way.contextual.rawValue)
      #expect(openings[0][profile] > 50)
      #expect(openings[0].reduce(0, +) == openings[0][profile])
      #expect(arms[0].prompts.shown.reduce(0, +) == 0)
      // The variant adds its two triggers, and takes nothing away.
      #expect(openings[1][contextual] > 0)
      #expect(openings[1].reduce(0, +) == openings[1][profile] + openings[1][contextual])
      let shown = PromptTrigger.allCases.filter { arms[1].prompts.shown[Int($0.ordinal)] > 0 }
      #expect(shown == [.keyAction, .emptyState])
    }
  }

  @Test func `P-ENT-12 · of five triggers two or three are built, and the others bring nothing`()
    throws
  {
    let files = ["five", "three", "two"].map { Self.scenarios + "/triggers/\($0).yaml" }
    let built: [[PromptTrigger]] = try files.map { file in
      let scenario = try ChosenScenario(
        named: file, changed: [], on: MemoryConsole()
      ).scenario
      var plan = scenario.plan
      plan.days = 30
      plan.behaviour.market.people = 3_000
      plan.behaviour.arrivals.seeds = 600
      var run = try GrowthRun(plan, seed: 3)
      run.run()
      let prompts = run.tally.prompts
      #expect(prompts.met.reduce(0, +) > prompts.shown.reduce(0, +))
      return PromptTrigger.allCases.filter { prompts.shown[Int($0.ordinal)] > 0 }
    }
    #expect(
      built == [
        [.keyAction, .socialContent, .emptyState, .thirdSession, .contactsPermission],
        [.keyAction, .socialContent, .emptyState], [.keyAction, .emptyState],
      ])
  }
}
