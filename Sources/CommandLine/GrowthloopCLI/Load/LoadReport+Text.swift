import Experiments
import Gates
import LoadGenerator
import LoadTrials
import Profiles
import Statistics
import Vocabulary

extension LoadReport {
  /// The report as a terminal or a page shows it.
  func text(isMarkdown: Bool = false) -> String {
    func shown(_ table: ReportTable) -> String { isMarkdown ? table.markdown : table.text }
    let failures = failureTable
    let parts = [
      (isMarkdown ? "# " : "") + scenario.title + "\n",
      "\(Machine.description), \(Machine.build) build; seed \(scenario.seed), profile "
        + "\(scenario.profile.id.rawValue)\nTarget: \(place.description)\n"
        + "As \(scenario.closedLoop == nil ? "an" : "a") \(loop).\n",
      shown(kindTable),
      "Milliseconds from the planned moment to the end of the answer, after the warm-up. Of "
        + "\(record.counts.planned) planned requests \(record.counts.answered) were answered, "
        + "\(record.counts.failed) failed, \(record.counts.notSent) were not sent.\n",
      shown(timeTable),
      failures.rows.isEmpty ? nil : shown(failures),
      outcome.judgements.isEmpty ? nil : shown(gateTable),
      closing,
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  private var kindTable: ReportTable {
    let all = [("all", record.counts, record.latencies)]
    let kinds = record.kinds.map { ($0.name, $0.counts, $0.latencies) }
    return ReportTable(
      header: [
        "request", "planned", "answered", "errors", "p50", "p90", "p99", "p99.9", "max",
      ],
      rows: (kinds.count > 1 ? kinds + all : kinds).map { name, counts, latencies in
        [name, "\(counts.planned)", "\(counts.answered)", "\(counts.errors)"]
          + times(latencies.response, [50, 90, 99, 99.9, 100])
      })
  }

  private var timeTable: ReportTable {
    let latencies = record.latencies
    return ReportTable(
      header: ["time of all requests"] + Self.percentiles.map(Self.name),
      rows: [
        ("response: from the planned moment", latencies.response),
        ("service: from the sending", latencies.service),
        ("lag: from the planned moment to the sending", latencies.lag),
      ].map { name, histogram in [name] + times(histogram, Self.percentiles) })
  }

  private func times(_ histogram: HDRHistogram, _ percentiles: [Double]) -> [String] {
    percentiles.map { percentile in
      histogram.value(atPercentile: percentile).map { LoadText.milliseconds(Double($0)) } ?? "–"
    }
  }

  private var failureTable: ReportTable {
    ReportTable(
      header: ["error", "requests"],
      rows: errors(of: record.counts).map { [$0.name, "\($0.count)"] })
  }

  /// The errors that there were, by name.
  func errors(of counts: RequestCounts) -> [(name: String, count: Int)] {
    (Failure.allCases.map { ($0.name, counts[$0]) }
      + [("unwanted answer", counts.unwanted), ("not sent", counts.notSent)]).filter { $0.1 > 0 }
  }

  private var gateTable: ReportTable {
    GateTable(
      rows: outcome.judgements.map { judgement in
        let isTime = judgement.gate.responseLimit != nil
        func shown(_ value: Double) -> String {
          isTime ? LoadText.time(value) : NumberText.decimal(value * 100, 3) + "%"
        }
        let interval = judgement.low.map { low in
          (shown(low), judgement.high.map(shown) ?? "no answer")
        }
        return GateTable.Row(
          gate: judgement.gate.description,
          measured: judgement.value.map(shown)
            ?? (record.latencies.response.isEmpty ? "nothing" : "no answer"),
          interval: interval, verdict: judgement.verdict)
      }
    ).table
  }

  private var closing: String? {
    doubts.isEmpty ? nil : doubts.joined(separator: "\n") + "\n"
  }

  /// Whether the figures may be believed, a line for each reason why not.
  var doubts: [String] {
    var lines: [String] = []
    if !outcome.validity.isValid {
      lines.append("This run is not valid: the generator was the bottleneck.")
    } else if outcome.validity.isDisturbed {
      lines.append(
        "The machine was not this run's own: the service may be faster than it looked.")
    }
    lines += outcome.validity.reasons.map { "  \($0)" }
    lines += outcome.judgements.compactMap { judgement in
      judgement.doubt.map { "\(judgement.gate.description) is undecided: \($0.words)." }
    }
    if outcome.isEarly {
      lines.append("It was stopped before any request was measured: there is nothing to go by.")
    } else if outcome.isEmpty {
      lines.append("No request got a good answer: there is nothing to go by.")
    }
    if record.health.isFallingBehind {
      lines.append("The service fell behind: ever more requests waited or were under way.")
    }
    if record.wasCancelled {
      lines.append("Interrupted: only a part of the plan was run.")
    }
    return lines
  }
}
