import Statistics

/// What happened second by second, from `seconds.csv`.
enum Seconds {
  static func section(of folder: RunFiles) throws -> Section {
    let rows = try folder.rows("seconds.csv").rows
    let warmUp = try rows.filter { try $0.text("warmUp") == "true" }.count
    let changes =
      warmUp > 0 && warmUp < rows.count
      ? [LineChart.Mark(try rows[warmUp].number("second"), "warm-up ends")] : []
    func series(_ columns: [(key: String, name: String)]) throws -> [LineChart.Series] {
      try columns.map { column in
        LineChart.Series(
          column.name,
          try rows.map {
            LineChart.Point(try $0.number("second"), try $0.optionalNumber(column.key))
          })
      }
    }
    let x = Axis("second", .whole)
    let times = LineChart(
      x: x, y: Axis("milliseconds", .milliseconds),
      try series([("p50Ms", "p50"), ("p99Ms", "p99"), ("p999Ms", "p99.9"), ("maxMs", "max")]),
      changes: changes, isLogarithmic: true)
    let rate = LineChart(
      x: x, y: Axis("requests a second", .whole),
      try series([("sent", "sent"), ("answered", "answered"), ("failed", "failed")]),
      changes: changes)
    let waiting = LineChart(
      x: x, y: Axis("requests", .whole), try series([("inFlight", "under way")]), changes: changes)
    return Section(
      "Over time", anchor: "time",
      [
        .chart(
          Chart(
            "Latency, second by second",
            caption:
              "A step or a slope says that the service changed under load; single peaks in the "
              + "maximum alone are pauses. Equal ratios are equally far apart.", .lines(times))),
        .chart(
          Chart(
            "Requests, second by second",
            caption: "Answered follows sent while the service keeps up.", .lines(rate))),
        .chart(
          Chart(
            "Requests under way, second by second",
            caption: "A line that keeps rising is a service that falls behind.", .lines(waiting))),
      ])
  }
}
