import GrowthloopFindings
import Statistics

@testable import GrowthloopReports

/// A chart of every kind, and of every kind one with next to nothing in it.
enum Gallery {
  static let charts = usual + sparse

  static let usual: [Chart] = [
    Chart("Lines <1>", caption: "Two & a band", .lines(lines)),
    Chart("Logarithmic", caption: "", .lines(logarithmic)),
    Chart("Bars", caption: "", .bars(bars)), Chart("Stack", caption: "", .bars(stack)),
    Chart("Forest", caption: "", .differences(forest)),
    Chart("Tornado", caption: "", .tornado(tornado)),
    Chart("Nines", caption: "", .percentiles(nines)),
    Chart("Bullets", caption: "", .bullets(bullets)),
  ]

  static let sparse: [Chart] = [
    Chart("No line", caption: "", .lines(LineChart(x: day, y: times, []))),
    Chart("One point", caption: "", .lines(LineChart(x: day, y: times, [onePoint]))),
    Chart("Nothing but noughts", caption: "", .lines(LineChart(x: day, y: times, [noughts]))),
    Chart("No bar", caption: "", .bars(BarChart(times, labels: "what", series: ["a"], []))),
    Chart(
      "An empty bar", caption: "",
      .bars(
        BarChart(
          times, labels: "what", series: ["a"],
          [BarChart.Group("x", [Measure(nil, in: .count)])]))),
    Chart("No difference", caption: "", .differences(DifferenceChart([]))),
    Chart("No setting", caption: "", .tornado(TornadoChart(times, []))),
    Chart("No curve", caption: "", .percentiles(PercentileChart(times, []))),
    Chart(
      "One value", caption: "",
      .percentiles(
        PercentileChart(
          times, [PercentileChart.Curve("a", count: 1, [PercentileChart.Point(100, 3)])]))),
    Chart("No budget", caption: "", .bullets(BulletChart([]))),
  ]

  static let day = Axis("day", .count)
  static let times = Axis("times", .count)

  static let onePoint = LineChart.Series("alone", [LineChart.Point(3, 4, low: 3, high: 5)])
  static let noughts = LineChart.Series("none", (0..<4).map { LineChart.Point(Double($0), 0) })

  static let lines = LineChart(
    x: day, y: times,
    [
      LineChart.Series(
        "grows \"fast\"",
        (0..<30).map { day -> LineChart.Point in
          let square = Double(day * day)
          return LineChart.Point(
            Double(day), square, low: square - 20,
            high: square + 20)
        }),
      LineChart.Series(
        "has a gap", (0..<30).map { LineChart.Point(Double($0), $0 == 11 ? nil : 100) }),
      LineChart.Series(
        "dots", (0..<3).map { LineChart.Point(Double($0 * 9), 300, low: 250, high: 320) },
        isJoined: false),
    ], levels: [LineChart.Mark(500, "asked"), LineChart.Mark(505, "asked, too")],
    changes: [LineChart.Mark(28, "changed"), LineChart.Mark(2, "began")])

  static let logarithmic = LineChart(
    x: day, y: times,
    [LineChart.Series("falls", (0..<9).map { LineChart.Point(Double($0), 1 / Double($0 + 1)) })],
    isLogarithmic: true)

  static let bars = BarChart(
    times, labels: "channel", series: ["sent", "opened"],
    [
      BarChart.Group(
        "a channel with a name that is far too long for any phone that people carry",
        [Measure(12, from: 10, to: 14, in: .count), Measure(3, in: .count)]),
      BarChart.Group("b", [Measure(0, in: .count), Measure(nil, in: .count)]),
    ])

  static let stack = BarChart(
    Axis("share", .share), labels: "rule", series: ["right", "wrong"],
    [BarChart.Group("r", [Measure(0.25, in: .share), Measure(0.75, in: .share)])],
    isStacked: true)

  static let forest = DifferenceChart([
    DifferenceChart.Row(
      "k", unit: "newcomers", base: 0.5, variant: 0.6,
      difference: Measure(0.1, from: 0.05, to: 0.15, in: .ratio)),
    DifferenceChart.Row(
      "prompts", unit: "prompts", base: 100, variant: 90,
      difference: Measure(-10, from: -2_000, to: 1_980, in: .count)),
    DifferenceChart.Row(
      "from nothing", unit: "", base: 0, variant: 1, difference: Measure(1, in: .count)),
  ])

  static let tornado = TornadoChart(
    Axis("k.cohort", .ratio),
    [
      TornadoBar("wide", lowestValue: "1", lowest: -0.2, highestValue: "9", highest: 0.1),
      TornadoBar("above", lowestValue: "a", lowest: 0.02, highestValue: "b", highest: 0.05),
    ])

  static let nines = PercentileChart(
    Axis("milliseconds", .milliseconds),
    [PercentileChart.Curve("response", nanoseconds: histogram)], levels: [LineChart.Mark(5, "p99")])

  static let histogram: HDRHistogram = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for value in 1...2_000 { histogram.record(UInt64(value) * 1_000) }
    return histogram
  }()

  static let bullets = BulletChart([
    JudgedGate(
      "p99", Measure(150, from: 140, to: 160, in: .milliseconds), GateLimit(.below, 200), .kept),
    JudgedGate(
      "far beyond", Measure(9_000, in: .milliseconds), GateLimit(.below, 200), .missed),
    JudgedGate(
      "above", Measure(0.1, from: 0.05, to: 0.2, in: .share), GateLimit(.above, 0.15),
      .undecided),
  ])
}
