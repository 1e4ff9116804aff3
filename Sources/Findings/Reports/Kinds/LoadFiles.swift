public import GrowthloopFindings
import Statistics

extension LoadFindings {
  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("latency.hlog", tagged.log(of: title, lasting: .seconds(seconds))),
      .init("percentiles.hgrm", total.response.percentileTable(per: 1_000_000)),
      .init("seconds.csv", secondsCSV), .init("kinds.csv", kindsCSV),
      .init("errors.csv", errorsCSV), .init("answers.csv", answersCSV),
      .init("metrics.prom", openMetrics),
      junit(after: seconds, ending: ending), .init("summary.md", summary.markdown),
    ] + exports
  }

  /// Response, service and lag of every kind, in nanoseconds.
  private var tagged: [TaggedHistogram] {
    kinds.flatMap { kind in
      // A tag has no blanks; a path has none either, but its kind may.
      let name = kind.name.replacing(" ", with: "-").replacing(",", with: "-")
      return kind.histograms.map { own in
        [("response", own.response), ("service", own.service), ("lag", own.lag)].map {
          TaggedHistogram("\(name)-\($0.0)", $0.1)
        }
      } ?? []
    }
  }

  /// A row for each second.
  private var secondsCSV: String {
    var csv = CSV(["second", "warmUp"] + timeline.columns.map(\.key))
    for second in 0..<timeline.count {
      csv.add(
        ["\(second)", "\(second < warmUpSeconds)"]
          + timeline.columns.map { column in
            column.style == .whole
              ? column.values[second].map { NumberText.decimal($0, 0) } ?? ""
              : CSV.cell(column.values[second])
          })
    }
    return csv.description
  }

  private var kindsCSV: String {
    let names = RequestFigures.percentiles.map(RequestFigures.name)
    let times: [(name: String, path: KeyPath<RequestFigures, [String: Double]>)] = [
      ("response", \.response), ("service", \.service), ("lag", \.lag),
    ]
    return CSV(
      of: kinds,
      [
        .file("request", \.name), .file("planned") { "\($0.counts.planned)" },
        .file("answered") { "\($0.counts.answered)" }, .file("failed") { "\($0.counts.failed)" },
        .file("notSent") { "\($0.counts.notSent)" }, .file("unwanted") { "\($0.counts.unwanted)" },
        .file("notReached") { "\($0.counts.unreached ?? 0)" },
      ]
        + times.flatMap { time in
          names.map { name in
            .file("\(time.name).\(name)Ms", number: { $0[keyPath: time.path][name] })
          }
        }
    ).description
  }

  private var errorsCSV: String {
    var csv = CSV(["request", "error", "count"])
    for kind in kinds {
      for (name, count) in kind.counts.named { csv.add([kind.name, name, "\(count)"]) }
    }
    return csv.description
  }

  /// A row for each status and each expectation that answers did not meet.
  private var answersCSV: String {
    var csv = CSV(["request", "status", "expectation", "count", "beginning"])
    for kind in kinds {
      func beginning(_ flaw: String) -> String {
        kind.unexpected?.first { $0.flaw == flaw }?.beginning ?? ""
      }
      for (status, count) in (kind.counts.byStatus ?? [:]).sorted(by: { $0.key < $1.key }) {
        csv.add([kind.name, status, "", "\(count)", beginning(status)])
      }
      for (name, count) in (kind.counts.byExpectation ?? [:]).sorted(by: { $0.key < $1.key }) {
        csv.add([kind.name, "", name, "\(count)", beginning(name)])
      }
    }
    return csv.description
  }

  /// Unexpected answers by request and flaw, with what each begins with; `nil` for none.
  var unexpectedTable: Table? {
    let rows = kinds.flatMap { kind in
      (kind.unexpected ?? []).map { answer in
        [
          kind.name, answer.flaw, "\(answer.status)",
          answer.beginning.count > 60 ? "\(answer.beginning.prefix(59))…" : answer.beginning,
        ]
      }
    }
    return rows.isEmpty
      ? nil : Table(["request", "not as expected", .number("status"), "answer begins with"], rows)
  }

  /// The answers by request and status; `nil` for none.
  var statusTable: Table? {
    let rows = kinds.flatMap { kind in
      (kind.counts.byStatus ?? [:]).sorted { $0.key < $1.key }
        .map { [kind.name, $0.key, "\($0.value)"] }
    }
    return rows.isEmpty
      ? nil : Table(["request", .number("status"), .number("answers")], rows)
  }

  /// The counts and response times, as OpenMetrics.
  private var openMetrics: String {
    var metrics = OpenMetricsText()
    metrics.family("growthloop_load_requests", "counter", "Requests after the warm-up.")
    for kind in kinds {
      let counts = kind.counts
      for (outcome, count) in [
        ("answered", counts.answered), ("failed", counts.failed), ("not_sent", counts.notSent),
      ] {
        metrics.sample(
          "growthloop_load_requests_total", count,
          labels: [("request", kind.name), ("outcome", outcome)])
      }
    }
    metrics.family(
      "growthloop_load_unwanted", "counter", "Unexpected responses: 5xx, 429, unplanned 4xx.")
    for kind in kinds {
      metrics.sample(
        "growthloop_load_unwanted_total", kind.counts.unwanted, labels: [("request", kind.name)])
    }
    metrics.family("growthloop_load_valid", "gauge", "Whether the figures are the server's.")
    metrics.sample("growthloop_load_valid", valid ? 1 : 0)
    let times: [(String, String, KeyPath<RequestFigures.Histograms, HDRHistogram>)] = [
      ("response", "From the planned moment to the end of the answer.", \.response),
      ("service", "From the sending to the end of the answer.", \.service),
    ]
    for (name, help, path) in times {
      metrics.family("growthloop_load_\(name)_seconds", "histogram", help)
      for kind in kinds {
        guard let histograms = kind.histograms else { continue }
        metrics.histogram(
          "growthloop_load_\(name)_seconds", [("request", kind.name)],
          nanoseconds: histograms[keyPath: path], upTo: timeoutSeconds ?? 0)
      }
    }
    GateMetrics(of: verdict(after: seconds, ending)).write(to: &metrics)
    return metrics.text
  }

  /// Only this shows that a run without gates ended with 2.
  private var ending: StageFindings.Ending {
    partial ? .interrupted : gates.isEmpty && verdict == .undecided ? .empty : .complete
  }
}

