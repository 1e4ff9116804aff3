import Foundation
import GrowthloopReports
import TestSupport
import Testing

@testable import growthloop

@Suite("growthloop rehearse", .timeLimit(.minutes(60)))
struct RehearseCommandTests {
  /// A week and more of a small market in which much happens.
  private static let market = [
    "market.people=600", "days=12", "arrivals.seeds=150", "arrivals.organicPerDay=8",
    "sharing.visit=20%",
  ]

  private static func plan(
    _ changes: [String] = [], _ rest: String = "", of scenario: String = "rin-baseline",
    in folder: borrowing TemporaryFolder
  ) throws -> String {
    let changed = Set(changes.map { $0.prefix { $0 != "=" } })
    let all = market.filter { !changed.contains($0.prefix { $0 != "=" }) } + changes
    let text = """
      plan: rehearsal
      title: Small
      scenario: \(packageFolder.appending(path: "scenarios/\(scenario).yaml").path)
      changes: ["\(all.joined(separator: "\", \""))"]
      rate: 5_000
      connections: 16
      \(rest)
      """
    let file = folder.url.appending(path: "rehearsal.yaml")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// What a program reads of a run.
  private struct Run: Decodable {
    struct Comparison: Decodable {
      let subject: String
      let compared, different: Int
    }
    struct Difference: Decodable {
      let subject: String
      let promise, simulator, service: String?
      let rules, story: [String]
    }
    let kind: String
    let partial: Bool
    let repeated, errors: Int
    let outageSeconds: [Double]
    let comparisons: [Comparison]
    let differences: [Difference]
  }

  @Test func `a rehearsal is of the scenario as it is fitted to what was observed`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "mine.yaml",
      """
      title: Mine
      days: 8
      market: {people: 600}
      arrivals: {seeds: 150, organicPerDay: 8}
      observed: {conversion.tapped: 60%}
      """)
    let plan = try folder.write(
      "rehearsal.yaml", "plan: rehearsal\ntitle: Small\nscenario: mine.yaml\nrate: 5_000\n")
    let outcome = await growthloopOnThread(["rehearse", plan])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(
      outcome.complaints.contains("For that it moved recipients.tap 40.0% → "),
      "\(outcome.complaints)"
    )
  }

  private static func run(_ words: [String]) async throws -> (code: ExitCode, run: Run) {
    let outcome = await growthloopOnThread(["rehearse"] + words + ["--json"])
    try #require(!outcome.output.isEmpty, "\(outcome.complaints)")
    return (outcome.code, try JSONDecoder().decode(Run.self, from: Data(outcome.output.utf8)))
  }

  @Test func `everything comes out the same, though the service is killed`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan([], "kills: 2", in: folder)
    let results = folder.url.appending(path: "run")
    let (code, run) = try await Self.run([path, "--data", folder.path, "--out", results.path])
    #expect(code == .success, "\(run.differences)")
    #expect(run.kind == "rehearse" && !run.partial && run.outageSeconds.count == 2)
    #expect(run.errors == 0 && run.differences.isEmpty)
    let compared = run.comparisons.filter { $0.compared > 0 }.map(\.subject)
    #expect(
      compared == [
        "promised credits", "promised prompts", "credits", "connections", "notifications",
        "dashboards", "opens", "requests", "events",
      ])
    let files = try FileManager.default.contentsOfDirectory(atPath: results.path).sorted()
    #expect(
      files == [
        "differences.jsonl", "latency.hlog", "report.html", "run.json", "script.jsonl",
        "summary.md",
      ])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["rehearsal.yaml", "run"])
  }

  @Test
  func `P-EDG-03, P-EDG-06 · links of accounts that are gone, and opened by those, are the same`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      ["days=30", "market.communitySize=30", "use.accountDeletionPerDay=0.05"],
      of: "profile-product", in: folder)
    let (code, run) = try await Self.run([path, "--data", folder.path])
    #expect(code == .success, "\(run.differences)")
    let opens = try #require(run.comparisons.first { $0.subject == "opens" })
    #expect(opens.compared > 50 && opens.different == 0)
  }

  @Test func `a window of eight days is found, and the story names the rule`() async throws {
    let folder = try TemporaryFolder()
    // Nearly all come back after seven days and a half.
    let path = try Self.plan(
      ["recipients.installDelay.median=180h", "recipients.installDelay.sigma=0.02"], in: folder)
    let (code, run) = try await Self.run(
      [path, "--data", folder.path]
        + ["--service-set", "attribution.windowDays=8"]
        + ["--service-set", "privacy.clickRetentionDays=8"])
    #expect(code == .gateMissed)
    let credit = try #require(run.differences.first { $0.subject == "credits" })
    #expect(credit.simulator == "no inviter" && credit.service?.hasPrefix("person ") == true)
    #expect(credit.rules.contains("ATT-02") && credit.rules.contains("ATT-03"))
    #expect(credit.story.contains { $0.contains("outsideWindow (ATT-02)") })
    let promise = try #require(run.differences.first { $0.subject == "promised credits" })
    #expect(
      promise.promise == "no inviter" && promise.simulator == nil && promise.rules == ["ATT-02"])
    #expect(promise.service?.contains("tapped 7 d ") == true)
  }

  @Test func `credit for the first click is found, and the story names both rules`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(["market.communitySize=20", "recipients.tap=90%"], in: folder)
    let (code, run) = try await Self.run(
      [path, "--data", folder.path, "--service-set", "attribution.model=firstTouch"])
    #expect(code == .gateMissed)
    let credit = try #require(run.differences.first { $0.subject == "credits" })
    #expect(credit.rules.contains("ATT-03") && credit.rules.contains("D-RES-04"))
    #expect(credit.story.contains { $0.contains("olderClick (ATT-03)") })
  }

  @Test func `mistakes in the plan, in its scenario and in settings are told`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(["market.peple=3"], in: folder)
    let outcome = growthloop("rehearse", path)
    #expect(outcome.code == .badInput && outcome.complaints.contains("did you mean people"))
    let sound = try Self.plan(in: folder)
    #expect(growthloop("rehearse", sound, "--set", "kils=1").code == .badInput)
    #expect(growthloop("rehearse", sound, "--service-set", "nothing=1").code == .usage)
    #expect(
      growthloop("rehearse", sound, "--service-set", "attribution.modl=firstTouch").complaints
        .contains("did you mean 'attribution.model'?"))
    let stranger = growthloop("rehearse", sound, "--service", "/usr/bin/true")
    #expect(stranger.code == .badInput && stranger.complaints.contains("is not growthloop"))
    #expect(growthloop("rehearse").code == .usage)
    #expect(growthloop("check", sound).code == .success)
    #expect(growthloop("schema", "--plan", "rehearsal").output.contains("kills"))
  }

  @Test func `what cannot come to anything is told before anything runs`() throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    let file = folder.url.appending(path: "file").path
    try Data().write(to: URL(filePath: file))
    func told(_ option: String, _ value: String) -> String {
      growthloop("rehearse", plan, option, value).complaints
    }
    #expect(
      told("--out", file)
        == "growthloop: cannot write the results to '\(file)': it is a file\n")
    #expect(
      told("--out", "\(file)/deep")
        == "growthloop: cannot write the results to '\(file)/deep': '\(file)' is a file\n")
    #expect(
      told("--data", "\(file)/deep").hasSuffix(": '\(file)' is a file\n"))
    #expect(told("--out", "").contains("'--out' needs a value"))
    #expect(
      told("--service", folder.path)
        .contains("cannot be executed as a growthloop"))
    let contradiction = growthloop("rehearse", plan, "--service-set", "attribution.windowDays=8")
    #expect(contradiction.code == .usage)
    #expect(
      contradiction.complaints.contains(
        "'--service-set': privacy.clickRetentionDays = 7 contradicts attribution.windowDays = 8"))
  }

  @Test func `a plan of another kind is told with the command that runs it`() throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(in: folder)
    let shown = """
          plan: rehearsal
                ^ growthloop rehearse runs it

      """
    for (command, wanted) in [
      ("gate", "not a plan of the kind 'gate'"), ("load", "not a plan of the kind 'load'"),
      ("contacts", "not a plan of the kind 'contacts'"), ("simulate", "no scenario"),
    ] {
      let outcome = growthloop(command, plan)
      #expect(outcome.code == .badInput)
      #expect(
        outcome.complaints
          == "\(plan):1:7: error: this is a plan of the kind 'rehearsal', \(wanted)\n\(shown)")
    }
    let compared = growthloop("regress", "--baseline", "/nowhere", plan)
    #expect(compared.complaints.contains("is a plan of the kind 'rehearsal'; builds are compared"))
  }
}
