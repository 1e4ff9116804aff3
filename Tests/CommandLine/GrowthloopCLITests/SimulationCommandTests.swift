import Experiments
import Foundation
import Testing

@testable import GrowthloopCLI

/// Runs the tool on a thread of its own, as the process does: it waits for work on all cores, and must
/// not hold one of the threads that do the work.
func growthloopOnThread(
  _ arguments: [String], interrupted: Bool = false, width: Int = 100
) async -> Outcome {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      let console = interrupted ? InterruptedConsole(width: width) : MemoryConsole(width: width)
      let code = Growthloop.run(arguments, on: console)
      continuation.resume(
        returning: Outcome(code: code, output: console.output, complaints: console.complaints))
    }
  }
}

/// A temporary folder that is gone after the test.
struct TemporaryFolder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  var path: String { url.path }
  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }
}

@Suite("growthloop simulate, compare and sweep", .timeLimit(.minutes(60)))
struct SimulationCommandTests {
  static let small = [
    "--set", "market.people=2_000", "--set", "days=20", "--set", "arrivals.seeds=100",
    "--set", "arrivals.organicPerDay=5", "--set", "sharing.visit=10%",
  ]

  @Test func `the same seed gives the same bytes with one worker and with two`() async throws {
    let folder = try TemporaryFolder()
    for workers in ["1", "2"] {
      let outcome = await growthloopOnThread(
        ["simulate"] + Self.small + [
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
            "All \(what) share one tap probability in this model; differences here are chance and "
              + "selection."), "\(file): \(what)")
      }
    }
  }

  @Test func `the report names targets, conflicts of targets, assumptions, and how to repeat it`()
    async
  {
    let outcome = await growthloopOnThread(
      ["simulate"] + Self.small + ["--replications", "2", "--metrics", "k", "--definitions"])
    #expect(outcome.output.contains("k.cohort"))
    #expect(!outcome.output.contains("prompts.tapShare"))
    #expect(outcome.output.contains("(KPI-01, KPI-10)"))
    #expect(outcome.output.contains("Targets that cannot hold together (KPI-09):"))
    #expect(outcome.output.contains("Resting on assumption alone"))
    #expect(
      outcome.lines.last?.hasPrefix("Again: growthloop simulate --set market.people=2_000") == true)
    #expect(outcome.lines.last?.hasSuffix("--seed 1 --replications 2") == true)
  }

  @Test func `without a choice the tables stand side by side, and what is not answered`() async {
    let outcome = await growthloopOnThread(
      ["simulate"] + Self.small.map { $0 == "days=20" ? "days=60" : $0 }
        + ["--replications", "2", "--dashboard", "7"])
    let headings = [
      "What the document asks whose targets hold (metrics.profile):",
      "Arrivals without an invite:", "An attempt finds no one once all people",
      "From the entry point to first value (P-DSH-01)", "By the way to the invite (P-DSH-03):",
      "All ways share one tap probability",
      "By the trigger of the prompt (P-DSH-03):", "All triggers share one tap probability",
      "Prompts that were held back",
      "By the channel of the invite:", "All channels share one tap probability",
      "The dashboard of channels (P-DSH-02, P-DSH-07):",
      "Targets of the product, judged eight weeks after the start (P-MET-06):",
      "First launches by who was credited", "Rules that spoke:",
      "What the busiest inviters would see in the app, in the first replication:",
      "Targets that cannot hold together (KPI-09):", "Not answered here:\n- D-MET-08: ",
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
      ["simulate"] + Self.small + ["--replications", "2", "--metrics", "k"])
    #expect(!alone.output.contains("What the busiest inviters"))
    #expect(alone.output.contains("Not answered here:"))
  }

  @Test func `a profile without a dashboard says so`() async {
    let outcome = await growthloopOnThread(
      ["simulate"] + Self.small + ["--set", "profile=design", "--replications", "2"])
    #expect(outcome.output.contains("no inviter has a dashboard (visibility.dashboardEnabled)"))
    #expect(outcome.output.contains("D-MET-08  guardrail  not answered here"))
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

  @Test func `an interrupt keeps what is finished, marked as partial`() async throws {
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/partial"
    let outcome = await growthloopOnThread(
      ["simulate"] + Self.small + ["--replications", "100000", "--out", out], interrupted: true)
    #expect(outcome.code == .interrupted)
    #expect(outcome.output.contains("PARTIAL: interrupted after"))
    #expect(try folder.text("partial/run.json").contains("\"isPartial\" : true"))
    let compared = await growthloopOnThread(
      ["compare", "defaults", "prompts.lifetimeMax=1"] + Self.small + ["--replications", "100000"],
      interrupted: true)
    #expect(compared.code == .interrupted)
    #expect(compared.output.contains("PARTIAL"))
  }

  @Test func `compare tells the settings, the differences and the rules`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "prompts.lifetimeMax=1 prompts.recentShareDays=none"] + Self.small
        + [
          "--set", "prompts.triggerRepeats=everyOccurrence", "--replications", "3",
          "--measure-pairing", "--out", folder.path,
        ])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("prompts.lifetimeMax: 3 → 1"))
    #expect(outcome.output.contains("prompts.recentShareDays: 14 → none"))
    #expect(outcome.output.contains("PRM-18"))
    for key in ["k.cohort", "k.month", "k.sender"] {
      #expect(outcome.lines.contains { $0.hasPrefix("\(key) ") }, "whatever became of it")
    }
    #expect(try folder.text("report.html").contains("What becomes of the viral coefficient"))
    #expect(outcome.output.contains("measured against such runs"))
    #expect(try folder.text("differences.csv").contains("prompts.suppressed.recentShare"))
    #expect(try folder.text("run.json").contains("\"ranking\" : ["))
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

  @Test func `changed parameters are told as settings are, and defaults are not`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "busy.yaml",
      "title: Busy\nmarket: {people: 2_000}\ndays: 20\npolicy: {prompts.lifetimeMax: 1}\n")
    let outcome = await growthloopOnThread(
      ["simulate", file, "--replications", "2", "--out", folder.path])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(
      outcome.output.contains(
        "Profile rin, with prompts.lifetimeMax=1 market.people=2000 days=20; seed 1;"),
      "\(outcome.lines.prefix(4))")
    #expect(
      try folder.text("report.html").contains("prompts.lifetimeMax=1, market.people=2000, days=20"))
    let plain = try folder.write(
      "plain.yaml", "title: Plain\ndays: 5\nmarket: {people: 1_000}\narrivals: {seeds: 10}\n")
    let same = await growthloopOnThread(
      ["simulate", plain, "--set", "arrivals.organicPerDay=0", "--replications", "1"])
    #expect(same.output.contains("arrivals.seeds=10") && !same.output.contains("sharing.visit="))
  }

  @Test func `differences that are as good as none are readable`() {
    let row = VariantReport.Row(
      metric: "k.basic", unit: "", style: "ratio", replications: 8, base: 0.044, variant: 0.044,
      difference: -0.000_000_04, low: -0.000_000_06, high: -0.000_000_02, standardErrors: 4,
      savedByPairing: 1_604_993_682, measuredSaving: nil, evidence: nil)
    #expect(
      row.cells(of: 8) == ["k.basic", "0.0440", "0.0440", "≈ 0", "≈ 0", "sure", "over 1000×"])
    #expect(VariantReport.Row.saving(999) == "999×" && VariantReport.Row.saving(2.34) == "2.3×")
  }

  @Test func `a sweep tells several metrics in one table, the base among its rows`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "deferred.matcher=dub,adjust", "--set", "devices.areIdentified=false"]
        + Self.small + [
          "--replications", "2", "--metrics", "credit.rightShare,credit.lostShare", "--out",
          folder.path,
        ])
    #expect(outcome.code == .success)
    let start = try #require(
      outcome.lines.firstIndex {
        $0.split(separator: " ") == ["point", "credit.rightShare", "credit.lostShare"]
      })
    #expect(outcome.lines[start + 2].hasPrefix("the base "))
    #expect(outcome.lines[start + 3].hasPrefix("deferred.matcher=dub "))
    #expect(outcome.lines[start + 4].hasPrefix("deferred.matcher=adjust "))
    let csv = try folder.text("beside.csv").split(separator: "\n")
    #expect(csv.count == 1 + 3 * 2)
    #expect(csv[1].hasPrefix(",credit.rightShare,"))
    #expect(outcome.lines.last?.contains("--metrics credit.rightShare,credit.lostShare") == true)
  }

  @Test func `sweep tries every combination and ranks the settings`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "sharing.visit=1%,30%", "--vary", "prompts.lifetimeMax=1,3"] + Self.small
        + ["--replications", "3", "--metric", "sends.recipients", "--out", folder.path])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("sharing.visit=30% prompts.lifetimeMax=3"))
    let bars = try folder.text("tornado.csv").split(separator: "\n")
    #expect(bars.count == 3)
    #expect(bars[1].hasPrefix("sharing.visit,sends.recipients,1%"))
    #expect(try folder.text("points.csv").split(separator: "\n").count == 5)
  }

  static let mistakes: [([String], String)] = [
    (["simulate", "--replications", "0"], "'--replications' must be a whole number from 1"),
    (["simulate", "--seed", "-1"], "'--seed' must be a whole number below 2^64, not '-1'"),
    (["simulate", "--workers", "many"], "'--workers' must be a whole number from 1 to 1024"),
    (["simulate", "--until", "k.cohort"], "'--until k.cohort' must be METRIC=WIDTH"),
    (["simulate", "--until", "k.chort=1"], "unknown metric 'k.chort'; did you mean 'k.cohort'?"),
    (["simulate", "--until", "k.cohort=-1"], "'--until k.cohort=-1' must name half a width above"),
    (
      ["simulate", "--metrics", "nosuch"],
      "unknown metric 'nosuch'; 'growthloop simulate --metrics all' has them all"
    ),
    (["simulate", "--until", "k=1"], "unknown metric 'k'; did you mean 'k.cohort' or 'k."),
    (["simulate", "--metrics", "k,,k"], "a metric has a key, and one of these is empty"),
    (["simulate", "--metrics", "all,k"], "'all' stands alone for many metrics"),
    (["simulate", ""], "an argument is empty"),
    (
      ["simulate", "--dashboard", "100000"],
      "'--dashboard' must be the number of a person, from 0 to 99999, not '100000'"
    ),
    (["compare", "defaults", "days=9", "--until", "k"], "'--until k' must be METRIC=WIDTH"),
    (["compare", "defaults"], "compare what? A base and a variant"),
    (["compare", "default", "days=9"], "there is no file 'default'; did you mean 'defaults'?"),
    (
      ["compare", "defaults", "prompts.lifetimeMax"],
      "'prompts.lifetimeMax' is no file; a change of the base is written KEY=VALUE"
    ),
    (
      ["decide", "codes", "cases.jsonl"],
      "unexpected argument 'cases.jsonl'; cases come by standard input: decide codes < FILE"
    ),
    (
      ["compare", "defaults", "days=9 seed=3"],
      "'seed' says how a scenario is run or told, which all that are compared share: '--set seed=3'"
    ),
    (["compare", "defaults", "precision.metric=k.cohort"], "'precision.metric' says how"),
    (["sweep", "--vary", "replications=1,2"], "'replications' says how a scenario is run"),
    (["sweep"], "sweep over what? Name it by --vary"),
    (["sweep", "--vary", "prompts.lifetimeMax"], "'--vary prompts.lifetimeMax' must be KEY=A,B,C"),
    (["sweep", "--vary", "a=1,1"], "'--vary a=1,1' must name different values"),
    (["sweep", "--vary", "a=1", "--vary", "a=2"], "each '--vary' must name another key"),
  ]

  @Test(arguments: mistakes)
  func `options that cannot be followed are told apart`(arguments: [String], complaint: String) {
    let outcome = run(arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.output == "")
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }

  @Test func `changes that name nothing are shown under a caret`() {
    let outcome = run(["simulate", "--set", "prompts.lifetimMax=5"], [])
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("did you mean prompts.lifetimeMax?"))
    let variant = run(["compare", "defaults", "market.peple=9"], [])
    #expect(variant.code == .badInput)
    #expect(variant.complaints.hasPrefix("market.peple=9: error: unknown key 'market.peple'"))
    let swept = run(["sweep", "--vary", "market.people=1,many"], [])
    #expect(swept.code == .badInput)
  }

  @Test func `where the metric has no value sweep says so in place of an empty ranking`() async {
    // A cohort needs a cycle of thirty days behind it.
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "prompts.lifetimeMax=1,2", "--replications", "2"] + Self.small)
    #expect(outcome.output.contains("\n\nNothing can be ranked: k.cohort has no value here.\n\n"))
    #expect(!outcome.output.contains("setting  from"))
  }

  @Test func `one is told in the singular`() async {
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "days=5", "--replications", "1"] + Self.small)
    #expect(
      outcome.output.contains("beside 1 variant under the same luck; seed 1; 1 replication.\n"))
    #expect((0...2).map { $0.counting("day") } == ["0 days", "1 day", "2 days"])
  }

  @Test(arguments: [["--dashboard", "1"], ["--definitions"], ["--until", "k.cohort=1"]])
  func `what a study of matching does not have is refused`(option: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("town.yaml", "title: Town\nstudy: matching\n")
    let outcome = run(["simulate", file] + option, [])
    #expect(outcome.code == .usage)
    #expect(
      outcome.complaints.hasPrefix(
        "growthloop: '\(option[0])' is of no use to a study of matching"))
  }

  @Test func `progress names the rate and the time left`() {
    let work = Work(console: MemoryConsole(), total: 10)
    let line = work.line(.init(replications: 2.5, events: 5_000_000), after: .seconds(5))
    #expect(line == "2.5 of 10 replications, 1.00 M events/s, 15 s left")
    #expect(work.line(.init(), after: .seconds(1)) == "0.0 of 10 replications, 0.00 M events/s")
  }
}
