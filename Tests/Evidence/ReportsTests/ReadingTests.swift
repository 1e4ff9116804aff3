import Foundation
import Gates
import Statistics
import Testing

@testable import Reports

@Suite("Reading the folders of runs")
struct ReadingTests {
  private static func message(_ files: [(name: String, text: String)]) -> String? {
    do {
      _ = try RunKinds.report(of: RunFiles("out", files: files))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a folder that is no run is told what it lacks`() {
    #expect(
      Self.message([]) == "'out' has no run.json: name a folder that '--out' has written")
    #expect(
      Self.message([("run.json", "{\"title\": \"x\"}")])
        == "out/run.json says no kind: no run of growthloop, or one of an older version")
    #expect(
      Self.message([("run.json", "[1]")]) == "out/run.json must be an object, not a list")
    #expect(
      Self.message([("run.json", "{\"kind\": \"dance\"}")])?.hasPrefix(
        "out/run.json is of the kind 'dance'; known are 'simulate', ") == true)
  }

  @Test func `a text that ends too early is told with its line and column`() {
    #expect(
      Self.message([("run.json", "{\n  \"kind\": \"load\",\n  \"title\": \"x")])
        == "out/run.json:3:12: this is no JSON: the text has no end")
  }

  @Test func `a field that is missing or of another kind is named with its path`() throws {
    let run = try RunFields(#"{"a": [{"b": "x"}], "c": {"d": 1.5}}"#, of: "f")
    #expect(throws: UnreadableRun("f: a[0].b must be a number, not 'x'")) {
      try run.list("a")[0].number("b")
    }
    #expect(
      throws: UnreadableRun(
        "f: c.e is missing: another version of growthloop may have written it")
    ) { try run.object("c").text("e") }
  }

  @Test func `a bound is shown with its trials, its design effect and who defines the metric`()
    throws
  {
    let run = try RunFields(
      """
      {"replications": 16, "metrics": [
        {"metric": "rare", "style": "share", "unit": "of launches", "replications": 5, "mean": 0,
         "low": 0, "high": 0.25, "evidence":
           {"basis": "bound", "events": 0, "exposure": 27, "designEffect": 2}},
        {"metric": "same", "style": "seconds", "unit": "", "replications": 16, "mean": 3, "low": 3,
         "high": 3, "evidence": {"basis": "equality"}},
        {"metric": "lopsided", "style": "share", "unit": "", "replications": 16, "mean": 0.5,
         "low": 0.1, "high": 0.6}]}
      """, of: "f")
    let table = Figure.table(try Metrics(run).all)
    #expect(
      table.rows.map { $0[2] } == [
        "at most 25.0% (0 of 27, design effect 2.0), in 5 of 16", "all equal", "10.0% to 60.0%",
      ])
  }

  @Test func `cells with commas, quotes and line breaks are read whole`() throws {
    let rows = try CSVRows("a,b\n\"x, \"\"y\"\"\nz\",2\n,\n", of: "f")
    #expect(try rows.rows.map { try $0.text("a") } == ["x, \"y\"\nz", ""])
    #expect(try rows.rows.map { try $0.optionalNumber("b") } == [2, nil])
    #expect(throws: UnreadableRun("f, row 2: 'b' is empty")) { try rows.rows[1].number("b") }
    #expect(throws: UnreadableRun("f, row 1 has 1 cells under 2 names")) {
      try CSVRows("a,b\n1\n", of: "f")
    }
  }

  @Test func `gates of the same words are told with their stages, whose sections are folded away`()
    throws
  {
    func stage(_ name: String) -> String {
      """
      {"name": "\(name)", "kind": "load", "title": "Plan \(name)", "seconds": 1, "gates": [
        {"gate": "p99 < 200ms", "measured": 250,
         "low": 240, "high": 260, "limit": 200, "unit": "ms", "side": "below", "verdict": "missed"}]}
      """
    }
    let run = """
      {"kind": "gate", "title": "All", "verdict": "missed", "seconds": 2,
       "stages": [\(stage("one")), \(stage("two"))]}
      """
    let report = try RunKinds.report(of: RunFiles("out", files: [("run.json", run)]))
    #expect(report.verdict?.words == "Missed: one: p99 < 200ms, two: p99 < 200ms.")
    let page = Report(
      "All",
      sections: [
        Section("Gates", anchor: "g", []), Section("Stages", anchor: "s", []),
        Section("Times", of: "one", anchor: "t", []),
      ]
    ).html
    #expect(page.contains("<details><summary>one</summary><ul><li><a href=\"#t\">Times</a>"))
    #expect(page.contains("<h2 id=\"t\">one: Times</h2>"))
  }

  static let contacts = """
    {"kind": "contacts", "title": "Books", "seed": 1, "machine": "m", "build": "release",
     "partial": false, "memory": [{"contacts": 500, "bytesPerContact": 90, "savedBytesPerContact": 40}],
     "times": [{"contacts": 500, "operation": "frame", "title": "frame of a scroll", "steps": 9,
       "rounds": 3, "p50": 1, "p99": 2, "p99Low": 1.5, "p99High": 2.5, "longest": 3, "rawP50": 1,
       "rawP99": 4, "rawMax": 9}],
     "gates": [{"contacts": 500, "gate": "frame p99 < 16ms", "verdict": "kept",
       "milliseconds": [1.5, 2, 2.5], "limit": 16}]}
    """

  static let gate = """
    {"kind": "gate", "title": "Ready?", "command": "growthloop gate x.yaml", "verdict": "missed",
     "seconds": 12.5, "stages": [{"kind": "contacts", "name": "books", "folder": "books",
       "seconds": 2, "note": "quiet machine", "gates": [
        {"gate": "frame p99 < 16ms", "subject": "500", "measured": 20, "low": 18, "high": 22,
         "unit": "ms", "limit": 16, "side": "below", "verdict": "missed", "moved": "20 ms, 4 ms beyond",
         "next": "growthloop contacts x.yaml"}]}]}
    """

  @Test func `a gate of a load run that was left open says why`() throws {
    let gate = try RunFields(
      #"{"gate": "p99 < 1s", "measured": 1200, "low": 1100, "high": 1300, "unit": "ms","#
        + #""limit": 1000, "verdict": "undecided", "doubt": "the generator was late"}"#,
      of: "run.json"
    ).gate()
    #expect(GateRow.remarks([gate]) == ["? undecided p99 < 1s: the generator was late"])
  }

  @Test func `a run of gates shows its verdict first, and then what each stage says`() throws {
    let report = try RunKinds.report(
      of: RunFiles("out", files: [("run.json", Self.gate), ("books/run.json", Self.contacts)]))
    #expect(report.verdict == .init(.missed, "Missed: 500: frame p99 < 16ms."))
    #expect(
      report.sections.map(\.heading) == [
        "Gates", "Stages", "books: Budgets", "books: Times", "books: Memory",
      ])
    #expect(Set(report.sections.map(\.anchor)).count == report.sections.count)
    #expect(
      report.markdown.contains(
        "| ✗ missed | frame p99 &lt; 16ms | 500 | 20.0 ms | 18.0 ms to 22.0 ms |\n\n"
          + "- ✗ missed 500: frame p99 &lt; 16ms: 20 ms, 4 ms beyond; next: "
          + "growthloop contacts x.yaml"))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `a stage whose folder is gone is named`() {
    #expect(
      Self.message([("run.json", Self.gate)])
        == "'out/books' has no run.json: name a folder that '--out' has written")
  }

  @Test func `two runs side by side tell what overlaps and what does not`() throws {
    let slower = Self.contacts
      .replacing(
        "\"p99\": 2, \"p99Low\": 1.5, \"p99High\": 2.5",
        with: "\"p99\": 5, \"p99Low\": 4, \"p99High\": 6"
      )
      .replacing("\"machine\": \"m\"", with: "\"machine\": \"n\"")
    let report = try RunKinds.report(
      of: RunFiles("a", files: [("run.json", Self.contacts)]),
      beside: RunFiles("b", files: [("run.json", slower)]))
    let text = report.markdown
    #expect(text.contains("Of the facts above these differ: Machine."))
    #expect(text.contains("| 2.00 ms | 0.500 ms | 5.00 ms | 1.00 ms | +3.00 ms | apart |"))
    #expect(text.contains("| operation | A | B |"))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `intervals overlap, or are apart, or are not known`() {
    func measure(_ value: Double, _ half: Double?) -> Measure {
      Measure(value, low: half.map { value - $0 }, high: half.map { value + $0 }, style: .ratio)
    }
    #expect(SideBySide.relation(measure(1, 0.5), measure(2, 0.5)) == "overlap")
    #expect(SideBySide.relation(measure(1, 0.4), measure(2, 0.5)) == "apart")
    #expect(SideBySide.relation(measure(1, 0.4), measure(1, 0.4)) == "the same")
    #expect(SideBySide.relation(measure(1, nil), measure(2, 0.5)) == "unknown")
  }
}
