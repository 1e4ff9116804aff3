import Foundation
import GrowthloopReports
import GrowthloopTransport
import TestConsole
import TestSupport
import Testing

@testable import growthloop

@Suite("growthloop regress", .timeLimit(.minutes(60)))
struct RegressCommandTests {
  private static let tool = MemoryConsole().tool
  private static let scenario = packageFolder.appending(path: "scenarios/rin-baseline.yaml").path
  private static let small = [
    "--set", "market.people=2_000", "--set", "days=20", "--set", "arrivals.seeds=100",
    "--set", "arrivals.organicPerDay=5", "--set", "sharing.visit=10%",
  ]

  private struct Run: Decodable {
    struct Figure: Decodable {
      let name: String
      let judged: Bool
      let baselineRuns, candidateRuns: [Double]
      let call: String?
    }
    let kind, planKind, verdict: String
    let partial: Bool?
    let rounds: Int?
    let notes: [String]?
    let figures: [Figure]?
    let identical: Int?
  }

  private static func run(_ text: String) throws -> Run {
    try JSONDecoder().decode(Run.self, from: Data(text.utf8))
  }

  private static let loadPlan = """
    plan: load
    title: Small
    length: 1s
    warmUp: 100ms
    arrivals: {rate: 200}
    links: {count: 20}
    mix: {previewFetch: 0, directOpen: 0, deferredResolution: 0, sharing: 0, accept: 0, dashboard: 0}

    """

  // MARK: Growth

  @Test func `the same build simulates the same, and is said to`() async throws {
    let folder = try TemporaryFolder()
    let history = "\(folder.path)/history.jsonl"
    let outcome = await growthloopOnThread(
      ["regress", "--baseline", Self.tool, Self.scenario, "--replications", "2"] + Self.small
        + ["--record", history, "--at", "2026-11-21", "--commit", "abc"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("Identical: all 2 replications came out the same"))
    #expect(outcome.output.hasSuffix("NO REGRESSION: nothing differs.\n"))
    let drawn = growthloop("history", history, "--metrics", "prompts.shown")
    #expect(drawn.code == .success && drawn.output.contains("1 measurement\n"))
  }

  /// Two results under one seed, as two builds with another rule would give them.
  private static func results(in folder: borrowing TemporaryFolder) async -> (String, String) {
    let (before, after) = ("\(folder.path)/before", "\(folder.path)/after")
    for (path, cap) in [(before, "3"), (after, "0")] {
      let outcome = await growthloopOnThread(
        ["simulate", Self.scenario, "--replications", "3", "--out", path] + small
          + ["--set", "prompts.lifetimeMax=\(cap)"])
      #expect(outcome.code == .success, "\(outcome.complaints)")
    }
    return (before, after)
  }

  @Test func `another rule shows what it moved, and which rules spoke otherwise`() async throws {
    let folder = try TemporaryFolder()
    let (before, after) = await Self.results(in: folder)
    let outcome = growthloop(
      "regress", "--baseline", before, after, "--metrics", "prompts.shown", "--tolerance", "10%",
      "--out", "\(folder.path)/out")
    #expect(outcome.code == .gateMissed)
    #expect(outcome.output.contains("0 of 3 replications came out the same"))
    #expect(outcome.output.contains("PRM-"))
    #expect(outcome.output.contains("REGRESSION: prompts.shown is worse by more than 10.0%"))
    let run = try Self.run(try folder.text("out/run.json"))
    #expect(run.kind == "regress" && run.planKind == "growth" && run.verdict == "worse")
    #expect(run.identical == 0)
    let page = try folder.text("out/report.html")
    #expect(page.contains("What differs from the baseline with the same random numbers"))
    #expect(page.contains("A regression: worse beyond 10.0%."))
    let same = growthloop("regress", "--baseline", before, before)
    #expect(same.code == .success)
    let other = growthloop("regress", "--baseline", before, after, "--metrics", "no.such")
    #expect(other.code == .usage && other.complaints.contains("no.such"))
  }

  // MARK: Load

  @Test func `a length alone does not meet a warm-up of the plan, which is not the one here`()
    throws
  {
    let folder = try TemporaryFolder()
    let plan = try folder.write(
      "plan.yaml",
      Self.loadPlan.replacing("length: 1s", with: "length: 60s").replacing(
        "warmUp: 100ms", with: "warmUp: 10s"))
    let outcome = growthloop(
      "regress", "--baseline", "\(folder.path)/none", plan, "--set", "length=6s")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("the baseline '\(folder.path)/none' is neither"))
    #expect(!outcome.complaints.contains("warmUp"), "\(outcome.complaints)")
  }

