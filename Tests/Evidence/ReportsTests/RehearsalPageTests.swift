import Gates
import Testing

@testable import Reports

@Suite("The page of a rehearsal")
struct RehearsalPageTests {
  private static let log = """
    #[Logged with growthloop]
    #[Histogram log format version 1.3]
    "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

    """

  private static func run(
    credits: Int = 0, promised: Int = 0, partial: Bool = false, gates: String = "",
    differences: [String] = []
  ) -> String {
    """
    {"kind": "rehearse", "title": "Small", "question": "Does it decide alike?",
     "command": "growthloop rehearse small.yaml", "profile": "rin",
     "settingsOfService": ["attribution.model=firstTouch"], "seed": 1, "rate": 1000,
     "machine": "m", "build": "release", "partial": \(partial), "people": 20, "requests": 500,
     "repeated": 2, "errors": 0, "seconds": 1.5, "outageSeconds": [0.2], "mostInFlight": 8,
     "comparisons": [
       {"subject": "promised credits", "compared": 60, "different": \(promised)},
       {"subject": "credits", "compared": 20, "different": \(credits)}],
     "latencies": [{"request": "all", "count": 500, "p50Ms": 1, "p99Ms": 5, "maxMs": 9}],
     "gates": [\(gates)], "differences": [\(differences.joined(separator: ", "))]}
    """
  }

  private static func report(_ run: String) throws -> Report {
    try RunKinds.report(
      of: RunFiles("out", files: [("run.json", run), ("latency.hlog", log)]))
  }

  private static let kept = """
    {"gate": "errors < 0.1%", "measured": 0, "low": 0, "high": 0.0005, "unit": "share",
     "limit": 0.001, "verdict": "kept"}
    """

  @Test func `where all came out the same the verdict says how much, and nothing is told`() throws {
    let report = try Self.report(Self.run(gates: Self.kept))
    #expect(
      report.verdict == .init(.kept, "All 80 comparisons came out the same. The gate is kept."))
    #expect(report.sections.map(\.anchor) == ["comparisons", "gates", "latency"])
    #expect(report.facts.contains(.init("The service with", "attribution.model=firstTouch")))
    #expect(report.facts.contains(.init("Killed", "1 time, away 0.2 s")))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `differences stand by subject, with what each side says and the rule`() throws {
    let broken = """
      {"subject": "promised credits", "person": 7, "promise": "nobody",
       "simulator": "person 5, tapped 7 d 12 h before", "rules": ["ATT-02"],
       "story": ["2026-01-05T11:52:33Z person 7: launch"]}
      """
    let other = """
      {"subject": "credits", "person": 8, "simulator": "nobody", "service": "person 5",
       "rules": [], "story": []}
      """
    let report = try Self.report(
      Self.run(credits: 9, promised: 1, differences: [broken] + Array(repeating: other, count: 9)))
    #expect(report.verdict == .init(.missed, "10 of 80 comparisons came out differently."))
    let text = report.markdown
    #expect(text.contains("### promised credits: 1 different"))
    #expect(
      text.contains(
        "### person 7 (ATT-02): promised: nobody; simulator: person 5, tapped 7 d 12 h before"))
    #expect(text.contains("- 2026-01-05T11:52:33Z person 7: launch"))
    #expect(text.contains("### person 8: simulator: nobody; service: person 5"))
    #expect(text.contains("And 4 more in differences.jsonl."))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `an interrupted rehearsal decides nothing`() throws {
    let report = try Self.report(Self.run(partial: true))
    #expect(report.verdict == .init(.undecided, "Interrupted: nothing was compared."))
  }

  @Test func `a number of differences has no decimals`() throws {
    let gate = try RunFields(
      #"{"gate": "differences < 1", "measured": 0, "low": 0, "high": 0, "unit": "whole","#
        + #""limit": 1, "verdict": "kept"}"#, of: "run.json"
    ).gate()
    #expect(gate.measure.text == "0" && gate.measure.interval == "0 to 0")
  }
}
