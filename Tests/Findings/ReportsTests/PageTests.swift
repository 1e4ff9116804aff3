import Foundation
import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Pages of runs")
struct PageTests {
  @Test func `a bound has its trials, its design effect and the replications that define it`() {
    let bound = Estimate(
      0, from: 0, to: 0.25, confidence: 0.95,
      basis: .bound(EventEvidence(events: 0, exposure: 27, designEffect: 2)))
    let equality = Estimate(3, from: 3, to: 3, confidence: 0.95, basis: .equality(16))
    var run = SimulationFindings()
    run.metrics = [
      Found.metric("rare", .share, bound, in: 5), Found.metric("same", .seconds, equality),
      Found.metric("lopsided", .share, Estimate(0.5, from: 0.1, to: 0.6, confidence: 0.95)),
    ]
    let table = Figure.table(Figures(run).all)
    #expect(
      table.rows.map { $0[2] } == [
        "at most 25.0% (0 of 27, design effect 2.0), in 5 of 16", "all equal", "10.0% to 60.0%",
      ])
  }

  @Test
  func `gates of the same words have their stages beside them, whose sections are folded away`()
    throws
  {
    let run = Example.run(
      Example.stage([Example.missed], name: "one"), Example.stage([Example.missed], name: "two"))
    let folder = try Found.folder(
      "out", [("one/run.json", Found.contacts()), ("two/run.json", Found.contacts())])
    let report = try run.report(in: folder)
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

  @Test func `a run of gates shows its verdict first, and then what each stage found`() throws {
    let report = try RunKinds.report(
      of: Found.folder(
        "out", [("run.json", Found.gate), ("books/run.json", Found.contacts())]))
    #expect(report.verdict == .init(.missed, "Missed: 500: frame p99 < 16ms."))
    #expect(
      report.sections.map(\.heading) == [
        "Gates", "Stages", "Books: Budgets", "Books: Times", "Books: Memory",
      ])
    #expect(Set(report.sections.map(\.anchor)).count == report.sections.count)
    #expect(
      report.markdown.contains(
        "| 500 | frame p99 &lt; 16ms | 20.0 ms | 18.0 ms to 22.0 ms | ✗ missed |\n\n"
          + "- ✗ missed 500: frame p99 &lt; 16ms: 20.0 ms, 4.00 ms (25%) above the limit of 16.0 ms; "
          + "with 95% confidence by 2.00 ms or more. Next: growthloop contacts x.yaml"))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `keys in a table may be broken between their parts, and long names have more room`() {
    func html(_ name: String) -> String {
      [Block.table(Table(["setting", "why"], [[name, "see x.y"]]))].fragment(id: "t", width: 360)
    }
    #expect(html("use.retention.1=0.21").contains("<td>use.<wbr/>retention.1=<wbr/>0.21</td>"))
    #expect(!html("use.retention.1=0.21").contains("class=\"long\""))
    #expect(html("accounts of launches 2 days after").contains("<table class=\"long\">"))
  }

  @Test func `a page is the same from the value and from its encoding`() throws {
    let folder = try Found.folder("out", [("run.json", Found.contacts())])
    #expect(
      try RunKinds.report(of: folder).html == Found.contacts().report(in: folder).html)
  }

  @Test func `two runs side by side show what overlaps and what does not`() throws {
    let report = try RunKinds.report(
      of: Found.folder("a", [("run.json", Found.contacts())]),
      beside: Found.folder("b", [("run.json", Found.contacts(p99: 5, machine: "n"))]))
    let text = report.markdown
    #expect(text.contains("Of the facts above these differ: Machine."))
    #expect(text.contains("| 2.00 ms | 0.500 ms | 5.00 ms | 0.500 ms | +3.00 ms | apart |"))
    #expect(text.contains("| operation | A | B |"))
    #expect(XMLCheck.problem(in: report.html) == nil)
    #expect(
      throws: UnreadableRun(
        "'a' is of the kind 'contacts' and 'b' of 'rehearse': two runs of one kind can be laid side by "
          + "side")
    ) {
      try RunKinds.report(
        of: Found.folder("a", [("run.json", Found.contacts())]),
        beside: Found.folder("b", [("run.json", Found.rehearsal())]))
    }
  }

  @Test func `intervals overlap, or are apart, or are not known`() {
    func measured(_ value: Double, _ half: Double?) -> Measure {
      Measure(value, from: half.map { value - $0 }, to: half.map { value + $0 }, in: .ratio)
    }
    #expect(SideBySide.relation(measured(1, 0.5), measured(2, 0.5)) == "overlap")
    #expect(SideBySide.relation(measured(1, 0.4), measured(2, 0.5)) == "apart")
    #expect(SideBySide.relation(measured(1, 0.4), measured(1, 0.4)) == "the same")
    #expect(SideBySide.relation(measured(1, nil), measured(2, 0.5)) == "unknown")
  }

  @Test func `differences that are as good as none are readable`() {
    let row = Measured(
      MetricDifferenceSubject(
        metric: "k.basic", name: nil, unit: "", base: 0.044, variant: 0.044, standardErrors: 4,
        savedByPairing: 1_604_993_682, measuredSaving: nil),
      Measure(-0.000_000_04, from: -0.000_000_06, to: -0.000_000_02, in: .ratio))
    let rows = [DifferenceRow(variantName: "one", metric: row)]
    #expect(
      Table(of: rows, DifferenceRow.columns).rows
        == [["k.basic", "k.basic", "0.0440", "0.0440", "≈ 0", "≈ 0", "sure", "over 1000×"]])
    #expect(DifferenceRow.saving(999) == "999×" && DifferenceRow.saving(2.34) == "2.3×")
  }

  @Test func `a column that is declared once stands in file, table and reading`() {
    let columns: [RowColumn<Measure>] =
      [
        .table("rows") { _ in "one" },
        .measure("detected", as: "found", reading: "what is seen.", { $0 }),
        .number("half", reading: "a half of it.", { $0.value.map { $0 / 2 } }) { _ in "half" },
      ] + RowColumn.ends(of: "detected") { $0 }
    let rows = [Measure(0.5, from: 0.25, to: 0.75, in: .share)]
    #expect(
      CSV(of: rows, columns).description
        == "detected,half,detectedLow,detectedHigh\n0.5,0.25,0.25,0.75\n")
    let table = Table(of: rows, columns)
    #expect(table.columns.map(\.title) == ["rows", "found", "half"])
    #expect(table.rows == [["one", "50.0%", "half"]])
    #expect(RowColumn.reading(of: columns) == "Found: what is seen. Half: a half of it.")
  }

  @Test func `cells with commas, quotes and ends of lines are quoted`() {
    var csv = CSV(["a", "b"])
    csv.add(["1,2", "say \"x\""])
    csv.add(["a\r\nb", "c\nd"])
    #expect(csv.description == "a,b\n\"1,2\",\"say \"\"x\"\"\"\n\"a\r\nb\",\"c\nd\"\n")
  }

  /// A column that is declared in one line, beside one that a page has.
  @Test func `a column stands in one line of source, and appears in every form`() throws {
    let table = FigureTable(
      of: [1.0, 2.0],
      [
        .words("name") { "row \(Int($0))" }, .number("twice", "two times", .ratio) { 2 * $0 },
        .figure("thrice", nil, .ratio) {
          Measure(3 * $0, from: 2.5 * $0, to: 3.5 * $0, in: .ratio)
        },
      ])
    #expect(
      CSV(table).description.hasPrefix("name,twice,thrice,thriceLow,thriceHigh\nrow 1,2.0,3.0,"))
    let json = try table.jsonLine()
    #expect(json.contains("\"thrice\":3,\"thriceHigh\":3.5,\"thriceLow\":2.5,\"twice\":2"))
    let again = try JSONDecoder().decode(FigureTable.self, from: Data(json.utf8))
    #expect(again.columns == table.columns && again.rows == table.rows)
    let report = Report("x", sections: [Section([.grid(Grid(again))])])
    #expect(report.text.contains("name   two times  thrice"))
    #expect(report.markdown.contains("| row 2 | 4.00 | 6.00 ± 1.00 |"))
    #expect(report.html.contains("<td class=\"n\">6.00 ± 1.00</td>"))
  }
}

