import Experiments
import Regressions
import Statistics

/// The series of one figure, as a terminal shows them, and as data.
struct HistoryReport: Encodable {
  let kind = "history"
  let title: String
  /// What draws it again.
  let command: String
  let figure: String
  let series: [Series]

  struct Series: Encodable {
    let machine, plan, unit: String
    let at: [String]
    let commits: [String?]
    let values: [Double]
    /// The ends of the intervals, where they were measured.
    let lows, highs: [Double?]
    /// What the measurements do: tooShort, level, drift or steps.
    let course: String
    /// How many measurements would do; where there are too few.
    let fewest: Int?
    /// The share of a deviation that the next measurement keeps; where it was judged.
    let dependence: Double?
    let drift: Drift?
    let steps: [Step]
  }

  struct Drift: Encodable {
    let from, to: Double
    let rise: Double?
  }

  struct Step: Encodable {
    let index: Int
    let at: String
    let commit: String?
    let before, after: Double
    /// Left out where the level before is no base of a share.
    let rise: Double?
    /// Where measurements are known not to depend on each other.
    let pValue: Double?
  }

  init(of figure: String, _ series: [HistorySeries], command: String) {
    title = "History of \(figure)"
    self.command = command
    self.figure = figure
    self.series = series.map { series in
      let (course, fewest, drift) = Self.words(of: series.course)
      return Series(
        machine: series.machine, plan: series.plan, unit: series.unit,
        at: series.entries.map(\.at), commits: series.entries.map(\.commit),
        values: series.values, lows: series.entries.map { $0.figures[figure]?.low },
        highs: series.entries.map { $0.figures[figure]?.high },
        course: course, fewest: fewest, dependence: series.dependence, drift: drift,
        steps: series.steps.map { step in
          let entry = series.entries[step.index]
          return Step(
            index: step.index, at: entry.at, commit: entry.commit, before: step.before,
            after: step.after, rise: step.rise, pValue: step.pValue)
        })
    }
  }

  private static func words(
    of course: HistorySeries.Course
  ) -> (course: String, fewest: Int?, drift: Drift?) {
    switch course {
    case .tooShort(let fewest): ("tooShort", fewest, nil)
    case .level: ("level", nil, nil)
    case .drift(let drift): ("drift", nil, Drift(from: drift.from, to: drift.to, rise: drift.rise))
    case .steps: ("steps", nil, nil)
    }
  }

  var text: String {
    series.map { series in
      let values = series.values
      let first =
        "\(series.plan): \(figure), \(values.count.counting("measurement"))\n\(series.machine)\n"
      let range = zip(series.at.prefix(1), series.at.suffix(1)).map { "\($0) to \($1)" }.joined()
      return first + "\n" + Self.plot(series) + "\(range)\n\n" + Self.course(of: series)
    }.joined(separator: "\n")
  }

  private static let blocks = Array("▁▂▃▄▅▆▇█")
  private static let widest = 100

  /// A column for each measurement, the last ones where there are too many; steps are marked below.
  private static func plot(_ series: Series) -> String {
    let skipped = max(0, series.values.count - widest)
    let shown = series.values.dropFirst(skipped)
    guard let least = shown.min(), let most = shown.max() else { return "" }
    let columns = shown.map { value in
      let height = most > least ? (value - least) / (most - least) : 0.5
      return blocks[min(blocks.count - 1, Int(height * Double(blocks.count)))]
    }
    let marks = shown.indices.map { place in
      series.steps.contains { $0.index == place } ? Character("^") : " "
    }
    let line = String(marks).trimmingEnd()
    return "\(time(most, series.unit)) at most, \(time(least, series.unit)) at least\n"
      + "\(String(columns))\n" + (line.isEmpty ? "" : line + "\n")
  }

  private static func time(_ value: Double, _ unit: String) -> String {
    "\(NumberText.significant(value)) \(unit)"
  }

  private static func course(of series: Series) -> String {
    let noise =
      series.dependence.map {
        "A measurement keeps \(NumberText.percent($0)) of the deviation of the one before.\n"
      } ?? ""
    if let fewest = series.fewest {
      return """
        Too short: fewer than \(fewest) measurements do not tell a step from noise that depends on the
        noise before. Where measurements are known to be independent, '--independent' looks for steps.

        """
    }
    if let drift = series.drift {
      return "A drift, no step: a straight line from \(time(drift.from, series.unit)) to "
        + "\(time(drift.to, series.unit)) explains it better.\n" + noise
    }
    guard !series.steps.isEmpty else { return "No step: noise explains how it varies.\n" + noise }
    return table(of: series).text + (noise.isEmpty ? "" : "\n" + noise)
  }

  private static func table(of series: Series) -> ReportTable {
    let isTested = series.steps.contains { $0.pValue != nil }
    return ReportTable(
      header: ["step at", "commit", "before", "after", ""] + (isTested ? ["p"] : []),
      rows: series.steps.map { step in
        [
          step.at, step.commit.map { String($0.prefix(9)) } ?? "–", time(step.before, series.unit),
          time(step.after, series.unit), step.rise.map(NumberStyle.share.signed) ?? "–",
        ] + (isTested ? [step.pValue.map { NumberText.decimal($0, 3) } ?? "–"] : [])
      })
  }
}
