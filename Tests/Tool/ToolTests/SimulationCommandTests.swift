import GrowthloopFindings
import GrowthloopStudies
import Foundation
@testable import growthloop
@testable import GrowthloopReports
import TestConsole
import Testing

@Suite("growthloop simulate", .timeLimit(.minutes(60)))
struct SimulationCommandTests {
  @Test func `the same seed gives the same bytes with one worker and with two`() async throws {
    let folder = try TemporaryFolder()
    for workers in ["1", "2"] {
      let outcome = await growthloopOnThread(
        ["simulate"] + smallMarket + [
          "--replications", "3", "--workers", workers, "--out", "\(folder.path)/\(workers)",
        ])
      #expect(outcome.code == .success)
      #expect(outcome.complaints == "")
    }
    let names = [
      "run.json", "metrics.csv", "days.csv", "replications.csv", "dashboards.csv", "summary.md",
      "report.html",
    ]
    for name in names {
      #expect(try folder.text("1/\(name)") == folder.text("2/\(name)"), "\(name)")
      #expect(try !folder.text("1/\(name)").isEmpty)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/1").sorted()
        == (names + ["about.json"]).sorted(), "no temporary file is left")
    #expect(try folder.text("1/days.csv").split(separator: "\n").count == 21)
    #expect(try folder.text("2/about.json").contains("\"workers\" : 2"))
    for file in ["summary.md", "report.html"] {
      for what in ["ways", "triggers", "channels"] {
        #expect(
          try folder.text("1/\(file)").contains(
            "All \(what) share one tap probability in this scenario; differences here are chance "
              + "and selection."), "\(file): \(what)")
      }
    }
  }

  @Test func `the report names targets, conflicts of targets, assumptions, and how to repeat it`()
    async
  {
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket + ["--replications", "2", "--metrics", "k", "--definitions"])
    #expect(outcome.output.contains("k.cohort"))
    #expect(!outcome.output.contains("prompts.tapShare"))
    #expect(outcome.output.contains("(KPI-01, KPI-10)"))
    #expect(outcome.output.contains("Targets that cannot hold together:"))
    #expect(
      outcome.output.contains(
        " parameters are assumptions (grade D, or none); '--assumptions' lists them."))
    #expect(
      outcome.lines.last?.hasPrefix("Reproduce with: growthloop simulate --set market.people=2_000")
        == true)
    #expect(outcome.lines.last?.hasSuffix("--seed 1 --replications 2") == true)
  }

  @Test func `without a choice the tables stand side by side, and what is not answered`() async {
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket.map { $0 == "days=20" ? "days=60" : $0 }
        + ["--replications", "2", "--dashboard", "7", "--tables"])
    let headings = [
      "Targets of the document 'rin':",
      "Arrivals without an invite:", "An attempt finds no one once all people",
      "From the entry point to first value", "By the way to the invite:",
      "All ways share one tap probability",
      "By the trigger of the prompt:", "All triggers share one tap probability",
      "Prompts that were held back",
      "By the channel of the invite:", "All channels share one tap probability",
      "The dashboard of channels:",
      "Targets of the product, judged eight weeks after the start:",
      "First launches by the credit they gave", "Rules applied:",
      "What the busiest inviters would see in the app, in the first replication:",
      "Targets that cannot hold together:",
      "Not covered by this simulation:\n- D-MET-08: ",
    ]
    var rest = outcome.output[...]
    for heading in headings {
      guard let place = rest.firstRange(of: heading) else {
        Issue.record("\(heading) is missing, or not in its place")
        continue
      }
      rest = rest[place.upperBound...]
    }
    #expect(outcome.output.contains("all rules  "))
    #expect(outcome.lines.last?.hasSuffix("--dashboard 7") == true)
    let alone = await growthloopOnThread(
      ["simulate"] + smallMarket + ["--replications", "2", "--metrics", "k"])
    #expect(!alone.output.contains("What the busiest inviters"))
    #expect(alone.output.contains("Not covered by this simulation:"))
    let short = await growthloopOnThread(["simulate"] + smallMarket + ["--replications", "2"])
    #expect(short.output.contains("further tables, such as by channel and by reason: '--tables'"))
    #expect(!short.output.contains("By the channel of the invite:"))
  }

  @Test func `a product of one's own is not judged by the goals of Rin's documents`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/own.yaml"
    #expect(growthloop("init", file, "--people", "2_000", "--days", "60").code == .success)
    let outcome = await growthloopOnThread([
      "simulate", file, "--replications", "2", "--tables", "--no-ranking",
    ])
    #expect(outcome.output.contains("By the way to the invite:"), "\(outcome.complaints)")
    #expect(!outcome.output.contains("judged eight weeks after the start"))
  }

  @Test func `a report opens with its answer, and the other coefficients come after the table`()
    async throws
  {
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket
        + ["--set", "answer=k.sender", "--replications", "2", "--tables"])
    #expect(
      outcome.lines[1].hasPrefix("In 20 days, Jan 5, 2026 to Jan 24, 2026, "),
      "\(outcome.lines.prefix(4))")
    #expect(outcome.lines[2].hasPrefix("Each member who sends is credited with "))
    #expect(outcome.lines[3].hasPrefix("It rests on "))
    let first = try #require(outcome.output.firstRange(of: "Newcomers credited to each sender "))
    let others = try #require(outcome.output.firstRange(of: "The other viral coefficients:"))
    let second = try #require(outcome.output.firstRange(of: "Others credited to each newcomer "))
    #expect(first.lowerBound < others.lowerBound && others.lowerBound < second.lowerBound)
    let refused = await growthloopOnThread(
      ["simulate"] + smallMarket + ["--set", "answer=k.sendr"])
    #expect(refused.code == .badInput)
    #expect(
      refused.complaints.contains("unknown metric 'k.sendr' in 'answer'; did you mean 'k.sender'"))
  }

  @Test func `what answers rest on, and what is laid side by side, exists`() async throws {
    let parameters = Set(
      try ChosenScenario(
        named: ChosenScenario.defaultsName, changed: [], on: MemoryConsole(), quietly: true
      ).setup.parameters.map(\.name))
    let unknown = HeadlineMetric.parameters.subtracting(parameters)
      .filter { !$0.hasPrefix("use.retention.") }
    #expect(unknown.isEmpty, "\(unknown)")
    for (parameter, metric) in EchoedInput.names {
      #expect(parameters.contains(parameter), "\(parameter)")
      #expect(Metric.named(metric) != nil, "\(metric)")
    }
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket.map { $0 == "days=20" ? "days=60" : $0 } + ["--replications", "4"])
    #expect(outcome.output.contains("What would move it most: today "))
  }

  @Test func `a profile without a dashboard says so`() async {
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket
        + ["--set", "profile=design", "--replications", "2", "--tables"])
    #expect(outcome.output.contains("no inviter has a dashboard (visibility.dashboardEnabled)"))
    #expect(outcome.output.contains("D-MET-08  guardrail  not covered by this simulation"))
  }

  @Test func `a scenario says how narrow an interval has to become`() async throws {
    let folder = try TemporaryFolder()
    func scenario(_ precision: String) throws -> String {
      try folder.write(
        "precise.yaml",
        """
        title: A precise one
        replications: 60
        precision: \(precision)
        days: 10
        market: {people: 500, communitySize: 50}
        arrivals: {seeds: 50, organicPerDay: 2}
        sharing: {visit: 20%}
        """)
    }
    let file = try scenario("{metric: use.sessions, share: 10%}")
    let outcome = await growthloopOnThread(["simulate", file, "--metrics", "k"])
    #expect(outcome.output.contains("seed 1; 10 replications, enough for the precision wanted."))
    let compared = await growthloopOnThread(
      ["compare", file, "sharing.visit=25%", "--until", "use.sessions=50"])
    #expect(compared.output.contains("; 10 replications, enough for the precision wanted."))
    #expect(compared.lines.last?.contains("--until use.sessions=50") == true)
    let unknown = try scenario("{metric: use.sesions}")
    let refused = await growthloopOnThread(["simulate", unknown])
    #expect(refused.code == .badInput)
    #expect(refused.complaints.contains("did you mean 'use.sessions'?"))
  }

  @Test func `a file says what to simulate, and its mistakes are shown under a caret`() async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "quick.yaml",
      """
      title: A quick one
      question: Does it run?
      seed: 9
      replications: 2
      days: 10
      market: {people: 500, communitySize: 50}
      arrivals: {seeds: 50, organicPerDay: 2}
      """)
    let outcome = await growthloopOnThread(["simulate", file, "--json"])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("\"question\" : \"Does it run?\""))
    #expect(outcome.output.contains("\"seed\" : 9"))
    let bad = try folder.write("bad.yaml", "title: Bad\nmarket: {peple: 500}\n")
    let refused = await growthloopOnThread(["simulate", bad])
    #expect(refused.code == .badInput)
    #expect(refused.output == "")
    #expect(refused.complaints.contains("bad.yaml:2:10: error: unknown key"))
    let missing = await growthloopOnThread(["simulate", "\(folder.path)/none.yaml"])
    #expect(missing.code == .badInput)
    #expect(missing.complaints.contains("the file cannot be read: there is no such file"))
  }

  @Test func `a folder with a run of another kind is refused before the work`() async throws {
    let folder = try TemporaryFolder()
    let run = ["--out", folder.path, "--replications", "2"] + smallMarket
    #expect(await growthloopOnThread(["simulate"] + run).code == .success)
    #expect(await growthloopOnThread(["simulate"] + run).code == .success, "again, in its place")
    let other = await growthloopOnThread(
      ["compare", "defaults", "prompts.lifetimeMax=1"] + run)
    #expect(other.code == .usage)
    #expect(
      other.complaints.contains("has a run of 'simulate', which would be mixed with this one"),
      "\(other.complaints)")
  }

  @Test func `an interrupt keeps what is finished, marked as partial`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/partial"
    let outcome = await growthloopOnThread(
      ["simulate"] + smallMarket + ["--replications", "100000", "--out", out], interrupted: true)
    #expect(outcome.code == .interrupted)
    #expect(outcome.output.contains("PARTIAL: interrupted after"))
    #expect(try folder.text("partial/run.json").contains("\"isPartial\" : true"))
    let compared = await growthloopOnThread(
      ["compare", "defaults", "prompts.lifetimeMax=1"] + smallMarket + [
        "--replications", "100000",
      ],
      interrupted: true)
    #expect(compared.code == .interrupted)
    #expect(compared.output.contains("PARTIAL"))
  }

  static let matching = """
    title: A village
    study: matching
    replications: 2
    town: {people: 2_000, clicksPerDay: 60, settling: 2d, measured: 4d}
    """

  @Test func `a study of matching is one table, with files of the same`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("village.yaml", Self.matching)
    for workers in ["1", "2"] {
      let outcome = await growthloopOnThread(
        ["simulate", file, "--workers", workers, "--out", "\(folder.path)/\(workers)"])
      #expect(outcome.code == .success)
      #expect(outcome.complaints == "")
      #expect(
        outcome.lines[1]
          == "Seed 1; 2 replications with 95% intervals over them, every rule under the same launches."
      )
      let header = outcome.lines[2].split(separator: " ")
      #expect(header == ["rule", "right", "wrong", "missed", "stolen"])
      #expect(outcome.lines[4].hasPrefix("the truth: who clicked"))
      #expect(outcome.lines.contains { $0.hasPrefix("exact, 7 d, last click ") })
      #expect(outcome.lines.last?.hasSuffix("village.yaml --seed 1 --replications 2") == true)
    }
    for name in ["run.json", "rules.csv", "replications.csv", "summary.md"] {
      #expect(try folder.text("1/\(name)") == folder.text("2/\(name)"), "\(name)")
    }
    #expect(
      try folder.text("1/rules.csv").hasPrefix(
        "rule,share,whole,truth,replications,mean,low,high\n\"Grovs, 5 min, unique\",right,"))
    for command in [
      ["compare", file, "prompts.lifetimeMax=1"], ["sweep", file, "--vary", "days=1,2"],
    ] {
      let refused = await growthloopOnThread(command)
      #expect(refused.code == .usage)
      #expect(
        refused.complaints.contains("is a study of matching: only 'growthloop simulate' runs it"))
    }
    let refused = await growthloopOnThread(["simulate", file, "--metrics", "k"])
    #expect(refused.complaints.contains("'--metrics' is of no use to a study of matching"))
  }

  @Test func `shares of no launches are not defined, and it is said`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("village.yaml", Self.matching)
    let outcome = await growthloopOnThread(
      ["simulate", file, "--set", "town.install=0", "--out", folder.path])
    #expect(outcome.code == .success)
    let row = try #require(outcome.lines.first { $0.hasPrefix("exact, 7 d, last click ") })
    #expect(row.split(separator: " ").filter { $0 == "–" }.count >= 3, "\(row)")
    #expect(!outcome.output.contains("100.0%"))
    let sentence =
      "Right, wrong and missed are not defined: no replication had a first launch that a tap "
    #expect(outcome.output.contains(sentence + "led to."))
    #expect(try folder.text("run.json").contains("\"replications\" : 0"))
    #expect(try folder.text("report.html").contains("Each rule against the truth"))
  }

  @Test func `progress names the rate and the time left`() {
    let reading = ProgressMeter.Reading(replications: 2.5, events: 5_000_000)
    let line = reading.line(of: 10, after: .seconds(5))
    #expect(line == "2.5 of 10 replications, 1.00 M events/s, 15 s left")
    #expect(
      ProgressMeter.Reading().line(of: 10, after: .seconds(1))
        == "0.0 of 10 replications, 0.00 M events/s")
  }
}
