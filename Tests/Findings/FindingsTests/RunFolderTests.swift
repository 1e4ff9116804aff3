import GrowthloopFindings
import Foundation
import Statistics
import Testing

@Suite("Reading the folders of runs")
struct RunFolderTests {
  private static func message(_ text: String?) -> String? {
    let files = text.map { [(name: "run.json", text: $0)] } ?? []
    do {
      let folder = RunFolder("out", files: files)
      _ = try folder.head()
      let _: HistoryFindings = try folder.findings()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a folder that is no run is refused with what it lacks`() {
    #expect(
      Self.message(nil) == "'out' has no run.json: name a folder that '--out' has written")
    #expect(Self.message("[1]") == "out/run.json must be an object")
  }

  @Test func `a text that ends too early is refused with its line and column`() {
    #expect(
      Self.message("{\n  \"kind\": \"load\",\n  \"title\": \"x")
        == "out/run.json:3:12: this is no JSON: the text has no end")
  }

  @Test func `a run of another version is refused with the place, and the version that wrote it`() {
    #expect(
      Self.message("{\"kind\": \"history\", \"version\": \"9.1\", \"command\": \"\"}")?.hasSuffix(
        " is missing; growthloop 9.1 wrote it, and this is version \(ToolVersion.current). Make the run "
          + "again, by the 'command' in it")
        == true)
    let series =
      "{\"series\": [{\"machine\": 3}], \"command\": \"\", \"title\": \"\", \"figure\": \"\"}"
    #expect(
      Self.message(series)
        == "out/run.json: series[0].machine is of another kind; a growthloop before 0.2.0 wrote it, "
        + "and this is version \(ToolVersion.current). Make the run again, by the 'command' in it")
  }

  /// Returns the complaint about a run, without the name of its file.
  private static func misfit<Findings: RunFindings>(_ findings: Findings) throws -> String? {
    let folder = RunFolder("out", files: [(name: "run.json", text: try findings.json())])
    do {
      let _: Findings = try folder.findings()
      return nil
    } catch let error as UnreadableRun {
      #expect(error.description.hasPrefix("out/run.json: "))
      return String(error.description.dropFirst("out/run.json: ".count))
    }
  }

  @Test func `lists of unequal length are refused with their place`() throws {
    let (one, two) = (Measure(1, in: .count), Measure(2, from: 1, to: 3, in: .count))
    func days(_ columns: FigureSeries.Column...) throws -> String? {
      var findings = SimulationFindings()
      findings.days = FigureSeries(over: "day", columns)
      return try Self.misfit(findings)
    }
    let first = FigureSeries.Column("a", .count, measured: [one, two])
    #expect(try days(first, FigureSeries.Column("b", .count, [1, nil])) == nil)
    #expect(
      try days(first, FigureSeries.Column("b", .count, [1]))
        == "days.columns[1].values has 1 values, and the first list has 2")

    var simulation = SimulationFindings()
    simulation.breakdowns = [
      MetricBreakdown("a", "A", ["way", "sent"], [("x", ["k"]), ("y", ["k", "l"])])
    ]
    #expect(
      try Self.misfit(simulation) == "breakdowns[0].header is too short for the keys of rows[1]")
    simulation = SimulationFindings()
    simulation.credit = [["right", "wrong"], ["right"]].map { names in
      RuleCredit(
        rule: nil, meaning: nil, verdicts: names.map { Measured(CreditVerdictName($0), one) })
    }
    #expect(try Self.misfit(simulation) == "credit[1].verdicts are others than those of credit[0]")
    simulation = SimulationFindings()
    simulation.dashboardLabels = ["sent", "installed"]
    #expect(
      try Self.misfit(simulation) == "dashboardLabels has 2 labels, and a screen has 3 figures")

    var sweep = SweepFindings()
    sweep.beside = [nil, nil, "a=1"].map { Measured(SweptMetric("k", at: $0), one) }
    #expect(
      try Self.misfit(sweep) == "beside has 3 figures, which are no rows of 2 metrics")

    func history(_ highs: [Double?]) throws -> String? {
      try Self.misfit(
        HistoryFindings(
          of: "p50",
          [
            HistoryFindings.Series(
              machine: "m", plan: "p", unit: "ms", at: ["a", "b"], commits: [nil, nil],
              values: [1, 2], lows: [nil, 0], highs: highs, course: .tooShort, fewest: nil,
              dependence: nil, drift: nil, steps: [])
          ], command: ""))
    }
    #expect(try history([nil, 3]) == nil)
    #expect(try history([3]) == "series[0].highs has 1 values, and series[0].values has 2")
  }

  @Test func `a measurement is the same after its encoding`() throws {
    let evidence = EventEvidence(events: 3, exposure: 40, designEffect: 1.5)
    func estimate(_ basis: Estimate.Basis) -> Estimate {
      Estimate(0.5, from: 0.25, to: 0.75, confidence: 0.9, basis: basis)
    }
    let all: [Measure] = [
      Measure(nil, in: .share), Measure(0.5, in: .ratio, count: 3, of: 16),
      Measure(0.5, estimate(.spread), in: .days), Measure(.infinity, in: .milliseconds),
      Measure(0.5, estimate(.events(evidence)), in: .share, count: 16, of: 16),
      Measure(0.5, estimate(.bound(evidence)), in: .errors, count: 2, of: 9),
      Measure(0.5, estimate(.equality(16)), in: .count, count: 16, of: 16),
      Measure(.infinity, from: 3, to: nil, in: .milliseconds),
    ]
    let text = try all.json()
    #expect(try JSONDecoder().decode([Measure].self, from: Data(text.utf8)) == all)
  }

  @Test func `a judged gate is the same after its encoding`() throws {
    let gate = JudgedGate(
      "k > 1", metric: "k", about: "x", Measure(2, from: 1.5, to: 2.5, in: .ratio),
      GateLimit(.atLeast, 1), .undecided, doubt: "d", remark: "r", next: "n", count: 4,
      blockEffect: 2)
    let text = try gate.jsonLine()
    #expect(try JSONDecoder().decode(JudgedGate.self, from: Data(text.utf8)) == gate)
    #expect(text.contains("\"side\":\"above\"") && text.contains("\"unit\":\"ratio\""))
  }

  @Test func `a histogram is the same after its encoding`() throws {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for value in [3, 900, 70_000] { histogram.record(UInt64(value), count: value) }
    let text = try [histogram].jsonLine()
    #expect(try JSONDecoder().decode([HDRHistogram].self, from: Data(text.utf8)) == [histogram])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([HDRHistogram].self, from: Data(#"["AAAA"]"#.utf8))
    }
  }

  @Test func `lists of numbers stand on one line, and texts keep their brackets`() throws {
    struct Sample: Encodable {
      let numbers: [Double?] = [1, nil, -2.5e-7]
      let texts = ["[ 1,\n 2 ]", "\"[\\"]
      let none: [Int] = []
    }
    let text = try Sample().json()
    #expect(text.contains("\"numbers\" : [1, null, -2.5e-07]"))
    struct Read: Decodable, Equatable { let texts: [String] }
    #expect(
      try JSONDecoder().decode(Read.self, from: Data(text.utf8)).texts == Sample().texts)
  }
}
