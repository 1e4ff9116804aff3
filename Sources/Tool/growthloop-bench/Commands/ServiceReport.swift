import GrowthloopReports
import GrowthloopFindings

/// The tables of the link service's throughput and latency.
struct ServiceReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let figures: ServiceFigures

  var description: String {
    let promises = figures.promises.map {
      "\($0.isKept ? "kept    " : "not kept") \($0.sentence): \($0.reached)\n"
    }
    let parts = [
      "\(machine), \(build) build; the server on one core, the load on another, medians of rounds in turns\n",
      figures.throughputs.isEmpty ? "" : "\(throughputs)", ladder,
      paced.isEmpty ? "" : "\(TextTable(header: Self.pacedHeader, rows: paced))", memory,
      promises.joined(),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var throughputs: TextTable {
    TextTable(
      header: [
        "as much as one core takes", "connections", "a second", "of nginx", "system calls",
        "allocations",
      ],
      rows: figures.throughputs.map { row in
        [
          row.name, "\(row.connections)", "\(Int(row.perSecond))",
          row.ofNginx?.text(decimals: 2) ?? "–",
          row.cost?.systemCalls.text(decimals: 2) ?? "–",
          row.cost?.allocations.text(decimals: 1) ?? "–",
        ]
      })
  }

  private var ladder: String {
    guard let sustained = figures.sustained, let runs = figures.ladder.first?.runs.count else {
      return ""
    }
    let table = TextTable(
      header: [
        "taps a second", "kept up", "p50", "p99", "p99.9", "p99.9 of each run", "from the sending",
        "own lateness", "failed", "valid runs",
      ], rows: figures.ladder.map { Self.row(of: $0) })
    return """
      \(table)\
      milliseconds from the plan, the middle of \(runs) runs of each; \(Int(sustained)) a second are the \
      most that is kept up

      """
  }

  private static func row(of rung: ServiceFigures.Rung) -> [String] {
    func middle(_ figure: (ServiceFigures.Latency) -> Double) -> String {
      rung.each(figure).median.text(decimals: 2)
    }
    let tails = rung.each(\.response.p999).sorted().map { $0.text(decimals: 1) }
    return [
      "\(Int(rung.perSecond))"
        + (rung.ofSustained.map { ", \($0.text(decimals: 1)) of the most" } ?? ""),
      "\(rung.runs.count(where: \.isFollowed)) times", middle(\.response.p50),
      middle(\.response.p99), middle(\.response.p999), tails.joined(separator: " "),
      middle(\.service.p999), middle(\.lag999), "\(rung.runs.reduce(0) { $0 + $1.failures })",
      "\(rung.runs.count { $0.validity == .valid })",
    ]
  }

  private static let pacedHeader = [
    "milliseconds", "from", "a second", "p50", "p95", "p99", "p99.9", "own lateness", "failed",
    "the run",
  ]

  private var paced: [[String]] {
    [figures.creations, figures.launches].compactMap(\.self).flatMap { Self.rows(of: $0) }
  }

  private static func rows(of latency: ServiceFigures.Latency) -> [[String]] {
    let run = [latency.lag999.text(decimals: 2), "\(latency.failures)", latency.validity.text]
    let planned = [latency.name, "the plan", "\(Int(latency.perSecond))"]
    return [
      planned + latency.response.texts + run,
      ["", "the sending", ""] + latency.service.texts + ["", "", ""],
    ]
  }

  private var memory: String {
    guard let memory = figures.memory else { return "" }
    return """
      \(memory.codes) codes: \(memory.bytesPerCode.text(decimals: 1)) bytes each, \
      \(memory.secondsToStart.text(decimals: 1)) s to start, \
      \(memory.residentMegabytes.text(decimals: 0)) MB in all\
      \(figures.liveClicks > 0 ? "; first launches among \(figures.liveClicks) clicks" : "")

      """
  }
}

extension ServiceFigures.Quantiles {
  var texts: [String] { [p50, p95, p99, p999].map { $0.text(decimals: 2) } }
}

extension ServiceFigures.Validity {
  var text: String {
    switch self {
    case .valid: "is valid"
    case .disturbed: "was disturbed by other processes"
    case .generatorLimited: "was limited by the generator"
    }
  }
}
