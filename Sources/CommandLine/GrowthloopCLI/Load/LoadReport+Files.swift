import Experiments
import LinuxIO
import LoadGenerator
import LoadTrials
import OpenMetrics
import Statistics

extension LoadReport {
  /// What the folder of a run holds.
  func files() throws -> [(name: String, text: String)] {
    [
      ("latency.hlog", histogramLog),
      ("percentiles.hgrm", record.latencies.response.percentileTable(per: 1_000_000)),
      ("seconds.csv", secondsCSV.description), ("kinds.csv", kindsCSV.description),
      ("errors.csv", errorsCSV.description), ("metrics.prom", openMetrics),
      ("summary.md", text(isMarkdown: true)), ("run.json", try json()),
    ]
  }

  /// Response, service and lag of every kind, in nanoseconds.
  private var histogramLog: String {
    let writer = HistogramLogWriter()
    let length = record.elapsed
    return writer.header(comments: ["\(scenario.title), nanoseconds"])
      + record.kinds.flatMap { kind in
        [
          ("response", kind.latencies.response), ("service", kind.latencies.service),
          ("lag", kind.latencies.lag),
        ].map { name, histogram in
          // A tag has no blanks; a path has none, and its kind may.
          let tag = kind.name.replacing(" ", with: "-").replacing(",", with: "-")
          return writer.line(
            HistogramLogInterval(
              tag: HistogramLogTag("\(tag)-\(name)"), start: .zero, length: length,
              histogram: histogram))
        }
      }.joined()
  }

  /// A row for each second.
  private var secondsCSV: CSV {
    var csv = CSV([
      "second", "warmUp", "sent", "answered", "failed", "unwanted", "inFlight", "backlogMs",
      "p50Ms", "p99Ms", "p999Ms", "maxMs",
    ])
    for second in record.seconds {
      let times = second.quantiles.map { [$0.median, $0.p99, $0.p999, $0.most] }
      csv.add(
        ["\(second.second)", "\(second.isWarmUp)"]
          + [second.sent, second.answered, second.failed, second.unwanted, second.inFlight].map {
            "\($0)"
          } + [CSV.cell(second.backlog / .milliseconds(1))]
          + (0..<4).map { place in CSV.cell(times.map { $0[place] / .milliseconds(1) }) })
    }
    return csv
  }

  private var kindsCSV: CSV {
    var csv = CSV(
      ["request", "planned", "answered", "failed", "notSent", "unwanted"]
        + ["response", "service", "lag"].flatMap { time in
          Self.percentiles.map { "\(time).\(Self.name(of: $0))Ms" }
        })
    for kind in record.kinds {
      let counts = kind.counts
      csv.add(
        [kind.name]
          + [counts.planned, counts.answered, counts.failed, counts.notSent, counts.unwanted].map {
            "\($0)"
          }
          + [kind.latencies.response, kind.latencies.service, kind.latencies.lag].flatMap {
            histogram in
            Self.percentiles.map {
              CSV.cell(histogram.value(atPercentile: $0).map { Double($0) / 1e6 })
            }
          })
    }
    return csv
  }

  private var errorsCSV: CSV {
    var csv = CSV(["request", "error", "count"])
    for kind in record.kinds {
      for (name, count) in errors(of: kind.counts) { csv.add([kind.name, name, "\(count)"]) }
    }
    return csv
  }

  /// The counts and response times, as OpenMetrics.
  private var openMetrics: String {
    var metrics = OpenMetricsText()
    metrics.family("growthloop_load_requests", "counter", "Requests after the warm-up.")
    for kind in record.kinds {
      let counts = kind.counts
      for (outcome, count) in [
        ("answered", counts.answered), ("failed", counts.failed), ("not_sent", counts.notSent),
      ] {
        metrics.sample(
          "growthloop_load_requests_total", count,
          labels: [("request", kind.name), ("outcome", outcome)])
      }
    }
    metrics.family("growthloop_load_unwanted", "counter", "Answers that nobody wants.")
    for kind in record.kinds {
      metrics.sample(
        "growthloop_load_unwanted_total", kind.counts.unwanted, labels: [("request", kind.name)])
    }
    metrics.family("growthloop_load_valid", "gauge", "Whether the figures speak of the server.")
    metrics.sample("growthloop_load_valid", outcome.validity.isValid ? 1 : 0)
    for (name, help, path) in [
      ("response", "From the planned moment to the end of the answer.", \Latencies.response),
      ("service", "From the sending to the end of the answer.", \Latencies.service),
    ] {
      metrics.family("growthloop_load_\(name)_seconds", "histogram", help)
      for kind in record.kinds {
        metrics.histogram(
          "growthloop_load_\(name)_seconds", [("request", kind.name)],
          nanoseconds: kind.latencies[keyPath: path])
      }
    }
    return metrics.text
  }
}
