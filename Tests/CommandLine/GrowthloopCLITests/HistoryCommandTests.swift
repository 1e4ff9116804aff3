import Foundation
import Testing

@testable import GrowthloopCLI

@Suite("growthloop history", .timeLimit(.minutes(60)))
struct HistoryCommandTests {
  private static func line(_ day: Int, _ value: Double, machine: String = "A box") -> String {
    let two = day < 10 ? "0\(day)" : "\(day)"
    return """
      {"at":"2026-11-\(two)","commit":"c\(two)","figures":{"p50":{"unit":"ms","value":\(value)}},\
      "machine":"\(machine)","plan":"Links"}

      """
  }

  private static let levels = [
    1.00, 1.02, 0.99, 1.01, 1.00, 0.98, 1.01, 0.99, 1.30, 1.31, 1.29, 1.32, 1.30, 1.28, 1.31, 1.30,
  ]

  @Test func `a step is drawn, dated, and has its size`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "h.jsonl", Self.levels.enumerated().map { Self.line($0 + 1, $1) }.joined())
    let outcome = growthloop("history", file, "--out", "\(folder.path)/out")
    #expect(outcome.code == .success)
    #expect(try folder.text("out/report.html").contains("p50 over 16 measurements"))
    #expect(
      outcome.output == """
        Links: p50, 16 measurements
        A box

        1.32 ms at most, 0.980 ms at least
        ▁▁▁▁▁▁▁▁████████
                ^
        2026-11-01 to 2026-11-16

        step at     commit  before   after            p
        ──────────  ──────  ───────  ───────  ──────  ─────
        2026-11-09  c09     1.00 ms  1.30 ms  +30.0%  0.001

        """)
  }

  @Test func `machines have series of their own, and too few measurements no steps`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("h.jsonl", Self.line(1, 1) + Self.line(2, 9, machine: "B box"))
    let outcome = growthloop("history", file)
    #expect(outcome.output.contains("A box\n") && outcome.output.contains("B box\n"))
    #expect(outcome.output.contains("No step: luck explains how it varies."))
  }

  @Test func `every line that is no measurement is told with its number`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("h.jsonl", Self.line(1, 1) + "{\n[]\n")
    let outcome = growthloop("history", file)
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("\(file):2:2: error: a key must be here"))
    #expect(outcome.complaints.contains("\(file):3: error: a measurement must be an object"))
  }

  @Test func `a result is added, and found again`() async throws {
    let folder = try TemporaryFolder()
    let run = "\(folder.path)/run"
    _ = await growthloopOnThread(
      ["simulate", "--replications", "2", "--out", run] + SimulationCommandTests.small)
    let file = "\(folder.path)/deep/h.jsonl"
    for day in ["2026-11-20", "2026-11-21T10:00:00Z"] {
      let added = growthloop("history", "add", run, file, "--at", day, "--commit", "abc")
      #expect(added.code == .success, "\(added.complaints)")
    }
    let outcome = growthloop("history", file, "--metric", "conversion.home", "--json")
    #expect(outcome.code == .success)
    #expect(outcome.output.contains(#""machine" : "any""#))
    #expect(outcome.output.contains("2026-11-21T10:00:00Z"))
    let unknown = growthloop("history", file)
    #expect(unknown.code == .usage)
    #expect(unknown.complaints.contains("nothing is called 'p50' in '"))
  }

  @Test func `what cannot be kept is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(growthloop("history", "\(folder.path)/none.jsonl").code == .inputOutput)
    #expect(growthloop("history", "add").code == .usage)
    _ = try folder.write("run.json", "{}")
    let file = "\(folder.path)/h.jsonl"
    let empty = growthloop("history", "add", folder.path, file, "--at", "2026-11-21")
    #expect(empty.code == .badInput)
    #expect(empty.complaints.contains("this is no result that a history keeps"))
    #expect(!FileManager.default.fileExists(atPath: file))
    let when = growthloop("history", "add", folder.path, file, "--at", "now")
    #expect(when.code == .usage && when.complaints.contains("needs its moment"))
    let noise = try folder.write("noise.jsonl", String(repeating: "x\n", count: 300))
    let refused = growthloop("history", noise)
    #expect(refused.code == .badInput)
    #expect(refused.complaints.split(separator: "\n").count == 21)
    #expect(refused.complaints.hasSuffix("and 280 more such lines\n"))
  }

  /// What is wrong, without the line about help.
  private static func complaint(_ outcome: Outcome) -> String {
    outcome.complaints.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test func `an unknown figure is told with the nearest, and all are listed where asked`() throws {
    let folder = try TemporaryFolder()
    let names =
      ["k.basic", "k.cohort", "k.month", "sends.share"] + (1...9).map { "funnel.step\($0)" }
    let figures = names.map { #""\#($0)":{"unit":"","value":1}"# }.joined(separator: ",")
    let file = try folder.write(
      "h.jsonl",
      #"{"at":"2026-11-01","figures":{\#(figures)},"machine":"A box","plan":"Loop"}"# + "\n")
    func told(_ name: String) -> String {
      Self.complaint(growthloop("history", file, "--metric", name))
    }
    let all = "'--list' names the 13 that are there"
    let start = "growthloop: nothing is called"
    #expect(told("k.cohrt") == "\(start) 'k.cohrt' in '\(file)'; did you mean 'k.cohort'?; \(all)")
    #expect(
      told("share") == "\(start) 'share' in '\(file)'; did you mean 'sends.share'?; \(all)")
    #expect(
      told("funnel.step")
        == "\(start) 'funnel.step' in '\(file)'; did you mean 'funnel.step1' or 'funnel.step2' or "
        + "'funnel.step3'?; \(all)")
    #expect(told("latency") == "\(start) 'latency' in '\(file)'; \(all)")
    let listed = growthloop("history", file, "--list")
    #expect(listed.code == .success && listed.lines == names.sorted())
    #expect(growthloop("history", file, "--list", "--json").code == .usage)
  }

  @Test func `where there are few figures they are told at once`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("h.jsonl", Self.line(1, 1))
    let outcome = growthloop("history", file, "--metric", "p99")
    #expect(outcome.code == .usage)
    #expect(
      Self.complaint(outcome)
        == "growthloop: nothing is called 'p99' in '\(file)'; there are: p50")
  }
}
