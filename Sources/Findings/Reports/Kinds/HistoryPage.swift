public import GrowthloopFindings
import Statistics

extension HistoryFindings: ReportedFindings {
  /// Returns the page of `history`: a line for each machine and plan, with its steps.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, command: command,
      facts: [
        .init("Series", "\(series.count), one for each machine and plan"),
        .init("Steps", method),
      ],
      sections: series.enumerated().map { place, series in
        series.section(of: figure, anchor: "series-\(place + 1)")
      })
  }

  private var method: String {
    series.contains { $0.dependence != nil || $0.fewest != nil }
      ? "a level, a drift or steps, where noise may depend on the noise before"
      : "change points by E-divisive means with a permutation test"
  }

  /// The history in the form for a terminal.
  public var summary: Report {
    Report(
      "",
      sections: series.map { series in
        Section(
          [
            .paragraph(
              "\(series.plan): \(figure), \(series.values.count.counting("measurement"))\n"
                + series.machine),
            .paragraph(series.plot),
          ] + series.courseBlocks)
      })
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] { [.init("summary.txt", summary.text)] }
}

extension HistoryFindings.Series {
  private var style: NumberStyle { unit == "ms" ? .milliseconds : .ratio }

  fileprivate func section(of figure: String, anchor: String) -> Section {
    let chart = LineChart(
      x: Axis("day of the measurement", .count), y: Axis("\(figure), \(unit)", style),
      [
        .init(figure, values.enumerated().map { LineChart.Point(Double($0 + 1), $1) })
      ],
      changes: steps.map { LineChart.Mark(Double($0.index) + 1, $0.at) },
      names: at.map { String($0.prefix(10)) })
    return Section(
      "\(plan), \(machine)", anchor: anchor,
      [
        .chart(
          Chart(
            "\(figure) over \(values.count) measurements",
            caption:
              "Each measurement in the order of its moment; an upright line stands where the level "
              + "stepped by more than noise explains.", .lines(chart)))
      ] + courseBlocks)
  }

  /// The trend of the measurements.
  fileprivate var courseBlocks: [Block] {
    let noise: [Block] =
      dependence.map {
        [
          .paragraph(
            "A measurement keeps \(NumberText.percent($0)) of the deviation of the one before.")
        ]
      } ?? []
    if let fewest {
      return [
        .paragraph(
          "Too short: fewer than \(fewest) measurements do not tell a step from noise that depends on "
            + "the\nnoise before. Where measurements are known to be independent, '--independent' looks "
            + "for steps.")
      ]
    }
    if let drift {
      return [
        .paragraph(
          "A drift, no step: a straight line from \(style.text(drift.from)) to "
            + "\(style.text(drift.to)) explains it better.")
      ] + noise
    }
    guard !steps.isEmpty else {
      return [.paragraph("No step: noise explains how it varies.")] + noise
    }
    return [.table(stepTable)] + noise
  }

  private var stepTable: Table {
    let isTested = steps.contains { $0.pValue != nil }
    return Table(
      ["step at", "commit", .number("before"), .number("after"), .number("rise")]
        + (isTested ? [.number("p")] : []),
      steps.map { step in
        [
          step.at, step.commit.map { String($0.prefix(9)) } ?? "–", style.text(step.before),
          style.text(step.after), step.rise.map(NumberStyle.share.signed) ?? "–",
        ] + (isTested ? [step.pValue.map { NumberText.decimal($0, 3) } ?? "–"] : [])
      })
  }

  private static let blocks = Array("▁▂▃▄▅▆▇█")
  private static let widest = 100

  /// A column for each measurement, the last ones if there are too many; steps are marked below.
  fileprivate var plot: String {
    let skipped = max(0, values.count - Self.widest)
    let shown = values.dropFirst(skipped)
    guard let least = shown.min(), let most = shown.max() else { return "" }
    let columns = shown.map { value in
      let height = most > least ? (value - least) / (most - least) : 0.5
      return Self.blocks[min(Self.blocks.count - 1, Int(height * Double(Self.blocks.count)))]
    }
    let marks = shown.indices.map { place in
      steps.contains { $0.index == place } ? Character("^") : " "
    }
    let line = String(marks).trimmingEnd()
    let range = zip(at.prefix(1), at.suffix(1)).map { "\($0) to \($1)" }.joined()
    return "\(style.text(most)) at most, \(style.text(least)) at least\n\(String(columns))\n"
      + (line.isEmpty ? "" : line + "\n") + range
  }
}
