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
    let steps: [Step]
  }

  struct Step: Encodable {
    let index: Int
    let at: String
    let commit: String?
    let before, after, rise, pValue: Double
  }

  init(of figure: String, _ series: [HistorySeries], command: String) {
    title = "History of \(figure)"
    self.command = command
    self.figure = figure
    self.series = series.map { series in
      Series(
        machine: series.machine, plan: series.plan, unit: series.unit,
        at: series.entries.map(\.at), commits: series.entries.map(\.commit),
        values: series.values, lows: series.entries.map { $0.figures[figure]?.low },
        highs: series.entries.map { $0.figures[figure]?.high },
        steps: series.steps.map { step in
          let entry = series.entries[step.index]
          return Step(
            index: step.index, at: entry.at, commit: entry.commit, before: step.before,
            after: step.after, rise: step.rise, pValue: step.pValue)
        })
    }
  }

  var text: String {
    series.map { series in
      let values = series.values
      let first =
        "\(series.plan): \(figure), \(values.count.counting("measurement"))\n\(series.machine)\n"
      let range = zip(series.at.prefix(1), series.at.suffix(1)).map { "\($0) to \($1)" }.joined()
      return first + "\n" + Self.plot(series) + "\(range)\n\n" + Self.steps(of: series)
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

  private static func steps(of series: Series) -> String {
    guard !series.steps.isEmpty else { return "No step: luck explains how it varies.\n" }
    return ReportTable(
      header: ["step at", "commit", "before", "after", "", "p"],
      rows: series.steps.map { step in
        [
          step.at, step.commit.map { String($0.prefix(9)) } ?? "–", time(step.before, series.unit),
          time(step.after, series.unit),
          (step.rise > 0 ? "+" : "") + NumberText.percent(step.rise),
          NumberText.decimal(step.pValue, 3),
        ]
      }
    ).text
  }
}
