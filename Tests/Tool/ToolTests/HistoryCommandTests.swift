import Foundation
import GrowthloopFindings
import Statistics
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop history", .timeLimit(.minutes(60)))
struct HistoryCommandTests {
  /// Of the so manieth day of autumn, with months of 28 days.
  private static func line(_ day: Int, _ value: Double, machine: String = "A box") -> String {
    let (month, rest) = ((day - 1) / 28, (day - 1) % 28 + 1)
    let two = rest < 10 ? "0\(rest)" : "\(rest)"
    return """
      {"at":"2026-\(month == 0 ? "11" : "12")-\(two)","commit":"c\(two)","figures":{"p50":{"unit":"ms","value":\(value)}},\
      "machine":"\(machine)","plan":"Links"}

      """
  }

  private static let levels = [
    1.00, 1.02, 0.99, 1.01, 1.00, 0.98, 1.01, 0.99, 1.30, 1.31, 1.29, 1.32, 1.30, 1.28, 1.31, 1.30,
  ]

  /// Noise of about a hundredth that never wanders.
  private static let ripple = [1.00, 1.02, 0.99, 1.01, 1.00, 0.98, 1.01, 0.99]

  /// What is said below the drawing, and the page of it, of so many measurements.
  private static func told(
    _ count: Int, _ options: [String] = [], level: (Int) -> Double
  ) throws -> (lines: [String], page: String) {
    let folder = try TemporaryFolder()
    let lines = (0..<count).map { line($0 + 1, level($0) * ripple[$0 % 8]) }
    let file = try folder.write("h.jsonl", lines.joined())
    let outcome = run(["history", file, "--out", "\(folder.path)/out"] + options, [])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    let all = outcome.lines
    let range = try #require(
      all.firstIndex { $0.hasPrefix("2026-11-01 to ") || $0.contains("\"course\"") })
    return (Array(all[(range + 1)...]), try folder.text("out/report.html"))
  }

  @Test func `a step among forty measurements is dated, with the dependence of the noise`() throws {
    let (lines, page) = try Self.told(48) { $0 < 24 ? 1 : 1.3 }
    #expect(lines[0].split(separator: " ") == ["step", "at", "commit", "before", "after", "rise"])
    #expect(
      lines[2].split(separator: " ") == ["2026-11-25", "c25", "1.00", "ms", "1.30", "ms", "+30.0%"])
    #expect(lines[3] == "A measurement keeps 0.00% of the deviation of the one before.")
    #expect(page.contains("a level, a drift or steps, where noise may depend on the noise before"))
  }

  @Test func `a drift is named a drift`() throws {
    let (lines, page) = try Self.told(48) { 1 + 0.01 * Double($0) }
    #expect(lines[0].hasPrefix("A drift, no step: a straight line from 1.0"))
    #expect(lines[0].hasSuffix(" ms explains it better."))
    #expect(page.contains("A drift, no step: a straight line from 1.0"))
    let json = try Self.told(48, ["--json"]) { 1 + 0.01 * Double($0) }.lines.joined()
    for key in ["\"dependence\" : ", "\"drift\" : {", "\"rise\" : 0.4"] {
      #expect(json.contains(key), "\(key)")
    }
  }

  @Test func `a level is a level, and what is too short says so`() throws {
    #expect(try Self.told(48) { _ in 2 }.lines[0] == "No step: noise explains how it varies.")
    let (lines, page) = try Self.told(39) { $0 < 20 ? 1 : 9 }
    #expect(
      lines[0].hasPrefix("Too short: fewer than 40 measurements do not tell a step from noise"))
    #expect(page.contains("Too short: fewer than 40 measurements"))
  }

  @Test func `a rise over next to nothing is left out`() throws {
    let (lines, _) = try Self.told(48) { $0 < 24 ? 1e-6 : 1.3 }
    #expect(lines[2].hasSuffix("–"))
    let zero = try Self.told(48, ["--json"]) { $0 < 24 ? 0 : 1.3 }.lines.joined()
    #expect(zero.contains("\"index\" : 24") && !zero.contains("rise"))
  }

  @Test func `where measurements are independent a step is drawn, dated, and has its size`() throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "h.jsonl", Self.levels.enumerated().map { Self.line($0 + 1, $1) }.joined())
    let outcome = growthloop("history", file, "--independent", "--out", "\(folder.path)/out")
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

        step at     commit  before   after    rise    p
        ──────────  ──────  ───────  ───────  ──────  ─────
        2026-11-09  c09     1.00 ms  1.30 ms  +30.0%  0.001

        """)
  }

  @Test func `machines have series of their own, and too few measurements no steps`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("h.jsonl", Self.line(1, 1) + Self.line(2, 9, machine: "B box"))
    let outcome = growthloop("history", file)
    #expect(outcome.output.contains("A box\n") && outcome.output.contains("B box\n"))
    #expect(outcome.output.contains("Too short: fewer than 40 measurements"))
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
      ["simulate", "--replications", "2", "--out", run] + smallMarket)
    let file = "\(folder.path)/deep/h.jsonl"
    for (day, commit) in [("2026-11-20", "abc"), ("2026-11-21T10:00:00Z", "abd")] {
      let added = growthloop("history", "add", run, file, "--at", day, "--commit", commit)
      #expect(added.code == .success, "\(added.complaints)")
    }
    // Another build may find the same; the same build found it once.
    let again = growthloop("history", "add", run, file, "--at", "2026-11-22", "--commit", "abd")
    #expect(again.code == .badInput)
    #expect(again.complaints.contains("the same run is in '\(file)' already, of 2026-11-21T10"))
    let outcome = growthloop("history", file, "--metrics", "conversion.home", "--json")
    #expect(outcome.code == .success)
    #expect(outcome.output.contains(#""machine" : "any""#))
    #expect(outcome.output.contains("2026-11-21T10:00:00Z"))
    let unknown = growthloop("history", file)
    #expect(unknown.code == .usage)
    #expect(unknown.complaints.contains("there is no figure 'p50' in '"))
  }

  @Test func `the newest measurements go to another tool, in its form`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "h.jsonl", Self.line(1, 3) + Self.line(2, 1) + Self.line(1, 9, machine: "B box"))
    let outcome = growthloop("history", "export", file, "--metrics", "p50")
    #expect(outcome.code == .success, "\(outcome.complaints)")
    struct Row: Decodable, Equatable { var name, unit: String, value: Double }
    let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    #expect(rows.map(\.value) == [1, 9], "the newest of each machine")
    #expect(rows.allSatisfy { $0.unit == "ms" && $0.name.hasSuffix(": p50") })
    #expect(growthloop("history", "export", file, "--format", "x").code == .usage)
    #expect(growthloop("history", "export", file, "--metrics", "p51").code == .usage)
    #expect(growthloop("history", file, "--format", "github-action-benchmark").code == .usage)
  }

  @Test func `what cannot be kept is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(growthloop("history", "\(folder.path)/none.jsonl").code == .inputOutput)
    #expect(growthloop("history", "add").code == .usage)
    _ = try folder.write("run.json", "{}")
    let file = "\(folder.path)/h.jsonl"
    let empty = growthloop("history", "add", folder.path, file, "--at", "2026-11-21")
    #expect(empty.code == .badInput)
    #expect(empty.complaints.contains("run.json says no kind"))
    #expect(!FileManager.default.fileExists(atPath: file))
    let when = growthloop("history", "add", folder.path, file, "--at", "now")
    #expect(when.code == .usage && when.complaints.contains("missing moment of the measurement"))
    let noise = try folder.write("noise.jsonl", String(repeating: "x\n", count: 300))
    let refused = growthloop("history", noise)
    #expect(refused.code == .badInput)
    #expect(refused.complaints.split(separator: "\n").count == 21)
    #expect(refused.complaints.hasSuffix("and 280 more such lines\n"))
  }

  /// A load run, whole and valid or not.
  private static func result(
    partial: Bool = false, because: [String] = [], asks: String? = nil, lasting time: UInt64 = 0
  ) throws -> String {
    var times = HDRHistogram(layout: .minuteInMicroseconds)
    times.record(1_500_000 + time)
    let counts = RequestCountsFound(
      planned: 1, answered: 1, failed: 0, notSent: 0, unwanted: 0, byClass: [:], byFailure: [:])
    func figures(of name: String) -> RequestFigures {
      RequestFigures(name, counts, .init(response: times, service: times, lag: times))
    }
    var run = LoadFindings(
      all: figures(of: "all"), warmUp: counts, generator: GeneratorFound(),
      timeline: FigureSeries(over: "second", []))
    run.kinds = [figures(of: "landingTap")]
    run.title = "Links"
    (run.partial, run.valid, run.because) = (partial, because.isEmpty, because)
    run.asks = asks
    return try run.json()
  }

  static let unfit: [(partial: Bool, because: [String], why: String)] = [
    (true, [], "it was interrupted, so that only a part of it was measured"),
    (
      false, ["requests were sent late"],
      "it was not valid, the generator was the bottleneck; requests were sent late"
    ),
  ]

  @Test(arguments: unfit)
  func `a run that was not whole and valid is added only by force`(
    partial: Bool, because: [String], why: String
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("run.json", Self.result(partial: partial, because: because))
    let file = "\(folder.path)/h.jsonl"
    let add = ["history", "add", folder.path, file, "--at", "2026-11-21", "--commit", "abc"]
    let refused = run(add, [])
    #expect(refused.code == .badInput && refused.output == "")
    #expect(
      refused.complaints == "growthloop: '\(folder.path)' is not added: \(why). Run it again, or "
        + "add it all the same with '--force'\n")
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(run(add + ["--force"], []).code == .success)
    #expect(try folder.text("h.jsonl").contains("\"value\":1.5"))
    _ = try folder.write("run.json", Self.result(lasting: 90_000))
    #expect(run(add, []).code == .success)
  }

  @Test func `plans of one title that ask for something else have series of their own`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/h.jsonl"
    for (number, asks) in ["constant 500/s: tap 100%", "constant 900/s: tap 100%"].enumerated() {
      for day in 1...2 {
        _ = try folder.write(
          "run.json", Self.result(asks: asks, lasting: UInt64(10_000 * (4 * number + day))))
        let add = [
          "history", "add", folder.path, file, "--at", "2026-11-2\(day)", "--commit", "c\(day)",
        ]
        #expect(run(add, []).code == .success)
        let again = run(add, [])
        #expect(again.code == .badInput && again.complaints.contains("the same run is in"))
      }
    }
    let shown = growthloop("history", file, "--out", "\(folder.path)/out")
    #expect(shown.output.components(separatedBy: "Links: p50, 2 measurements").count == 3)
    #expect(shown.output.contains("\nconstant 900/s: tap 100%\n"))
    let page = try folder.text("out/report.html")
    #expect(page.contains("p50 of constant 500/s: tap 100%, ms"))
    let exported = growthloop("history", "export", file).output
    #expect(exported.contains("Links, constant 900/s: tap 100%: p50"))
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
      Self.complaint(growthloop("history", file, "--metrics", name))
    }
    let all = "'--list' names the 13 that are there"
    let start = "growthloop: there is no figure"
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
    #expect(growthloop("history", file, "--list", "--independent").code == .usage)
  }

  @Test func `where there are few figures they are told at once`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("h.jsonl", Self.line(1, 1))
    let outcome = growthloop("history", file, "--metrics", "p99")
    #expect(outcome.code == .usage)
    #expect(
      Self.complaint(outcome)
        == "growthloop: there is no figure 'p99' in '\(file)'; there are: p50")
  }
}
