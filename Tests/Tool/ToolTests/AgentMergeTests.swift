import Foundation
import GrowthloopFindings
import GrowthloopTransport
import GrowthloopReports
@testable import growthloop
import Testing

@Suite("growthloop merge · agents of one load plan, and one report", .timeLimit(.minutes(60)))
struct AgentMergeTests {
  private static let plan = shortLoad(gates: "p99 < 60s, errors < 1%")

  /// Loads a server by agents `1` to `count` into folders of their names, one after the other, and
  /// lets their files say that they began together.
  private static func load(
    _ folder: String, _ count: Int, _ more: [String] = []
  ) async throws -> [String] {
    let server = try ScriptedServer()
    defer { server.stop() }
    var folders: [String] = []
    for number in 1...count {
      let place = "\(folder)/\(number)"
      let outcome = await growthloopOnThread(
        [
          "load", "\(folder)/plan.yaml", "--target", "http://127.0.0.1:\(server.address.port)",
          "--agent", "\(number)/\(count)", "--out", place,
        ] + more)
      #expect(
        [.success, .gateUndecided].contains(outcome.code), "\(outcome.complaints)")
      #expect(outcome.output.contains("; agent \(number) of \(count): requests \(number), "))
      folders.append(place)
    }
    for place in folders { try begin(place, at: start) }
    return folders
  }

  /// A moment, in milliseconds since 1970.
  private static let start = 1_800_000_000_000

  /// Lets an agent's file say when it began.
  private static func begin(_ folder: String, at start: Int) throws {
    let text = try String(contentsOf: URL(filePath: "\(folder)/agent.json"), encoding: .utf8)
    let said = try #require(text.firstMatch(of: /"startTime":-?\d+/))
    try write(text.replacing(said.output, with: "\"startTime\":\(start)"), to: folder)
  }

  /// Writes an agent's file with its digest.
  private static func write(_ text: String, to folder: String) throws {
    let file = ResultFile("agent.json", text)
    try ResultFolder(path: folder).write([file, Digests.file(of: [file])])
  }

  @Test func `agents that ran one after the other are no run, and a second apart is`() async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.yaml", Self.plan)
    let agents = try await Self.load(folder.path, 2)
    for (distance, isOne) in [(1_000, true), (1_001, false), (31_000, false)] {
      try Self.begin(agents[1], at: Self.start + distance)
      let merged = growthloop("merge", agents[1], agents[0])
      #expect((merged.code == .badInput) == !isOne, "\(merged.complaints)")
      #expect(merged.complaints.contains("'\(agents[1])' began") == !isOne)
      #expect(merged.complaints.contains("each with the same '--start-at'") == !isOne)
    }
    try Self.begin(agents[1], at: Self.start - 31_000)
    let other = growthloop("merge", agents[0], agents[1]).complaints
    #expect(other.contains("'\(agents[0])' began 31.0 s after '\(agents[1])'"), "\(other)")
    try Self.begin(agents[0], at: .min)
    try Self.begin(agents[1], at: .max)
    let never = growthloop("merge", agents[0], agents[1]).complaints
    #expect(never.contains("'\(agents[1])' began"), "\(never)")
  }

  @Test func `an agent's file says when it began`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.yaml", Self.plan)
    let before = WallTime.now()
    let server = try ScriptedServer()
    defer { server.stop() }
    _ = await growthloopOnThread([
      "load", "\(folder.path)/plan.yaml", "--target", "http://127.0.0.1:\(server.address.port)",
      "--agent", "1/2", "--out", "\(folder.path)/1",
    ])
    let text = try folder.text("1/agent.json")
    let said = try #require(text.firstMatch(of: /"startTime":(\d+)/).flatMap { Int64($0.1) })
    #expect((before...WallTime.now()).contains(said))
  }

  @Test func `a lost agent leaves a report of the others, marked, that decides no gate`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.yaml", Self.plan)
    let agents = try await Self.load(folder.path, 3)
    let merged = growthloop("merge", agents[0], agents[2], "--out", "\(folder.path)/all")
    #expect(merged.code == .gateUndecided, "\(merged.complaints)")
    #expect(merged.output.contains("; 2 of 3 agents"))
    #expect(
      merged.output.contains(
        "Agent 2 is missing: the report has the requests of the others alone, and decides no gate.")
    )
    #expect(merged.lines.count { $0.hasSuffix("undecided") } == 2, "\(merged.output)")
    let json = try folder.text("all/run.json")
    #expect(json.contains("\"partial\" : true") && json.contains("\"missingAgents\""))
    #expect(try folder.text("all/report.html").contains("Agent 2 is missing"))
    #expect(try folder.text("all/junit.xml").contains("an agent is missing"))
    let shown = merged.lines.drop { !$0.hasPrefix("agent  due") }.dropFirst(2).prefix(2)
    #expect(shown.map { $0.prefix(1) } == ["1", "3"])
  }

  @Test func `one report has the requests of all, each agent's health, and the gates of the plan`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.yaml", Self.plan)
    let agents = try await Self.load(folder.path, 3)
    let merged = growthloop("merge", agents[2], agents[0], agents[1], "--out", "\(folder.path)/all")
    #expect([.success, .gateUndecided].contains(merged.code), "\(merged.complaints)")
    #expect(merged.output.contains("; 3 agents"))
    #expect(merged.lines.contains { $0.hasPrefix("agent  due  sent") })
    func findings(_ place: String) throws -> LoadFindings {
      try RunFolder(place) { name in Array(try Data(contentsOf: URL(filePath: "\(place)/\(name)")))
      }
      .findings()
    }
    let (all, parts) = (try findings("\(folder.path)/all"), try agents.map(findings))
    #expect(all.all.counts.planned == parts.reduce(0) { $0 + $1.all.counts.planned })
    #expect((150...260).contains(all.all.counts.planned))
    #expect(all.agents?.map(\.number) == [1, 2, 3])
    #expect(all.agents?.map(\.generator.sent) == parts.map(\.generator.sent))
    #expect(all.gates.map(\.gate) == parts[0].gates.map(\.gate))
    #expect(!all.command.contains("--agent"))
    let page = try folder.text("all/report.html")
    #expect(page.contains("3 agents"))
  }

  @Test func `an agent that is doubled, foreign or damaged is named, and a changed plan`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("plan.yaml", Self.plan)
    let agents = try await Self.load(folder.path, 2)
    func complaints(_ folders: String...) -> String {
      let outcome = run(["merge"] + folders, [])
      #expect(outcome.code == .badInput && outcome.output == "", "\(outcome.output)")
      return outcome.complaints
    }
    #expect(
      complaints(agents[0], agents[0], agents[1]).contains(
        "agent 1 is in both '\(agents[0])' and '\(agents[0])'"))
    let other = try TemporaryFolder()
    _ = try other.write("plan.yaml", Self.plan)
    let foreign = try await Self.load(other.path, 2, ["--set", "arrivals.rate=100"])
    #expect(
      complaints(agents[0], foreign[1]).contains("'\(foreign[1])' is of another plan than"))
    let text = try folder.text("2/agent.json")
    func write(_ text: String, to agent: Int = 1) throws {
      try Self.write(text, to: agents[agent])
    }
    for damaged in [String(text.prefix(text.count / 2)), "{}", ""] {
      _ = try folder.write("2/agent.json", damaged)
      #expect(complaints(agents[0], agents[1]).contains("2/agent.json: it was changed or damaged"))
      try write(damaged)
      #expect(complaints(agents[0], agents[1]).contains("it is no file of an agent"))
    }
    try write(text.replacing("\"count\":2", with: "\"count\":3"))
    #expect(complaints(agents[0], agents[1]).contains("is of another plan than"))
    try write(text.replacing("\"number\":2", with: "\"number\":0"))
    #expect(complaints(agents[0], agents[1]).contains("it is no file of an agent"))
    let texts = [try folder.text("1/agent.json"), text]
    for option in ["--help", "--data=x", "--self-check"] {
      for (place, text) in texts.enumerated() {
        try write(text.replacing("\"load\",", with: "\"load\",\"\(option)\","), to: place)
      }
      #expect(
        complaints(agents[0], agents[1]).contains(
          "1/agent.json: run[1]: '\(option)' is not allowed there"))
    }
    for (place, text) in texts.enumerated() { try write(text, to: place) }
    _ = try folder.write("plan.yaml", Self.plan.replacing("rate: 200", with: "rate: 201"))
    #expect(complaints(agents[0], agents[1]).contains("the plan has changed since"))
  }
}
