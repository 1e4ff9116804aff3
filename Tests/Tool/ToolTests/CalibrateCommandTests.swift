import Foundation
import GrowthloopReports
import TestConsole
import Testing

@testable import growthloop

@Suite("growthloop calibrate, observe, and --posterior", .timeLimit(.minutes(60)))
struct CalibrateCommandTests {
  /// A market that runs in some milliseconds.
  private static let scenario = """
    title: A small market
    answer: conversion.tapped
    seed: 3
    replications: 4
    days: 12
    market: {people: 2_000}
    arrivals: {seeds: 300, organicPerDay: 5}
    sharing: {visit: 20%}

    """
  private static let plan = """
    plan: calibration
    title: A small funnel
    calibrate: small.yaml
    observed: funnel.csv
    parameters:
      recipients.tap: {from: 10%, to: 70%}
      recipients.install: {from: 5%, to: 60%}
    budget: {runs: 800, waves: 2}
    holdOut: 3d

    """

  private func write(
    _ folder: borrowing TemporaryFolder, _ plan: String = plan
  ) async throws -> String {
    let file = try folder.write("small.yaml", Self.scenario)
    let outcome = await growthloopOnThread([
      "simulate", file, "--set", "recipients.tap=25%", "--replications", "1", "--seed", "9",
      "--funnel", folder.path + "/funnel.csv",
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    return try folder.write("plan.yaml", plan)
  }

  @Test func `the funnel of a simulation calibrates the scenario that made it`() async throws {
    let folder = try TemporaryFolder()
    let file = try await write(folder)
    let out = folder.path + "/out"
    let outcome = await growthloopOnThread(["calibrate", file, "--out", out])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("These data identify 2 of 2 parameters: 2"))
    #expect(outcome.output.contains("% of recipients tap (recipients.tap, 95% interval 2"))
    #expect(outcome.output.contains("In the 30 days after the funnel invites will bring "))
    #expect(
      outcome.output.contains("What next: measure recipients.")
        && outcome.output.contains(" more days of these counts halve the interval of that input."),
      "\(outcome.output)")
    #expect(outcome.output.contains("held out"))
    let draws = try String(contentsOfFile: out + "/posterior.csv", encoding: .utf8)
    #expect(draws.hasPrefix("recipients.tap,recipients.install\n"))
    #expect(draws.split(separator: "\n").count > 500)
    let calibrated = try String(contentsOfFile: out + "/calibrated.yaml", encoding: .utf8)
    #expect(calibrated.contains("extends: ../small.yaml"))
    #expect(calibrated.contains("source: \"calibrated to funnel.csv (12 days), 95%: "))
    let checked = await growthloopOnThread(["check", out + "/calibrated.yaml"])
    #expect(checked.code == .success, "\(checked.complaints)")
    let reported = await growthloopOnThread(["report", out])
    #expect(reported.code == .success)

    // The draws are inputs of every other command.
    let forecast = await growthloopOnThread([
      "simulate", out + "/calibrated.yaml", "--posterior", out + "/posterior.csv",
    ])
    #expect(forecast.output.contains("of the variance from inputs"), "\(forecast.complaints)")
    let compared = await growthloopOnThread([
      "compare", out + "/calibrated.yaml", "recipients.tap=50%", "--posterior",
      out + "/posterior.csv",
    ])
    #expect(
      compared.output.contains("conversion.tapped, recipients.tap=50%"), "\(compared.complaints)")
    let swept = await growthloopOnThread([
      "sweep", out + "/calibrated.yaml", "--vary", "recipients.tap=20%,40%", "--posterior",
      out + "/posterior.csv",
    ])
    #expect(swept.code == .success, "\(swept.complaints)")
  }

  @Test func `a scenario and a table make a plan of what the table can speak of`() async throws {
    let folder = try TemporaryFolder()
    _ = try await write(folder)
    let words = ["calibrate", folder.path + "/small.yaml", folder.path + "/funnel.csv"]
    let out = folder.path + "/out"
    let quick = ["--set", "budget.runs=100", "--set", "budget.waves=1"]
    let outcome = await growthloopOnThread(words + quick + ["--out", out])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let plan = try String(contentsOfFile: out + "/plan.yaml", encoding: .utf8)
    #expect(
      plan == """
        plan: calibration
        title: "What funnel.csv says about small.yaml"
        calibrate: "../small.yaml"
        observed: "../funnel.csv"
        # What the table can speak of, each within all that is likely.
        parameters:
          sharing.visit: {from: 3.448%, to: 63.636%}
          sharing.recipients: {from: 1.800, to: 21.000}
          recipients.tap: {from: 8.696%, to: 82.353%}
          recipients.tapDelay.median: {from: 10m, to: 1440m}
          recipients.install: {from: 4.545%, to: 70.000%}
          recipients.installDelay.median: {from: 47m, to: 6840m}
          firstRun.dropPerScreen: {from: 0.291%, to: 12.500%}
        # The scenario may have its numbers from the same funnel, which must not count twice.
        priors: none
        budget: {runs: 1200, waves: 4}
        # The last days are predicted, and compared.
        holdOut: 1d

        """)
    let kept = await growthloopOnThread(["calibrate", out + "/plan.yaml", "--json"] + quick)
    let made = await growthloopOnThread(words + quick + ["--json"])
    // The paths of the two alone differ.
    func body(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { line in
        !["command", "funnel"].contains { line.contains("\"\($0)\" :") }
      }
    }
    #expect(body(kept.output) == body(made.output) && kept.code == .success, "\(kept.complaints)")
  }

  @Test(arguments: [
    (["funnel.csv", "small.yaml"], "growthloop calibrate small.yaml funnel.csv"),
    (["small.yaml", "small.yaml"], "growthloop calibrate mine.yaml funnel.csv"),
    (["plan.yaml", "funnel.csv"], "'plan.yaml' is a plan, which names its own table"),
    (["small.yaml"], "a scenario alone is no calibration: name the funnel too"),
    (["small.yaml", "none.csv"], "'none.csv' cannot be read"),
    (["small.yaml", "short.csv"], "the table has 2 days"),
    (["small.yaml", "untapped.csv"], "the table counts no taps"),
  ])
  func `words that are something else are told apart`(_ words: [String], _ told: String)
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try await write(folder)
    let head = "cohort,stage,lag,count\n"
    _ = try folder.write("short.csv", head + "1,sent,0,9\n2,sent,0,9\n")
    _ = try folder.write("untapped.csv", head + "1,sent,0,9\n9,sent,0,9\n1,tapped,0,0\n")
    let outcome = await growthloopOnThread(
      ["calibrate"] + words.map { folder.path + "/" + $0 })
    #expect(outcome.code != .success)
    #expect(
      outcome.complaints.replacing(folder.path + "/", with: "").contains(told),
      "\(outcome.complaints)")
  }

  @Test func `what was fitted stays in the calibrated scenario, which is not fitted again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let plan = try await write(folder)
    let observed = "observed: {onboarding.completion: 60%, conversion.tapped: 30%}\n"
    _ = try folder.write("small.yaml", Self.scenario + observed)
    let out = folder.path + "/out"
    let outcome = await growthloopOnThread(
      ["calibrate", plan, "--set", "budget.runs=100", "--set", "budget.waves=1", "--out", out])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let text = try String(contentsOfFile: out + "/calibrated.yaml", encoding: .utf8)
    #expect(text.contains("observed: none\n"))
    #expect(text.contains("fitted to onboarding.completion 60%"), "\(text)")
    #expect(!text.contains("fitted to conversion.tapped"), "the funnel says that")
    let simulated = await growthloopOnThread(["simulate", out + "/calibrated.yaml"])
    #expect(simulated.code == .success, "\(simulated.complaints)")
    #expect(!simulated.complaints.contains("fitted:"), "\(simulated.complaints)")
  }

  @Test func `a total is not cut by the days that are held out`() throws {
    let folder = try TemporaryFolder()
    let base = try ChosenScenario(named: "defaults", changed: [], on: MemoryConsole())
    func plan(_ days: [String]) throws -> String {
      let rows = days.map { "\($0),sent,40\n\($0),tapped,20\n" }
      let file = try folder.write("totals.csv", "day,stage,count\n" + rows.joined())
      return try FunnelPlan(of: base, in: "mine.yaml", to: file).text()
    }
    #expect(try plan(["1..28"]).contains("holdOut") == false)
    #expect(try plan(["1..21", "22..28"]).contains("holdOut: 7d"))
    #expect(try plan((1...28).map { "\($0)" }).contains("holdOut: 7d"))
  }

  @Test func `a table without days is of those of the scenario, or of as many as are said`()
    async throws
  {
    let folder = try TemporaryFolder()
    let scenario = try folder.write("small.yaml", Self.scenario)
    let table = try folder.write(
      "totals.csv", "stage,count\nsent,600\ntapped,150\nlaunched,40\n")
    let out = folder.path + "/out"
    let quick = ["--set", "budget.runs=100", "--set", "budget.waves=1"]
    let words = ["calibrate", scenario, table] + quick
    let outcome = await growthloopOnThread(words + ["--out", out])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("totals.csv: 12 days of invites, taps, launches, as totals"))
    #expect(outcome.complaints.contains("has no days: its counts are taken as those of the 12 "))
    let plan = try String(contentsOfFile: out + "/plan.yaml", encoding: .utf8)
    #expect(plan.contains("\ndays: 12\n"))
    #expect(growthloop("check", out + "/plan.yaml").code == .success)
    let month = await growthloopOnThread(words + ["--set", "days=28"])
    #expect(month.output.contains("totals.csv: 28 days of invites"), "\(month.output)")
    #expect(!month.complaints.contains("has no days"))
  }

  @Test func `a mistake in a change or a table comes before the fit of the scenario`() async throws
  {
    let folder = try TemporaryFolder()
    _ = try await write(folder)
    let observing = try folder.write(
      "observing.yaml", Self.scenario + "observed: {onboarding.completion: 80%}\n")
    for (table, changes, words) in [
      ("funnel.csv", ["--set", "budget.runs=40"], "'budget.runs' must be a whole number from 100"),
      ("none.csv", [], "none.csv' cannot be read"),
    ] {
      let command = ["calibrate", observing, folder.path + "/" + table]
      let outcome = await growthloopOnThread(command + changes)
      #expect(outcome.code != .success && outcome.complaints.contains(words))
      #expect(!outcome.complaints.contains("fitted:"), "\(outcome.complaints)")
    }
  }

  @Test func `the bytes are the same for any number of workers`() async throws {
    let folder = try TemporaryFolder()
    let file = try await write(folder)
    let quick = ["--set", "budget.waves=1", "--set", "budget.runs=200"]
    let words = ["calibrate", file, "--json"] + quick
    let runs = [
      await growthloopOnThread(words + ["--workers", "1"]),
      await growthloopOnThread(words + ["--workers", "2"]),
    ]
    #expect(runs[0].code == .success)
    #expect(runs[0].output == runs[1].output)
  }

  @Test func `ranges whose values always contradict each other are refused`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("small.yaml", Self.scenario)
    let file = try folder.write(
      "plan.yaml",
      """
      plan: calibration
      title: Too much of both
      calibrate: small.yaml
      parameters:
        sharing.promptTap: {from: 60%, to: 70%}
        sharing.promptDismiss: {from: 50%, to: 70%}
      budget: {runs: 100, waves: 2}
      """)
    let outcome = await growthloopOnThread(["calibrate", file, "--rehearse"])
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("sharing.promptTap, sharing.promptDismiss"))
    #expect(outcome.complaints.contains("contradict themselves"))
  }

  @Test func `a rehearsal needs no funnel, and says what its data could tell`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("small.yaml", Self.scenario)
    let file = try folder.write(
      "plan.yaml",
      Self.plan.replacing("observed: funnel.csv\n", with: "")
        + "rehearsal: {days: 12, form: totals, logged: [sent, launched]}\n")
    let refused = await growthloopOnThread(["calibrate", file])
    #expect(refused.code == .badInput)
    #expect(refused.complaints.contains("'observed' is missing"))
    let outcome = await growthloopOnThread(["calibrate", file, "--rehearse"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("A rehearsal: the funnel was simulated"))
    #expect(
      outcome.output.contains("recipients.tap is known only together with recipients.install"))
    #expect(outcome.output.contains("If taps were logged too"))
    #expect(outcome.output.contains("These are totals, which show chances well and delays badly."))
    let few = await growthloopOnThread([
      "calibrate", file, "--rehearse", "--set", "budget.runs=100", "--seed", "3",
    ])
    #expect(
      few.output.contains("100 runs are too few: others would move recipients."), "\(few.output)")
  }

  @Test func `every mistake is told with its place and remedy`() async throws {
    let folder = try TemporaryFolder()
    _ = try await write(folder)
    let file = try folder.write(
      "wrong.yaml",
      Self.plan.replacing("recipients.tap:", with: "recipients.tapp:")
        .replacing("to: 60%", with: "to: 160%"))
    let outcome = await growthloopOnThread(["calibrate", file])
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints.contains(
        "wrong.yaml:6:3: error: unknown parameter 'recipients.tapp'; did you mean 'recipients.tap'?"
      ))
    #expect(
      outcome.complaints.contains("error: 'recipients.install.range' must be"))
    let checked = await growthloopOnThread(["check", file])
    #expect(checked.code == .badInput)
    _ = try folder.write(
      "funnel.csv", "cohort,stage,lag,count\n1,sent,0,9\n1,tapped,0,4\n1,launched,0,5\n")
    let funnel = await growthloopOnThread(["check", folder.path + "/plan.yaml"])
    #expect(funnel.output.contains("the cohort 1 has 5 launches of 4 taps"))
  }

  @Test func `draws that are none are refused`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write("small.yaml", Self.scenario)
    let empty = try folder.write("empty.csv", "recipients.tap\n")
    let refused = await growthloopOnThread(["simulate", scenario, "--posterior", empty])
    #expect(refused.complaints.contains("there are no draws"))
    let unknown = try folder.write("unknown.csv", "recipients.tapp\n0.4\n")
    let strange = await growthloopOnThread(["simulate", scenario, "--posterior", unknown])
    #expect(strange.complaints.contains("unknown key 'recipients.tapp'"))
  }
}

@Suite("growthloop observe")
struct ObserveCommandTests {
  @Test func `events with a key make cohorts, and nothing names a person`() {
    let events = """
      {"at":"2026-01-05T10:00:00Z","event":"invite_sent","properties":{"invite_code":"x","count":2}}
      {"at":"2026-01-06T10:00:00Z","event":"invite_link_opened","properties":{"invite_code":"x"}}
      {"at":"2026-01-08T10:00:00Z","event":"invite_app_installed","properties":{"invite_code":"x"}}
      {"at":"2026-01-08T10:00:00Z","event":"app_opened","properties":{}}

      """
    let outcome = growthloop("observe", "-", input: events)
    #expect(
      outcome.output == """
        cohort,stage,lag,count
        1,sent,0,2
        1,tapped,1,1
        1,launched,3,1
        2,sent,0,0
        3,sent,0,0
        4,sent,0,0

        """)
    #expect(outcome.complaints.contains("4 events of 4 days"))
    #expect(outcome.complaints.contains("Left out, being of no stage: app_opened (1)."))
  }

  @Test(arguments: [",", ";", "\t"])
  func `events without one make totals, and it is said what cohorts need`(mark: String) {
    let outcome = growthloop(
      "observe", "-", "--map", "sent=sent", "--map", "tap=tapped",
      input: "event,time\nsent,1\ntap,2\ntap,2\n".replacing(",", with: mark))
    #expect(outcome.output == "day,stage,count\n1,sent,1\n2,sent,0\n2,tapped,2\n")
    #expect(outcome.complaints.contains("3 of them have no 'invite_code'"))
  }

  @Test(arguments: [
    ("{\"at\":\"soon\",\"event\":\"invite_sent\"}\n", "1: error: 'soon' is no moment"),
    ("{\"event\":\"invite_sent\"}\n", "1: error: there is no moment"),
    ("{\"at\":\"1\"}\n", "1: error: there is no name of an event"),
    ("{oops\n", "1: error: the line is no JSON object"),
    ("event,time\nsent\n", "2: error: the row has not the 2 cells"),
    ("event,time\nother,1\n", "no event of '-' is of a stage"),
  ])
  func `what cannot be read is told with its line`(input: String, complaint: String) {
    let outcome = growthloop("observe", "-", input: input)
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
  }

  @Test func `a moment of 1970 beside today's is refused with its place, whatever the order`() {
    let (early, late) = ("1970-01-01T00:00:00Z", "2026-03-01T10:00:00Z")
    func event(_ at: String) -> String {
      #"{"event": "invite_sent", "at": "\#(at)", "invite_code": "a"}"#
    }
    for moments in [[early, late], [late, early]] {
      let outcome = growthloop(
        "observe", "-", input: moments.map(event).joined(separator: "\n"))
      #expect(outcome.code == .badInput)
      let (line, other) = moments[0] == late ? (1, 2) : (2, 1)
      let words =
        "standard input:\(line): error: '2026-03-01' is 20513 days after '1970-01-01' "
        + "(standard input:\(other)), and a table has at most 3650 days"
      #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
    }
    // The longest table is made.
    let longest = ["0", "3649"].map {
      #"{"event": "invite_sent", "at": \#($0), "invite_code": "a"}"#
    }
    #expect(growthloop("observe", "-", input: longest.joined(separator: "\n")).code == .success)
  }

  @Test func `an unknown stage is told with the known ones`() {
    let outcome = growthloop("observe", "-", "--map", "tap=taped", input: "")
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("did you mean 'tapped'?"))
  }
}
