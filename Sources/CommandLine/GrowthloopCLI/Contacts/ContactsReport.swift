import ContactTrials
import Experiments
import Gates
import Statistics
import Verdicts

/// What was measured under a plan, and which gates are kept.
struct ContactsReport: StageReport {
  let plan: ContactPlan
  let books: [BookOutcome]
  let repetition: Repetition

  var title: String { plan.title }
  var gates: [GateResult] { judgements.map { GateResult($0, of: self) } }
  var note: String? {
    isPartial ? "interrupted after \(books.count) of \(plan.sizes.count) books" : nil
  }

  /// A gate on the book of one size.
  struct Judgement: Encodable {
    let contacts: Int
    let gate: String
    let verdict: GateVerdict
    let milliseconds: [Double]
    let limit: Double
  }

  var judgements: [Judgement] {
    books.flatMap { book in
      book.verdicts(of: plan).map { gate, times, verdict in
        let (low, value, high) = times.typical(Double(gate.percentile))
        return Judgement(
          contacts: book.size, gate: gate.description, verdict: verdict,
          milliseconds: [low, value, high].map(Self.milliseconds),
          limit: Self.milliseconds(gate.nanoseconds))
      }
    }
  }

  /// Whether somebody wanted no more before all books were measured.
  var isPartial: Bool { books.count < plan.sizes.count }

  var exitCode: ExitCode {
    if isPartial { return .interrupted }
    return ExitCode(of: judgements.map(\.verdict))
  }

  func files() throws -> [(name: String, text: String)] {
    [
      ("run.json", try json()), ("times.csv", csv.description), ("latency.hlog", histogramLog),
      ("summary.md", text(isMarkdown: true)),
    ]
  }

  static func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e6 }

  /// A row for each book and operation, in milliseconds.
  var csv: CSV {
    var csv = CSV([
      "contacts", "operation", "steps", "rounds", "p50", "p99", "p99low", "p99high", "max",
      "rawP50", "rawP99", "rawMax",
    ])
    for row in rows {
      csv.add(
        ["\(row.contacts)", row.operation, "\(row.steps)", "\(row.rounds)"]
          + [
            row.p50, row.p99, row.p99Low, row.p99High, row.longest, row.rawP50, row.rawP99,
            row.rawMax,
          ].map { CSV.cell($0) })
    }
    return csv
  }

  /// Every single time, a histogram for each book and operation.
  var histogramLog: String {
    let writer = HistogramLogWriter()
    return writer.header(comments: ["\(plan.title), nanoseconds"])
      + books.flatMap { book in
        book.times.map { times in
          writer.line(
            HistogramLogInterval(
              tag: HistogramLogTag("\(times.operation.rawValue)-\(book.size)"), start: .zero,
              length: .zero, histogram: times.all))
        }
      }.joined()
  }
}

extension ContactsReport {
  /// One operation on one book; times are milliseconds.
  struct Row: Encodable {
    let contacts: Int
    let operation: String
    let title: String
    let steps: Int
    let rounds: Int
    let p50: Double
    let p99: Double
    let p99Low: Double
    let p99High: Double
    let longest: Double
    let rawP50: Double
    let rawP99: Double
    let rawMax: Double
  }

  var rows: [Row] {
    books.flatMap { book in
      book.times.map { times in
        let p99 = times.typical(99)
        let raw = [50, 99, 100].map { times.all.value(atPercentile: $0) ?? 0 }
          .map(Self.milliseconds)
        return Row(
          contacts: book.size, operation: times.operation.rawValue, title: times.operation.title,
          steps: times.steps, rounds: times.roundCount,
          p50: Self.milliseconds(times.typical(50).value), p99: Self.milliseconds(p99.value),
          p99Low: Self.milliseconds(p99.low), p99High: Self.milliseconds(p99.high),
          longest: Self.milliseconds(times.typical(100).value), rawP50: raw[0], rawP99: raw[1],
          rawMax: raw[2])
      }
    }
  }
}
