import Foundation
import GrowthloopTransport
import GrowthloopLoadGenerator
import Statistics
import GrowthloopReports
import GrowthloopFindings
import TestConsole
import Testing

@testable import growthloop

@Suite("growthloop load", .timeLimit(.minutes(60)))
struct LoadCommandTests {
  private static func plan(_ text: String, in folder: borrowing TemporaryFolder) throws -> String {
    let file = folder.url.appending(path: "plan.yaml")
    try Data(("plan: load\ntitle: Small\nlength: 2s\nwarmUp: 0s\n" + text).utf8).write(to: file)
    return file.path
  }

  /// One plain path of whatever answers.
  private static let pathOnly = """
    mix: {landingTap: 0, previewFetch: 0, directOpen: 0, deferredResolution: 0, sharing: 0,
      accept: 0, dashboard: 0, paths: {/: 1}}

    """

  /// What a program reads of a run.
  private struct Run: Decodable {
    struct Counts: Decodable {
      let planned, answered, failed, notSent, unwanted: Int
    }
    struct Kind: Decodable {
      let name: String
      let counts: Counts
    }
    struct Gate: Decodable {
      let gate, verdict: String
      let count: Int
    }
    let partial, valid: Bool
    let all: Kind
    let kinds: [Kind]
    let gates: [Gate]
  }

