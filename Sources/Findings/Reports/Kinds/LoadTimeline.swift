import GrowthloopFindings
import Statistics

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