@Suite("The page of a rehearsal")
struct RehearsalPageTests {
  private static func report(_ findings: RehearsalFindings) throws -> Report {
    findings.report(in: RunFolder("out", files: []))
  }

  @Test func `where all came out the same the verdict has the count, and nothing follows`() throws {
    let kept = JudgedGate(
      "errors < 0.1%", Measure(0, from: 0, to: 0.0005, in: .errors), GateLimit(.below, 0.001),
      .kept)
    let report = try Self.report(Found.rehearsal(gates: [kept]))
    #expect(
      report.verdict == .init(.kept, "All 80 comparisons came out the same. The gate is kept."))
    #expect(report.sections.map(\.anchor) == ["comparisons", "gates", "latency"])
    #expect(report.facts.contains(.init("The service with", "attribution.model=firstTouch")))
    #expect(report.facts.contains(.init("Killed", "1 time, away 0.2 s")))
    #expect(XMLCheck.problem(in: report.html) == nil)
  }

  @Test func `differences stand by subject, with what each side says and the rule`() throws {
    let broken = DifferenceFound(
      subject: "promised credits", person: 7, promise: "nobody",
      simulator: "person 5, tapped 7 d 12 h before", service: nil, rules: ["ATT-02"],
      story: ["2026-01-05T11:52:33Z person 7: launch"])
    let other = DifferenceFound(
      subject: "credits", person: 8, promise: nil, simulator: "nobody", service: "person 5",
      rules: [], story: [])
    let report = try Self.report(
      Found.rehearsal(
        credits: 9, promised: 1, differences: [broken] + Array(repeating: other, count: 9)))
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
    let report = try Self.report(Found.rehearsal(partial: true))
    #expect(report.verdict == .init(.undecided, "Interrupted: nothing was compared."))
  }

  @Test func `that all came out the same is a gate, whose number has no decimals`() {
    let gate = JudgedGate(matching: 0)
    #expect(gate.measured.text == "0" && gate.measured.ends == "0 to 0" && gate.verdict == .kept)
    #expect(JudgedGate(matching: nil).verdict == .undecided)
    #expect(JudgedGate(matching: 2).verdict == .missed)
  }
}
