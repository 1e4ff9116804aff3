import Foundation
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop gate", .timeLimit(.minutes(60)))
struct GateCommandTests {
  /// A small scenario, a small plan of contacts, and a plan of both.
  private static let scenario = """
    title: A village
    days: 20
    market: {people: 2_000}
    arrivals: {seeds: 100, organicPerDay: 5}
    sharing: {visit: 10%}
    """
  private static let contacts = """
    plan: contacts
    title: A small book
    sizes: [40]
    rounds: 3
    searches: 8
    gates: [frame max < 600s]
    """

  private static func plan(
    _ stages: String, in folder: borrowing TemporaryFolder
  ) throws -> String {
    _ = try folder.write("village.yaml", scenario)
    _ = try folder.write("book.yaml", contacts)
    return try folder.write("ready.yaml", "plan: gate\ntitle: Ready?\nstages:\n" + stages)
  }

  private static let loop = """
      loop:
        kind: simulate
        file: village.yaml
        set: {replications: 2}
        gates: [k.month < 1e6]

    """
  private static let book = "  book: {kind: contacts, file: book.yaml}\n"

  /// What a program reads of a run.
  private struct Run: Decodable {
    struct Stage: Decodable {
      let kind, name, title: String
      let folder, note: String?
      let gates: [Gate]
    }
    struct Gate: Decodable {
      let gate, verdict, moved, side: String
      let next: String?
      let limit: Double
    }
    let kind, verdict, command: String
    let stages: [Stage]
  }

  private static func run(_ json: String) throws -> Run {
    try JSONDecoder().decode(Run.self, from: Data(json.utf8))
  }

