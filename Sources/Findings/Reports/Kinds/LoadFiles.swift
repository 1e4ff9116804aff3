public import GrowthloopFindings
import Statistics

extension LoadFindings {
  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("latency.hlog", tagged.log(of: title, lasting: .seconds(seconds))),
      .init("percentiles.hgrm", total.response.percentileTable(per: 1_000_000)),
      .init("seconds.csv", secondsCSV), .init("kinds.csv", kindsCSV),
      .init("errors.csv", errorsCSV), .init("metrics.prom", openMetrics),
      .init("junit.xml", junit), .init("summary.md", summary.markdown),
    ]
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
        ("request", \.name), ("planned", { "\($0.counts.planned)" }),
        ("answered", { "\($0.counts.answered)" }), ("failed", { "\($0.counts.failed)" }),
        ("notSent", { "\($0.counts.notSent)" }), ("unwanted", { "\($0.counts.unwanted)" }),
      ]
        + times.flatMap { time in
          names.map { name in
            ("\(time.name).\(name)Ms", { CSV.cell($0[keyPath: time.path][name]) })
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
          nanoseconds: histograms[keyPath: path])
      }
    }
    return metrics.text
  }

  /// The gates of a run by itself, in the form for continuous integration.
  ///
  /// A gate plan has one such file for all its stages, which also represents the undecided gates.
  private var junit: String {
    // Only this shows that a run without gates ended with 2.
    let ending: StageFindings.Ending =
      partial ? .interrupted : gates.isEmpty && verdict == .undecided ? .empty : .complete
    let stage = StageFindings(
      kind: "load", name: title, folder: nil, title: title, seconds: seconds, note: note,
      gates: gates, ending: ending)
    return JUnitReport(
      of: GateFindings(command: command, title: title, question: question, stages: [stage])
    ).text
  }
}
