import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench search`: the search of the contact list beside SQLite's.
enum SearchBench: RunnableCommand {
  static let name = "search"
  static let summary = "the search of the contact list beside SQLite's full-text search"
  static let manual = Manual(
    "search [options]",
    about: """
      The search of the contact list beside SQLite's full-text search: the time of a keystroke, the memory
      of both, and what they find.
      """,
    options: [sizes, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench search --sizes 10000")

  private static let sizes = CommandOption(
    "--sizes", "N,N…", "how many contacts there are (default: 10000,100000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = SearchBenchmark()
    if let sizes = try arguments.numbers(Self.sizes, in: 100...1_000_000) {
      benchmark.sizes = sizes
    }
    var rows: [SearchBenchmark.Row] = []
    for size in benchmark.sizes {
      rows += benchmark.measure(size)
      console.complain("measured: \(size) contacts")
    }
    let report = SearchReport(rows: rows)
    try console.write(report, asked: arguments)
    return .success
  }
}

/// The tables of the searches' costs and results.
struct SearchReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [SearchBenchmark.Row]

  var description: String {
    let costs = TextTable(
      header: [
        "milliseconds a keystroke", "contacts", "keystrokes", "mean", "p50", "p99", "raw p99",
        "bytes a contact",
      ],
      rows: rows.map { row in
        [
          row.candidate, "\(row.contacts)", "\(row.keystrokes)", row.mean.text(decimals: 3),
          row.median.text(decimals: 3), row.ninetyNinth.text(decimals: 3),
          row.rawNinetyNinth.text(decimals: 3),
          row.bytesPerContact.text(decimals: 0),
        ]
      })
    let ways = SearchBenchmark.ways
    let found = TextTable(
      header: ["found among the first 50", "contacts"] + ways,
      rows: rows.map { row in
        [row.candidate, "\(row.contacts)"]
          + ways.map { "\(((row.found[$0] ?? 0) * 100).text(decimals: 0))%" }
      })
    return """
      \(machine), \(build) build, one core

      \(costs)
      What a keystroke takes is the work of a core, at the median over its rounds; mean, p50 and p99 are
      over the keystrokes, raw p99 is over all single times by the clock on the wall. The contact list
      counts all that it finds, and ranks them; FTS5 ranks its first fifty.

      \(found)
      A keystroke searches the whole book, and reuses nothing of the one before. As many as
      one in a hundred contacts share a given name, and it does not identify the fifty of them that
      are meant.

      """
  }
}

/// `growthloop-bench soak`: whether the link service's memory stays constant.
enum SoakBench: RunnableCommand {
  static let name = "soak"
  static let summary =
    "the link service under steady load for ten minutes, and how its memory grows"
  static let manual = Manual(
    "soak [options]",
    about: """
      The link service under half of the rate that it keeps up, and how its memory grows. It starts the
      'growthloop' beside this program.
      """,
    options: [minutes, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench soak --minutes 2")

  private static let minutes = CommandOption("--minutes", "N", "how long (default: 10)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = SoakBenchmark()
    if let minutes = try arguments.number(Self.minutes, in: 1...10_000) {
      benchmark.minutes = Double(minutes)
    }
    do {
      let figures = try benchmark.measure { console.complain("growthloop-bench: \($0)") }
      let report = SoakReport(figures: figures)
      try console.write(report, asked: arguments)
      return .success
    } catch let trouble as SystemTool.Trouble {
      throw InputOutputError(description: "\(trouble)")
    }
  }
}

/// The results of a soak test.
struct SoakReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let figures: SoakBenchmark.Figures

  var description: String {
    let latency = figures.latency
    let trend =
      figures.trend.map {
        "\($0.slope.text(decimals: 2)) ± \($0.halfWidth.text(decimals: 2)) MB a minute"
      } ?? "too short for a trend"
    let first = figures.memory.first ?? 0
    let last = figures.memory.last ?? 0
    return """
      \(machine), \(build) build; seven days of the service's clock in a minute

      \(latency.requests) taps in \(figures.minutes.text(decimals: 0)) minutes, \
      \(Int(latency.perSecond)) a second: half of the most
      milliseconds from the plan: \(latency.response.sentence); from the sending: \
      \(latency.service.sentence)
      own lateness p99.9 \(latency.lag999.text(decimals: 2)), \(latency.failures) failed; \
      the run \(latency.validity.text)
      memory: \(first.text(decimals: 1)) MB at first, \(last.text(decimals: 1)) MB at last; \
      once it has settled \(trend)
      \(figures.sweeps) deletions of what was due, the last \
      \(figures.sweepLag.text(decimals: 2)) ms late

      """
  }
}

extension ServiceFigures.Quantiles {
  fileprivate var sentence: String {
    zip(["p50", "p95", "p99", "p99.9"], texts).map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
