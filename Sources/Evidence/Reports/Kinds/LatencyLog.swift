import Statistics

/// The histograms of a load run, from `latency.hlog`, with all kinds of requests together.
struct LatencyLog {
  private var histograms: [String: HDRHistogram] = [:]

  /// What was measured, in the order in which it is shown.
  private static let response = ("response", "response: from the planned moment")
  private static let service = ("service", "service: from the sending")
  private static let lag = ("lag", "lag: from the planned moment to the sending")

  init(_ folder: RunFiles) throws {
    let (intervals, mistakes) = HistogramLogReader.readAll(
      Array(try folder.text("latency.hlog").utf8))
    if let first = mistakes.first {
      throw UnreadableRun("\(folder.name)/latency.hlog, \(first)")
    }
    for interval in intervals {
      guard let tag = interval.tag?.description.split(separator: "-").last else { continue }
      let name = String(tag)
      if histograms[name] == nil {
        histograms[name] = interval.histogram
      } else {
        histograms[name]?.mergeWidening(interval.histogram)
      }
    }
  }

  private func curves(_ measures: (tag: String, name: String)...) -> [PercentileChart.Curve] {
    measures.compactMap { measure in
      histograms[measure.tag].flatMap { histogram in
        histogram.totalCount > 0
          ? PercentileChart.Curve(measure.name, nanoseconds: histogram) : nil
      }
    }
  }

  /// Response and service time over the nines.
  func section(limits: [LineChart.Mark]) -> Section {
    Section(
      "Latency", anchor: "latency",
      [
        .chart(
          Chart(
            "Latency by percentile",
            caption: "Each step to the right is ten times rarer. Response time is what users wait; "
              + "where it leaves the service time, requests queued before they were sent.",
            .percentiles(
              PercentileChart(
                Axis("milliseconds", .milliseconds), curves(Self.response, Self.service),
                levels: limits))))
      ])
  }

  /// As many curves as there are colours to tell them apart.
  private static let mostKinds = 6

  /// Each tag by itself, whatever they are.
  func kinds(limits: [LineChart.Mark]) -> Chart {
    let measured = histograms.filter { $0.value.totalCount > 0 }
    func p99(_ kind: (key: String, value: HDRHistogram)) -> UInt64 {
      kind.value.value(atPercentile: 99) ?? 0
    }
    let slowest = measured.sorted { (p99($0), $1.key) > (p99($1), $0.key) }
    return Chart(
      "Latency by percentile",
      caption: "From the planned moment to the answer, by kind of request"
        + (measured.count > Self.mostKinds ? ": the six with the slowest 99th percentile" : "")
        + ". 'disturbed' are those that were due while the service was away.",
      .percentiles(
        PercentileChart(
          Axis("milliseconds", .milliseconds),
          slowest.prefix(Self.mostKinds).sorted { $0.key < $1.key }.map {
            PercentileChart.Curve($0.key, nanoseconds: $0.value)
          }, levels: limits)))
  }

  /// How late requests were sent.
  var lateness: [Block] {
    [
      .chart(
        Chart(
          "Lateness of sending by percentile",
          caption:
            "From the planned moment to the sending, whoever was the cause: a full connection or "
            + "the generator.",
          .percentiles(
            PercentileChart(Axis("milliseconds", .milliseconds), curves(Self.lag)))))
    ]
  }
}