  @Test func `a rehearsal is kept if all came out the same, and the page says so`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "rehearsal.yaml",
      """
      plan: rehearsal
      title: A small rehearsal
      scenario: village.yaml
      changes: [days=10]
      """)
    let path = try Self.plan("  replay: {kind: rehearse, file: rehearsal.yaml}\n", in: folder)
    let out = "\(folder.path)/out"
    let outcome = await growthloopOnThread(["gate", path, "--out", out, "--json"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let stage = try #require(try Self.run(outcome.output).stages.first)
    #expect(stage.gates.map(\.gate) == ["differences < 1"])
    #expect(stage.gates.map(\.verdict) == ["kept"])
    #expect(try folder.text("out/report.html").contains("comparisons came out the same"))
  }

  @Test func `stages run in their order, each with the files of its own command`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(Self.loop + Self.book, in: folder)
    let out = "\(folder.path)/out"
    let outcome = await growthloopOnThread(["gate", path, "--out", out, "--json"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output == (try folder.text("out/run.json")))
    let run = try Self.run(outcome.output)
    #expect(run.kind == "gate" && run.verdict == "kept")
    #expect(run.stages.map(\.name) == ["loop", "book"])
    #expect(run.stages.map(\.title) == ["A village", "A small book"])
    #expect(run.stages.flatMap { $0.gates.map(\.gate) } == ["k.month < 1e6", "frame max < 600s"])
    #expect(run.stages[0].gates[0].side == "below" && run.stages[1].gates[0].limit == 600_000)
    let alone = await growthloopOnThread(
      [
        "simulate", "\(folder.path)/village.yaml", "--set", "replications=2", "--set",
        "gates=[k.month < 1e6]", "--out", "\(folder.path)/alone",
      ])
    #expect(alone.code == .success)
    for name in ["metrics.csv", "days.csv", "replications.csv"] {
      #expect(try folder.text("out/loop/\(name)") == folder.text("alone/\(name)"), "\(name)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(
      files.filter { $0 != "report.html" } == [
        "book", "junit.xml", "loop", "metrics.prom", "run.json", "summary.md",
      ])
    #expect(try folder.text("out/metrics.prom").hasSuffix("# EOF\n"))
    #expect(try folder.text("out/junit.xml").contains("name=\"loop\" timestamp="))
  }

  @Test func `an experiment and a rollout are stages, with gates of their own and the plan's`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "trial.yaml",
      "profile: product\n"
        + SmallRollout.text.replacing(
          "  ramps: 100", with: "  ramps: 100\n  gates: [detection > 1%]")
          + """
          experiment:
            arms: {control: {}, variant: {recipients: {tap: 80%}}}
            beside: []
            starts: 3d
            lasts: 14d
            maturity: 3d
            looks: 7d
            replications: 10
            redraws: 0
            gates: [bias <= 50pp]

          """)
    let path = try Self.plan(
      """
        copy: {kind: experiment, file: trial.yaml, gates: [bias > 40pp]}
        ramp: {kind: rollout, file: trial.yaml, gates: [falseRollback < 90%]}
        none: {kind: rollout, file: village.yaml}

      """, in: folder)
    let out = "\(folder.path)/out"
    let outcome = await growthloopOnThread(["gate", path, "--out", out, "--json"])
    #expect(outcome.code == .gateMissed, "\(outcome.complaints)")
    let run = try Self.run(outcome.output)
    #expect(run.stages.map(\.kind) == ["experiment", "rollout", "rollout"])
    #expect(
      run.stages.map { $0.gates.map(\.gate) } == [
        ["bias <= 50pp", "bias > 40pp"], ["detection > 1%", "falseRollback < 90%"], [],
      ])
    #expect(
      run.stages.map { $0.gates.map(\.verdict) } == [["kept", "missed"], ["kept", "kept"], []])
    #expect(run.stages[2].note?.contains("'rollout' is missing") == true)
    #expect(try folder.text("out/junit.xml").contains("growthloop.experiment.copy"))
    #expect(try folder.text("out/copy/designs.csv").contains("variant,by person,"))
    #expect(try folder.text("out/ramp/plans.csv").contains("pocock"))
    let check = growthloop("check", path)
    #expect(check.code == .badInput)
    #expect((check.complaints + check.output).contains("'rollout' is missing"))
  }

  @Test func `the last line of a run is the report`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(Self.book, in: folder)
    let outcome = await growthloopOnThread(["gate", path, "--out", "\(folder.path)/out"])
    #expect(outcome.lines[0] == "Ready?")
    let last = try #require(outcome.lines.last)
    #expect(last.hasPrefix("Report: \(folder.path)/out/"))
    #expect(FileManager.default.fileExists(atPath: String(last.dropFirst(8))))
    #expect(outcome.lines.contains { $0.hasPrefix("kept: 1 of 1 gates kept (") })
  }

  @Test func `the worst gate decides, and says what to run next`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      """
        loop:
          kind: simulate
          file: village.yaml
          set: {replications: 2}
          gates: [k.month > 100]
        book:
          kind: contacts
          file: book.yaml
          set: {gates: [frame max < 1ns]}

      """, in: folder)
    let outcome = await growthloopOnThread(
      ["gate", path, "--out", "\(folder.path)/out", "--json"])
    #expect(outcome.code == .gateMissed)
    let gates = try Self.run(outcome.output).stages.flatMap(\.gates)
    #expect(gates.map(\.verdict) == ["missed", "missed"])
    #expect(
      gates[0].next == "growthloop simulate \(folder.path)/village.yaml --set replications=2 "
        + "--metrics k --definitions")
    #expect(gates[1].moved.contains("above the limit of"))
  }

  @Test func `what is undecided ends with 2, or fails where it is to fail`() async throws {
    let folder = try TemporaryFolder()
    let plan = try Self.plan(
      """
        loop:
          kind: simulate
          file: village.yaml
          set: {replications: 2, mostReplications: 4}
          gates: [k.month > 0.05]

      """, in: folder)
    let out = ["--out", "\(folder.path)/out"]
    let limit = await growthloopOnThread(["gate", plan, "--json"] + out)
    let mean = try #require(
      try Self.run(limit.output).stages[0].gates[0].moved
        .split(whereSeparator: { ",;".contains($0) }).first)
    // The mean itself is on no side of its interval.
    let undecided = ["--set", "stages.loop.gates=[k.month > \(mean)]"]
    let outcome = await growthloopOnThread(["gate", plan, "--json"] + undecided + out)
    #expect(outcome.code == .gateUndecided)
    func element(_ more: String..., ending code: ExitCode) async throws -> String? {
      let outcome = await growthloopOnThread(["gate", plan, "--json"] + undecided + out + more)
      #expect(outcome.code == code, "\(more)")
      let text = try folder.text("out/junit.xml")
      return ["error", "failure", "skipped"].first { text.contains("<\($0) ") }
    }
    #expect(try await element(ending: .gateUndecided) == "error")
    #expect(try await element("--set", "undecided=skip", ending: .gateUndecided) == "skipped")
    #expect(try await element("--set", "undecided=fail", ending: .gateMissed) == "failure")
    #expect(try await element("--fail-undecided", ending: .gateMissed) == "failure")
    #expect(
      try await element("--fail-undecided", "--set", "undecided=skip", ending: .gateMissed)
        == "failure")
  }

  @Test func `a stage that cannot run is told of, and hides no other`() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.plan(
      Self.loop.replacing("k.month", with: "k.mnth") + """
          links:
            kind: load
            file: load.yaml

        """ + Self.book, in: folder)
    try Self.writeLoad(folder)
    let outcome = await growthloopOnThread(["gate", path, "--out", "\(folder.path)/out", "--json"])
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("did you mean k.month?"))
    let run = try Self.run(outcome.output)
    #expect(run.verdict == "undecided")
    #expect(run.stages.map { $0.folder == nil } == [true, true, false])
    #expect(run.stages[1].note?.contains("does not answer") == true)
    #expect(run.stages[2].gates.map(\.verdict) == ["kept"])
    #expect(try folder.text("out/junit.xml").contains("<error message=\"could not run\""))
    let down = await growthloopOnThread(
      ["gate", path, "--only", "links", "--out", "\(folder.path)/out"])
    #expect(down.code == .unavailable)
  }

  /// A load plan whose target is down.
  private static func writeLoad(_ folder: borrowing TemporaryFolder) throws {
    _ = try folder.write(
      "load.yaml",
      """
      plan: load
      title: Nobody there
      target: http://127.0.0.1:1
      length: 2s
      warmUp: 0s
      mix: {landingTap: 0, previewFetch: 0, directOpen: 0, deferredResolution: 0, sharing: 0,
        accept: 0, dashboard: 0, paths: {/: 1}}
      gates: [p99 < 1s]
      """)
  }
}
