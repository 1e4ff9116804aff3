import Experiments
import Foundation
import Rehearsals
import Scenarios
import Statistics

extension RehearsalReport {
  /// What the folder of a run holds.
  func files() throws -> [(name: String, text: String)] {
    [
      ("script.jsonl", script.lines),
      (
        "differences.jsonl",
        try (outcome.reconciliation?.differences ?? []).map {
          try line(of: ToldDifference($0))
        }.joined()
      ),
      ("latency.hlog", histogramLog), ("summary.md", text(isMarkdown: true)),
      ("run.json", try json()),
    ]
  }

  private func line(of difference: ToldDifference) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(difference), as: UTF8.self) + "\n"
  }

  private var histogramLog: String {
    let writer = HistogramLogWriter()
    return writer.header(comments: ["\(plan.title), nanoseconds"])
      + (record.latencies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      + (record.disturbed.isEmpty ? [] : [("disturbed", record.disturbed)])).map { name, times in
        writer.line(
          HistogramLogInterval(
            tag: HistogramLogTag(name), start: .zero, length: record.elapsed, histogram: times))
      }.joined()
  }
}