  @Test func `services of both builds are loaded in turn, round by round`() async throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", Self.loadPlan)
    let outcome = await growthloopOnThread([
      "regress", "--baseline", Self.tool, plan, "--rounds", "2", "--data", folder.path,
      "--set", "length=1s", "--set", "warmUp=100ms", "--json",
    ])
    #expect(outcome.code == .gateUndecided, "\(outcome.complaints)")
    let run = try Self.run(outcome.output)
    #expect(run.planKind == "load" && run.rounds == 2 && run.partial == false)
    let median = try #require(run.figures?.first { $0.name == "p50" })
    #expect(median.judged && median.call == "not decided")
    #expect(median.baselineRuns.count == 2 && median.candidateRuns.count == 2)
    #expect(run.notes?.contains("Any call of a figure needs 6 rounds.") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["plan.yaml"])
  }

  @Test func `whoever interrupts before the first round gets nothing, and is told so`() async throws
  {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", Self.loadPlan)
    let outcome = await growthloopOnThread(
      ["regress", "--baseline", Self.tool, plan, "--data", folder.path], interrupted: true)
    #expect(outcome.code == .interrupted)
    #expect(outcome.complaints.contains("interrupted before anything could be compared"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plan.yaml"])
  }

  @Test func `whoever interrupts later keeps the rounds that are finished`() throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", Self.loadPlan)
    let console = PatientConsole(until: "round 2")
    let code = Growthloop.run(
      [
        "regress", "--baseline", Self.tool, plan, "--data", folder.path, "--set", "length=1s",
        "--set", "warmUp=100ms", "--out", "\(folder.path)/out",
      ], on: console)
    #expect(code == .interrupted)
    #expect(console.output.contains("PARTIAL: interrupted after 1 of 12 rounds."))
    let run = try Self.run(try folder.text("out/run.json"))
    #expect(run.partial == true && run.rounds == 1)
    #expect(try folder.text("out/rounds.csv").contains("p50,ms,0,"))
    #expect(try folder.text("out/report.html").contains("1, interrupted"))
  }

  @Test func `two results are compared by their seconds, and said to be weaker`() async throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", Self.loadPlan)
    let run = "\(folder.path)/run"
    _ = await growthloopOnThread([
      "load", plan, "--data", folder.path, "--set", "length=1s", "--out", run,
    ])
    let outcome = growthloop("regress", "--baseline", run, run)
    #expect(outcome.code == .gateUndecided)
    #expect(outcome.output.contains("Each was measured at its own time: disturbances"))
    let file = URL(filePath: "\(run)/run.json")
    let other = try String(contentsOf: file, encoding: .utf8)
      .replacing(#/"machine" : ".*"/#, with: #""machine" : "a quicker one""#)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/elsewhere", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(run)/seconds.csv", toPath: "\(folder.path)/elsewhere/seconds.csv")
    _ = try folder.write("elsewhere/run.json", other)
    let apart = growthloop("regress", "--baseline", "\(folder.path)/elsewhere", run)
    #expect(apart.code == .gateUndecided)
    #expect(apart.output.contains("The machine was another: 'a quicker one', then "))
    #expect(apart.output.hasSuffix("NOT DECIDED: these figures do not compare.\n"))
  }

  // MARK: Addresses

  private static let ownPlan = """
    plan: load
    title: Mine
    arrivals: {rate: 50}
    length: 1s
    warmUp: 0s
    requests: {health: GET /health}

    """

  private static func address(_ server: ScriptedServer) -> String {
    "http://127.0.0.1:\(server.address.port)"
  }

  @Test func `services of any make are compared by their addresses, as a stage, too`() async throws
  {
    let folder = try TemporaryFolder()
    let (fast, slow) = (try ScriptedServer(.atOnce), try ScriptedServer(.delay(.milliseconds(60))))
    defer { for server in [fast, slow] { server.stop() } }
    _ = try folder.write("plan.yaml", Self.ownPlan)
    let plan = try folder.write(
      "gate.yaml",
      """
      plan: gate
      title: Not slower
      stages:
        mine:
          kind: regress
          file: plan.yaml
          set: {target: "\(Self.address(slow))", length: 1s}
          baseline: \(Self.address(fast))
          tolerance: 20%
          rounds: 6

      """)
    let out = "\(folder.path)/out"
    let outcome = await growthloopOnThread(["gate", plan, "--out", out])
    #expect(outcome.code == .gateMissed, "\(outcome.complaints)")
    let junit = try folder.text("out/junit.xml")
    #expect(junit.contains("<testcase name=\"p50 slower by at most 20.0% of the baseline\""))
    #expect(junit.contains("failures=\"1\""))
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(out)/mine").sorted()
    #expect(
      files == ["metrics.prom", "report.html", "rounds.csv", "run.json", "summary.md"], "\(files)")
    let metrics = try folder.text("out/mine/metrics.prom")
    #expect(metrics.contains("growthloop_regress_seconds{figure=\"p50\",side=\"candidate\"} 0.06"))
    #expect(metrics.contains("growthloop_gate=\"missed\"} 1") && metrics.hasSuffix("# EOF\n"))
  }

  @Test func `an address is compared with an address`() async throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", Self.ownPlan)
    let server = try ScriptedServer(.atOnce)
    defer { server.stop() }
    let address = Self.address(server)
    let outcome = await growthloopOnThread([
      "regress", plan, "--baseline", address, "--target", address, "--rounds", "1", "--out",
      "\(folder.path)/out",
    ])
    #expect(outcome.code == .gateUndecided, "\(outcome.complaints)")
    #expect(outcome.output.contains("\(address) against \(address)"))
    #expect(try folder.text("out/junit.xml").contains("errors=\"1\""))
    let mix = try folder.write("mix.yaml", Self.loadPlan)
    let alone = growthloop("regress", mix, "--baseline", address)
    #expect(alone.code == .usage && alone.complaints.contains("or give '--target URL'"))
    let build = growthloop("regress", plan, "--baseline", Self.tool, "--target", address)
    #expect(build.code == .usage && build.complaints.contains("'--baseline http://…'"))
    let remote = growthloop("regress", plan, "--baseline", "http://192.0.2.1", "--target", address)
    #expect(remote.code == .usage && remote.complaints.contains("--allow-remote"))
  }

  // MARK: Contacts

  @Test func `each operation on each book is judged under a contacts plan`() async throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write(
      "plan.yaml",
      "plan: contacts\ntitle: Small\nsizes: [40]\nrounds: 2\nsearches: 2\nlanguage: en\nhome: US\n")
    let outcome = await growthloopOnThread([
      "regress", "--baseline", Self.tool, plan, "--rounds", "1", "--metrics", "frame at 40 p50",
      "--json",
    ])
    #expect(outcome.code == .gateUndecided, "\(outcome.complaints)")
    let run = try Self.run(outcome.output)
    #expect(run.planKind == "contacts")
    #expect(run.figures?.filter(\.judged).map(\.name) == ["frame at 40 p50"])
    #expect((run.figures?.count ?? 0) > 10)
  }

  @Test func `a figure that cannot exist is refused before anything is measured`() throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write(
      "plan.yaml", "plan: contacts\ntitle: Large\nsizes: [1_000_000]\nrounds: 1_000\n")
    let outcome = growthloop(
      "regress", plan, "--baseline", "\(folder.path)/none", "--metrics", "frame")
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("no figure can be called 'frame'"), "\(outcome.complaints)")
  }

  // MARK: What cannot be compared

  @Test func `a baseline that is none says what it is`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("text", "no program\n")
    func complaint(_ baseline: String, _ plan: String = Self.scenario) -> (ExitCode, String) {
      let outcome = growthloop("regress", "--baseline", baseline, plan)
      return (outcome.code, outcome.complaints)
    }
    #expect(complaint(file).0 == .badInput)
    #expect(complaint(file).1.contains("cannot be executed as a growthloop"))
    #expect(complaint("/bin/echo").1.contains("'/bin/echo' is not growthloop"))
    #expect(complaint("/bin/echo").0 == .badInput)
    #expect(complaint("\(folder.path)/missing").0 == .badInput)
    #expect(complaint("\(folder.path)/missing").1.contains("is neither a file nor a revision"))
    #expect(complaint("no-such-revision").0 == .badInput)
    #expect(complaint("no-such-revision").1.contains("is neither a file nor a revision"))
    #expect(complaint(folder.path).0 == .inputOutput)
    #expect(complaint(folder.path).1.contains("run.json' cannot be read"))
    _ = try folder.write("run.json", "{}")
    #expect(complaint(folder.path, folder.path).0 == .badInput)
    #expect(complaint(folder.path, folder.path).1.contains("is not a result of the same kind"))
    #expect(complaint(Self.tool, folder.path).0 == .usage)
  }

  @Test(arguments: [
    ["regress"], ["regress", scenario], ["regress", "--baseline", tool],
    ["regress", "--baseline", tool, scenario, "--tolerance", "much"],
    ["regress", "--baseline", tool, scenario, "--rounds", "0"],
    ["regress", "--baseline", tool, scenario, "--at", "2026-11-21"],
    ["regress", "--baseline", tool, scenario, "--record", "x", "--at", "today"],
    ["regress", "--self-check", scenario], ["regress", "--self-check", "--trials", "none"],
  ])
  func `a command line that means nothing is refused`(_ words: [String]) async {
    let outcome = await growthloopOnThread(words)
    #expect(outcome.code == .usage, "\(outcome.complaints)")
  }
}