extension LoadFindings {
  /// The run in the form for a terminal.
  public var summary: Report {
    let failures = all.counts.named
    let article = loop.hasPrefix("open") ? "an" : "a"
    let counts = all.counts
    let about =
      "\(machine), \(build) build; seed \(seed)\(profile.isEmpty ? "" : ", profile \(profile)")\n"
      + "Target: \(target)\n"
      + (encryption.map { "Encrypted: \($0)\n" } ?? "")
      + (multiplexing.map { "HTTP/2: \($0)\n" } ?? "")
      + (engine.map { "Engine: \($0)\n" } ?? "")
      + "As \(article) \(loop)."
    let legend =
      "Milliseconds from the planned moment to the end of the answer, of all answers after the "
      + "warm-up. A request without an answer has no time: it is later than any limit. Of "
      + "\(counts.planned) planned requests \(counts.answered) were answered, \(counts.failed) failed, "
      + "\(counts.notSent) were not sent."
      + (counts.unreached.map {
        " \($0) steps of journeys were not reached: one before them failed, or the run ended."
      } ?? "")
    var blocks: [Block] = [
      .paragraph(about), .table(kindTable), .paragraph(legend), .table(timeTable),
    ]
    if !failures.isEmpty {
      let rows = failures.map { [$0.name, "\($0.count)"] }
      blocks.append(.table(Table(["error", .number("requests")], rows)))
    }
    if let unexpectedTable { blocks.append(.table(unexpectedTable)) }
    blocks += agentTables
    if !gates.isEmpty { blocks.append(.table(Table(gates: gates))) }
    if !doubts.isEmpty { blocks.append(.paragraph(doubts.joined(separator: "\n"))) }
    return Report(title, answer: answer, sections: [Section(blocks)])
  }

  private var kindTable: Table {
    let columns = ["planned", "answered", "errors"] + Self.shownPercentiles
    let rows = (kinds.count > 1 ? kinds + [all] : kinds).map { kind -> [String] in
      let counts = [kind.counts.planned, kind.counts.answered, kind.counts.errors]
      return [kind.name] + counts.map { "\($0)" }
        + Self.cells(kind.response, Self.shownPercentiles)
    }
    return Table(["request"] + columns.map { .number($0) }, rows)
  }

