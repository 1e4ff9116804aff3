import GrowthloopFindings
import Statistics

extension [TaggedHistogram] {
  /// The greatest number of curves, limited by distinguishable colours.
  private static let mostCurves = 6

  /// Returns a curve for each tag, those with the slowest 99th percentile where there are many.
  func chart(limits: [LineChart.Mark], numbers: Chart.Numbers? = nil) -> Chart {
    let measured = filter { $0.histogram.totalCount > 0 }
    func p99(_ tagged: TaggedHistogram) -> UInt64 {
      tagged.histogram.value(atPercentile: 99) ?? 0
    }
    let slowest = measured.sorted { (p99($0), $1.tag) > (p99($1), $0.tag) }
    return Chart(
      "Latency by percentile",
      caption: "From the planned moment to the answer, by kind of request"
        + (measured.count > Self.mostCurves ? ": the six with the slowest 99th percentile" : "")
        + ". 'disturbed' are those that were due while the service was away.",
      .percentiles(
        PercentileChart(
          Axis("milliseconds", .milliseconds),
          slowest.prefix(Self.mostCurves).sorted { $0.tag < $1.tag }.map {
            PercentileChart.Curve($0.tag, nanoseconds: $0.histogram)
          }, levels: limits)), numbers: numbers)
  }

  /// Returns a histogram log, with a line for each tag.
  func log(of title: String, lasting length: Duration) -> String {
    let writer = HistogramLogWriter()
    return writer.header(comments: ["\(title), nanoseconds"])
      + map { tagged in
        writer.line(
          HistogramLogInterval(
            tag: HistogramLogTag(tagged.tag), start: .zero, length: length,
            histogram: tagged.histogram))
      }.joined()
  }
}

extension PercentileChart.Curve {
  /// Creates the curve of a histogram; `nil` for an empty one.
  init?(_ name: String, of histogram: HDRHistogram) {
    guard histogram.totalCount > 0 else { return nil }
    self.init(name, nanoseconds: histogram)
  }
}
