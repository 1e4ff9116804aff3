import Benchmarks

/// The tables of what the link service takes.
struct ServiceReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let figures: ServiceFigures

  var description: String {
    let promises = figures.promises.map {
      "\($0.isKept ? "kept    " : "not kept") \($0.sentence): \($0.reached)\n"
    }
    return """
      \(machine), \(build) build; the server on one core, the load on another, medians of rounds in turns

      \(throughputs)
      \(latencies)
      \(memory)
      \(promises.joined())
      """
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

  private var latencies: TextTable {
    TextTable(
      header: [
        "milliseconds", "from", "a second", "p50", "p95", "p99", "p99.9", "late ourselves",
        "failed", "the run",
      ],
      rows: figures.latencies.flatMap { Self.rows(of: $0) })
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
      \(memory.residentMegabytes.text(decimals: 0)) MB in all; first launches among \
      \(figures.liveClicks) clicks

      """
  }
}

extension ServiceFigures.Quantiles {
  var texts: [String] { [p50, p95, p99, p999].map { $0.text(decimals: 2) } }
}

extension ServiceFigures.Validity {
  var text: String {
    switch self {
    case .valid: "speaks of the service"
    case .disturbed: "was disturbed by others"
    case .generatorLimited: "speaks of the generator"
    }
  }
}