  private var timeTable: Table {
    let names = RequestFigures.percentiles.map(RequestFigures.name)
    return Table(
      ["time of all answers"] + names.map { Table.Column.number($0) },
      [
        ("response: from the planned moment", all.response),
        ("service: from the sending", all.service),
        ("lag: from the planned moment to the sending", all.lag),
      ].map { [$0] + Self.cells($1, names) })
  }

  private static func cells(_ times: [String: Double], _ names: [String]) -> [String] {
    names.map { times[$0].map { NumberText.significant($0) } ?? "–" }
  }
}

extension LoadFindings {
  /// The charts over the seconds; the last second is left out where the run ended within it.
  var timeCharts: [Block] {
    let x = Axis("second", .whole)
    let changes =
      warmUpSeconds > 0 && warmUpSeconds < timeline.count
      ? [LineChart.Mark(Double(warmUpSeconds), "warm-up ends")] : []
    return [
      .chart(
        Chart(
          "Latency, second by second",
          caption:
            "A step or a slope says that the service changed under load; single peaks in the "
            + "maximum alone are pauses. Equal ratios are equally far apart.",
          .lines(
            LineChart(
              x: x, y: Axis("milliseconds", .milliseconds),
              series([("p50Ms", "p50"), ("p99Ms", "p99"), ("p999Ms", "p99.9"), ("maxMs", "max")]),
              changes: changes, isLogarithmic: true)))),
      .chart(
        Chart(
          "Requests, second by second",
          caption: "Answered follows sent while the service keeps up.",
          .lines(
            LineChart(
              x: x, y: Axis("requests a second", .whole),
              series([("sent", "sent"), ("answered", "answered"), ("failed", "failed")]),
              changes: changes)))),
      .chart(
        Chart(
          "Requests under way, second by second",
          caption: "A line that keeps rising is a service that falls behind.",
          .lines(
            LineChart(
              x: x, y: Axis("requests", .whole), series([("inFlight", "under way")]),
              changes: changes)))),
    ]
  }

  private func series(_ columns: [(key: String, name: String)]) -> [LineChart.Series] {
    columns.compactMap { column in
      timeline[column.key].map { found in
        LineChart.Series(
          column.name,
          found.values.prefix(wholeSeconds).enumerated().map {
            LineChart.Point(Double($0), $1)
          })
      }
    }
  }

  /// The number of complete seconds.
  private var wholeSeconds: Int {
    // A run may end a moment before the planned time of its last request.
    let lasted = seconds + 0.1 >= plannedSeconds ? plannedSeconds : seconds
    return min(timeline.count, max(1, Int(lasted)))
  }
}

extension SelfCheckFindings {
  /// The self-check in the form for a terminal.
  public var summary: Report {
    let rows = cases.flatMap { one in
      one.percentiles.enumerated().map { place, found in
        [
          place == 0 ? one.name : "", RequestFigures.name(of: found.percentile),
          Self.milliseconds(found.reported), Self.milliseconds(found.truth),
          found.isTrue ? "true" : one.verdict,
        ]
      }
    }
    let invalid = cases.filter { !$0.isTrue && !$0.isClosedLoop && !$0.because.isEmpty }
    let repeated = cases.filter { $0.runs > 1 }
    return Report(
      "\(machine), \(build) build",
      sections: [
        Section(
          [
            .table(
              Table(
                ["server", "percentile", .number("reported ms"), .number("true ms"), ""], rows)),
            .paragraph(
              "True is within 1% of what the scripted server did to each planned request."),
          ]
            + invalid.flatMap { one in
              [.paragraph("Not valid: \(one.name)"), .list(one.because)]
            }
            + repeated.map { one in
              .paragraph(
                "Measured \(one.runs) times, the last counts: \(one.name). The runs before were "
                  + "disturbed by others on this machine, and not true.")
            }
            + (partial
              ? [.paragraph("Interrupted after \(cases.count) of \(casesWanted) servers.")] : []))
      ])
  }

  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    NumberText.significant(Double(nanoseconds) / 1e6)
  }
}

extension SelfCheckFindings.Case {
  /// The word for an untrue figure.
  fileprivate var verdict: String {
    if isClosedLoop { return "hidden by the closed loop" }
    return because.isEmpty ? "wrong" : "not valid"
  }
}
