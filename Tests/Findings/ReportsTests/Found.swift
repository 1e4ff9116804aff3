import GrowthloopFindings
import Statistics

/// Findings to make pages of.
enum Found {
  /// One operation on a book of 500 contacts.
  static func contacts(p99: Double = 2, machine: String = "m") -> ContactsFindings {
    let measured = Measure(p99, from: p99 - 0.5, to: p99 + 0.5, in: .milliseconds)
    var findings = ContactsFindings(
      times: FigureTable(
        of: ["frame"],
        [
          .count("contacts", isLabel: true) { _ in 500 }, .words("operation") { $0 },
          .words("title", "operation") { "\($0) of a scroll" }, .count("steps") { _ in 9 },
          .number("p50", nil, .milliseconds) { _ in 1 },
          .figure("p99", nil, .milliseconds) { _ in measured },
        ]),
      memory: FigureTable(
        of: [500],
        [
          .count("contacts", isLabel: true) { $0 },
          .number("bytesPerContact", "bytes a contact", .whole) { _ in 90 },
        ]))
    findings.title = "Books"
    findings.machine = machine
    findings.build = "release"
    findings.booksWanted = 1
    findings.gates = [
      JudgedGate("frame p99 < 16ms", measured, GateLimit(.below, 16), .kept)
    ]
    return findings
  }

  /// A plan with a stage of contacts that misses its gate.
  static let gate = GateFindings(
    command: "growthloop gate x.yaml", title: "Ready?", question: nil,
    stages: [
      StageFindings(
        kind: "contacts", name: "books", folder: "books", title: "Books", seconds: 2,
        note: "quiet machine",
        gates: [
          JudgedGate(
            "frame p99 < 16ms", about: "500",
            Measure(20, from: 18, to: 22, in: .milliseconds), GateLimit(.below, 16), .missed,
            next: "growthloop contacts x.yaml")
        ])
    ])

  static func rehearsal(
    credits: Int = 0, promised: Int = 0, partial: Bool = false, gates: [JudgedGate] = [],
    differences: [DifferenceFound] = []
  ) -> RehearsalFindings {
    var findings = RehearsalFindings(
      latencies: FigureTable(
        of: ["all"],
        [
          .words("request") { $0 }, .count("count") { _ in 500 },
          .number("p50Ms", "p50", .milliseconds) { _ in 1 },
        ]))
    findings.title = "Small"
    findings.question = "Does it decide alike?"
    findings.command = "growthloop rehearse small.yaml"
    findings.profile = "rin"
    findings.settingsOfService = ["attribution.model=firstTouch"]
    findings.partial = partial
    findings.outageSeconds = [0.2]
    findings.comparisons = [
      .init("promised credits", compared: 60, different: promised),
      .init("credits", compared: 20, different: credits),
    ]
    findings.gates = gates
    findings.differences = differences
    return findings
  }

  /// A metric of 16 replications.
  static func metric(
    _ key: String, _ style: NumberStyle, _ estimate: Estimate, in count: Int = 16
  ) -> Measured<MetricSubject> {
    Measured(
      MetricSubject(
        metric: key, name: key, unit: "of launches", definition: "What \(key) is.", answers: [],
        target: nil, meetsTarget: nil),
      Measure(estimate.value, estimate, in: style, count: count, of: 16))
  }

  /// The findings as files of a folder.
  static func folder(_ name: String, _ files: [(String, any RunFindings)]) throws -> RunFolder {
    RunFolder(name, files: try files.map { ($0.0, try $0.1.json()) })
  }
}