  @Test func `CNF-09 · uploads of contacts are loaded where they are answered, else refused`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      """
      arrivals: {rate: 100}
      links: {count: 50}
      mix: {contactUpload: 40}
      gates: [contactUpload p50 < 9s]

      """, in: folder)
    let outcome = await growthloopOnThread(["load", path, "--data", folder.path, "--json"])
    let run = try JSONDecoder().decode(Run.self, from: Data(outcome.output.utf8))
    let uploads = try #require(run.kinds.first { $0.name == "contactUpload" })
    #expect(uploads.counts.answered > 20 && uploads.counts.unwanted == 0)
    #expect(uploads.counts.answered == uploads.counts.planned)
    #expect(run.gates.map(\.gate) == ["contactUpload p50 < 9s"])

    let refused = await growthloopOnThread(
      ["load", path, "--set", "policy.contacts.serverMatching=off"])
    #expect(refused.code == .badInput)
    #expect(
      refused.complaints.contains(
        "mix.contactUpload must be 0 where contacts.serverMatching is off"))
  }

  @Test func `a plan starts a service of its own, asks it, and loses no request`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      """
      arrivals: {rate: 200}
      links: {count: 50, deleted: 10%}
      mix: {landingTapKept: 20}
      gates: [p50 < 9s, errors < 50%]

      """, in: folder)
    let results = folder.url.appending(path: "run")
    let outcome = await growthloopOnThread(
      ["load", path, "--data", folder.path, "--out", results.path, "--json", "--allow-remote"])
    let run = try JSONDecoder().decode(Run.self, from: Data(outcome.output.utf8))
    let counts = run.all.counts
    #expect(counts.planned > 200 && !run.partial)
    #expect(counts.planned == counts.answered + counts.failed + counts.notSent)
    #expect(counts.failed + counts.notSent + counts.unwanted == 0, "\(outcome.output)")
    #expect(run.kinds.count == 8)
    for kind in run.kinds { #expect(kind.counts.answered > 0, "\(kind.name)") }
    // On a machine that others share the generator may not have offered the load.
    let isKept = run.gates.map(\.verdict) == ["kept", "kept"]
    #expect(isKept || !run.valid)
    #expect(outcome.code == (isKept ? .success : .gateUndecided))
    try Self.expectWhole(results, run: outcome.output)
    try Self.expectSettingsBeside(results, in: folder)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["other", "plan.yaml", "run"])
  }

  /// Lays a run beside one at another rate: the page names what was set otherwise.
  private static func expectSettingsBeside(
    _ run: URL, in folder: borrowing TemporaryFolder
  ) throws {
    let other = folder.url.appending(path: "other")
    try FileManager.default.copyItem(at: run, to: other)
    let json = try folder.text("run/run.json")
    #expect(json.contains("growthloop load \(folder.path)/plan.yaml --allow-remote"))
    let (rate, more) = (#""value" : "200""#, #""value" : "300""#)
    _ = try folder.write("other/run.json", json.replacing(rate, with: more))
    let beside = growthloop("report", run.path, other.path, "--markdown")
    #expect(beside.output.contains("| arrivals.rate | 200 | 300 |"), "\(beside.complaints)")
  }

  /// Holds the files for other tools against each other: k6 counts in milliseconds, and its
  /// `http_req_failed` passes where a request failed.
  private static func expectExportsAgree(k6: String, vegeta: String) throws {
    let attack = try JSONDecoder().decode(VegetaReport.self, from: Data(vegeta.utf8))
    let metrics = try JSONDecoder().decode(K6Summary.self, from: Data(k6.utf8)).metrics
    func summary(_ metric: String, _ value: String) throws -> Double {
      try #require(metrics[metric]?.values[value])
    }
    #expect(attack.requests > 0)
    #expect(attack.statuses.values.reduce(0, +) == attack.requests)
    #expect(
      try summary("http_reqs", "count") + summary("dropped_iterations", "count")
        == Double(attack.requests))
    #expect(
      try summary("http_req_failed", "passes") + summary("http_req_failed", "fails")
        == Double(attack.requests))
    let failed = try summary("http_req_failed", "passes") / Double(attack.requests)
    #expect(abs(attack.success + failed - 1) < 1e-9)
    for (mine, other) in [("med", "50th"), ("p(95)", "95th"), ("p(99)", "99th"), ("max", "max")] {
      let milliseconds = try summary("http_req_duration", mine)
      #expect(abs(milliseconds - (try #require(attack.latencies[other])) / 1e6) < 1e-5)
    }
  }

  private struct K6Summary: Decodable {
    struct Metric: Decodable { let values: [String: Double] }

    let metrics: [String: Metric]
  }

  private struct VegetaReport: Decodable {
    let requests: Int
    let success: Double
    let latencies: [String: Double]
    let statuses: [String: Int]

    enum CodingKeys: String, CodingKey {
      case requests, success, latencies
      case statuses = "status_codes"
    }
  }

  /// Checks that a folder of results has all files, each as others read it.
  private static func expectWhole(_ folder: URL, run: String) throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "answers.csv", "errors.csv", "junit.xml", "k6.json", "kinds.csv", "latency.hlog",
        "metrics.prom", "percentiles.hgrm", "report.html", "run.json", "seconds.csv", "summary.md",
        "vegeta.json",
      ])
    #expect(try text("junit.xml").contains("<testcase name=\"p50 &lt; 9s\""))
    #expect(try text("run.json") == run)
    #expect(try text("latency.hlog").contains("Tag=landingTap-service,"))
    #expect(try text("percentiles.hgrm").contains("1/(1-Percentile)"))
    let metrics = try text("metrics.prom")
    #expect(metrics.hasSuffix("# EOF\n") && metrics.contains("growthloop_gate{stage=\"Small\""))
    try expectExportsAgree(k6: text("k6.json"), vegeta: text("vegeta.json"))
    // The longest time that an answer may take here.
    #expect(metrics.contains("le=\"10.0\"") && !metrics.contains("le=\"30.0\""))
    #expect(try text("seconds.csv").split(separator: "\n").count >= 3)
    #expect(try text("summary.md").hasPrefix("# Small\n"))
  }

  /// A console at which somebody presses Ctrl-C once the first second was shown.
  private final class WatchedConsole: MemoryConsole {
    private var action: (@Sendable () -> Void)?

    override var progressWidth: Int? { 80 }
    override func show(progress: String) {
      if progress.contains("in flight") { action?() }
    }

    override func watchForInterrupts(_ action: @escaping @Sendable () -> Void) -> AnyObject? {
      self.action = action
      return nil
    }
  }

  @Test func `whoever interrupts gets what was measured, marked as partial`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan("links: {count: 5}\n", in: folder)
    let console = WatchedConsole()
    #expect(Growthloop.run(["load", path, "--data", folder.path], on: console) == .interrupted)
    #expect(console.output.contains("Interrupted: only a part of the plan was run."))
  }

  @Test func `a self-check that is interrupted tells the servers that it has measured`() {
    let console = InterruptedConsole()
    #expect(Growthloop.run(["load", "--self-check"], on: console) == .interrupted)
    #expect(console.complaints.contains("interrupted before anything was measured"))
    var findings = SelfCheckFindings()
    findings.cases = [
      .init("a server", isClosedLoop: false, isTrue: true, runs: 1, because: [], percentiles: [])
    ]
    (findings.casesWanted, findings.partial) = (5, true)
    #expect(SelfCheckWork.exitCode(of: findings) == .interrupted)
    #expect(findings.summary.text.hasSuffix("\nInterrupted after 1 of 5 servers.\n"))
  }

  @Test func `a search for the capacity that is interrupted says so, and how to repeat it`() throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      "links: {count: 5}\ngates: [get / p99 < 9s]\n" + Self.pathOnly, in: folder)
    let out = "\(folder.path)/out"
    let console = WatchedConsole()
    let code = Growthloop.run(
      ["load", path, "--data", folder.path, "--find-capacity", "--trials=2", "--out", out],
      on: console)
    #expect(code == .interrupted)
    #expect(console.output.contains("Interrupted: the search is not done."))
    #expect(try folder.text("out/summary.md").contains("Interrupted: the search is not done."))
    let page = growthloop("report", out, "--markdown").output
    #expect(page.contains("growthloop load \(path) --find-capacity --trials 2"))
    #expect(page.contains("| mix.paths | {/: 1} |"))
  }

  @Test(arguments: [(["--expect", "200"], true), (["--expect", "201"], false)])
  func `an address is loaded without a plan, and its answers are judged`(
    expecting: [String], isRight: Bool
  ) async throws {
    let server = try ScriptedServer(.delay(.zero))
    defer { server.stop() }
    let address = "http://127.0.0.1:\(server.address.port)/health?x=1"
    let outcome = await growthloopOnThread(
      [
        "load", "--url", address, "--rate", "100", "--for", "1s", "--gate", "p50 < 9s", "--header",
        "Accept: text/html", "--body",
        #"{"a": 1}"#, "--json",
      ] + expecting)
    let run = try JSONDecoder().decode(Run.self, from: Data(outcome.output.utf8))
    #expect(run.kinds.map(\.name) == ["request"])
    #expect(run.all.counts.answered > 0 && run.all.counts.failed == 0)
    #expect(run.all.counts.unwanted == (isRight ? 0 : run.all.counts.answered))
    #expect(run.gates.prefix(2).map(\.gate) == ["p50 < 9s", "errors < 1%"])
    if !isRight { #expect(outcome.code == .gateMissed) }
    #expect(outcome.output.contains("\"title\" : \"POST \(address)\""))
  }

  @Test func `a target that does not speak TLS is told, also where any certificate is taken`()
    throws
  {
    let server = try ScriptedServer(.atOnce, answering: ScriptedAnswer(["hello"]))
    defer { server.stop() }
    let address = "https://127.0.0.1:\(server.address.port)/"
    for options in [[], ["--insecure"]] {
      let outcome = run(["load", "--url", address, "--for", "1s"] + options, [])
      #expect(outcome.code == .unavailable, "\(outcome.complaints)")
      #expect(outcome.complaints.contains("does not answer in TLS ("))
    }
  }

  @Test func `an address is asked in HTTP/2, and one without it is told`() throws {
    let server = try ScriptedServer(speaking: .http2)
    defer { server.stop() }
    let address = "http://127.0.0.1:\(server.address.port)/"
    let outcome = run(["load", "--url", address, "--for", "1s", "--http2", "--rate", "50"], [])
    // A busy machine may leave the gate undecided.
    #expect([.success, .gateUndecided].contains(outcome.code), "\(outcome.complaints)")
    #expect(outcome.output.contains("HTTP/2: 8 connections were opened, and one had at most "))
    let plain = try ScriptedServer()
    defer { plain.stop() }
    let other = "http://127.0.0.1:\(plain.address.port)"
    let refused = run(["load", "--url", other, "--for", "1s", "--http2"], [])
    #expect(refused.code == .unavailable, "\(refused.complaints)")
    #expect(refused.complaints.contains("\(other) answers in HTTP/1.1; leave out"))
  }

  @Test func `an address, a plan and the options of either are told apart`() {
    let both = growthloop("load", "plan.yaml", "--url", "http://127.0.0.1/")
    #expect(both.code == .usage && both.complaints.contains("needs no plan"))
    let alone = growthloop("load", "plan.yaml", "--rate", "5")
    #expect(alone.code == .usage && alone.complaints.contains("'--rate' is for '--url'"))
    let wrong = growthloop("load", "--url", "127.0.0.1:80", "--rate", "x", "--header", "Accept:")
    #expect(wrong.complaints.contains("write http://127.0.0.1:80"), "\(wrong.complaints)")
    #expect(wrong.complaints.contains("--rate x"))
    let header = growthloop("load", "--url", "http://127.0.0.1/", "--header", "Accept")
    #expect(header.code == .usage && header.complaints.contains("must be 'NAME: VALUE'"))
  }

  @Test func `a closed loop is named as what it is`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      "links: {count: 5}\nclosedLoop: {users: 2, pause: 10ms}\n" + Self.pathOnly, in: folder)
    let outcome = await growthloopOnThread(["load", path, "--data", folder.path])
    #expect(outcome.output.contains("As a closed loop: 2 users, each waits for its response"))
  }

  @Test func `whoever interrupts the seeding is told so, and nothing of it is left`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan("links: {count: 5}\n", in: folder)
    let outcome = await growthloopOnThread(
      ["load", path, "--data", folder.path], interrupted: true)
    #expect(outcome.code == .interrupted && outcome.output == "")
    #expect(outcome.complaints == "growthloop: interrupted before anything was measured\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plan.yaml"])
    let plan = try folder.write(
      "ready.yaml", "plan: gate\ntitle: Ready?\nstages: {tap: {kind: load, file: plan.yaml}}\n")
    let gate = await growthloopOnThread(
      ["gate", plan, "--out", "\(folder.path)/out"], interrupted: true)
    #expect(gate.code == .interrupted)
  }

  @Test func `what does not begin says why`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(Self.pathOnly, in: folder)
    let closed = growthloop("load", path, "--target", "http://127.0.0.1:1")
    #expect(closed.code == .unavailable)
    #expect(closed.complaints.contains("http://127.0.0.1:1 does not answer"))
    let remote = growthloop("load", path, "--target", "http://192.0.2.1")
    #expect(remote.code == .usage)
    #expect(remote.complaints.contains("give '--allow-remote'"))
    #expect(growthloop("load", path, "--target", "nonsense").code == .badInput)
    #expect(growthloop("load").code == .usage)
    #expect(growthloop("load", path, "--trials", "3").code == .usage)
    #expect(growthloop("load", path, "--self-check").complaints.contains("no plan"))
    #expect(growthloop("load", "--self-check", "--out", "x").complaints.contains("no option"))
    #expect(
      growthloop("load", path, "--find-capacity", "--set", "gates=[]").complaints.contains(
        "needs gates"))
  }

  /// Loads a server that behaves so, a hundred requests a second for two seconds.
  private static func load(
    _ behaviour: AnswerScript.Behaviour, _ answer: ScriptedAnswer = .ok(), _ more: String...
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let path = try plan(
      "arrivals: {rate: 100}\nlimits: {timeout: 200ms, overtime: 0s}\n" + pathOnly, in: folder)
    let server = try ScriptedServer(behaviour, answering: answer)
    defer { server.stop() }
    return await growthloopOnThread(
      ["load", path, "--target", "http://127.0.0.1:\(server.address.port)"] + more)
  }

  @Test func `a service that hangs misses every gate, however late the machine`() async throws {
    let outcome = try await Self.load(
      .delay(.seconds(60)), .ok(), "--set", "gates=[p50 < 1s, p99 < 5s, errors < 50%]")
    #expect(outcome.code == .gateMissed)
    #expect(outcome.lines.count { $0.hasSuffix("missed") } == 3, "\(outcome.output)")
    #expect(outcome.lines.contains { $0.hasPrefix("p99 < 5s") && $0.contains("no answer") })
    #expect(outcome.output.contains("good response: there are no response times."))
  }

  @Test func `a service that answers 500 to everything misses, also without gates of the plan`()
    async throws
  {
    let busy = ScriptedAnswer(["HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"])
    let usual = try await Self.load(.atOnce, busy)
    #expect(usual.code == .gateMissed)
    #expect(usual.lines.contains { $0.hasPrefix("default  errors < 1%") }, "\(usual.output)")
    #expect(usual.output.contains("No request received a good response: all times are those of"))
    let none = try await Self.load(.atOnce, busy, "--set", "gates=[]")
    #expect(none.code == .gateMissed)
    #expect(none.lines.contains { $0.hasPrefix("good answers >= 1") }, "\(none.output)")
  }

  @Test func `a full limit of connections is named, and what it kept from being sent`() async throws
  {
    let outcome = try await Self.load(
      .delay(.seconds(60)), .ok(), "--set", "limits.connections=2", "--set", "limits.timeout=10s")
    #expect(outcome.code == .gateMissed)
    #expect(
      outcome.output.contains(
        "All 2 connections (limits.connections) were in use: requests waited for one, and "),
      "\(outcome.output)")
    #expect(outcome.lines.contains { $0.hasPrefix("not sent: all connections in use") })
    #expect(!outcome.lines.contains { $0.hasPrefix("not sent  ") })
  }

  @Test func `paths that are set take the place of the plan's, and the mix is said`()
    async throws
  {
    let outcome = try await Self.load(.atOnce, .ok(), "--set", "mix.paths={/b: 3}")
    #expect(
      outcome.complaints.contains(
        "the mix is now get /b 100.0%; a weight of 0 leaves a kind out"), "\(outcome.complaints)")
  }

  @Test func `a target that wants a token is not asked without one`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      "links: {codes: [aaaaaaaa], people: [ann]}\ntarget: http://127.0.0.1:1\n", in: folder)
    let outcome = growthloop("load", path)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains("put it into GROWTHLOOP_TOKEN"))
    let given = growthloop("load", path, variables: ["GROWTHLOOP_TOKEN": "x"])
    #expect(given.code == .unavailable)
  }

  @Test func `a plan can be checked, and has a schema`() throws {
    let folder = try TemporaryFolder()
    #expect(growthloop("check", try Self.plan("", in: folder)).code == .success)
    let bad = growthloop("check", try Self.plan("gates: [p99 > 1s]\n", in: folder))
    #expect(bad.code == .badInput && bad.complaints.isEmpty)
    #expect(bad.output.contains(":5:9: error: 'gates[0]' must be a gate"))
    let schema = growthloop("schema", "--plan", "load")
    #expect(schema.code == .success && schema.output.contains("closedLoop"))
  }

  @Test(arguments: [
    (["--agent", "3/2"], "must be K/N, such as 2/3"),
    (["--agent", "1/2"], "give each of them '--target URL'"),
    (["--start-at", "2026-03-01T09:00:00Z"], "is the common start of several"),
    (
      ["--agent", "1/2", "--start-at", "2020-03-01T09:00:00Z"],
      "must be a moment within the next 24 hours"
    ),
    (["--agent", "1/2", "--find-capacity"], "'--agent' and '--find-capacity' exclude each other"),
  ])
  func `what no agent can do is refused`(words: [String], said: String) throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write("plan.yaml", "plan: load\ntitle: x\nlength: 2s\nwarmUp: 1s\n")
    let outcome = run(["load", plan] + words, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(said), "\(outcome.complaints)")
  }
}
