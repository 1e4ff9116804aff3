public import GrowthloopFindings
import Statistics

extension ForecastFindings: ReportedFindings {
  /// The page of `forecast`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("The funnel", funnel), .init("The values", calibration), .init("Runs", "\(draws)"),
        .init("Seed", "\(seed)"),
      ],
      sections: [
        Section("Week by week", anchor: "weeks", [.table(weekTable), .paragraph(Self.reading)]),
        Section("Day by day", anchor: "days", stages.map { .chart(chart(of: $0)) }),
        .evidence(parameters),
      ])
  }

  /// What comes next, and how well the days that were held out were predicted.
  public var answer: ReportAnswer? {
    let sums = stages.compactMap { stage -> String? in
      guard let sum = total.figures(stage.stage).first, let value = sum.value,
        let interval = sum.interval
      else { return nil }
      return "\(NumberText.grouped(value)) \(stage.words) (\(NumberText.grouped(interval.low)) to "
        + "\(NumberText.grouped(interval.high)))"
    }
    guard let from = total.words(Self.firstKey).first, let to = total.words(Self.lastKey).first,
      !sums.isEmpty
    else { return nil }
    return ReportAnswer(
      [
        "From \(from) to \(to) come \(sums.joined(separator: ", ")). Between the ends lie 95% of the runs.",
        trust,
      ].joined(separator: "\n"))
  }

  private var trust: String {
    let covered = covered
    guard covered.of > 0 else {
      return
        "No day was held out, so nothing says how good the forecast is: '--set holdOut=7d' fits without "
        + "the last week, and predicts it."
    }
    let share = Double(covered.within) / Double(covered.of)
    let found =
      "The last \(heldOutDays.counting("day")) were not used, and predicted: of \(covered.of.counting("count")) "
      + "\(covered.within) (\(NumberText.percent(share))) lie between the ends."
    return share < Self.leastCovered
      ? "\(found) About 95% should. Do not trust the forecast before 'growthloop calibrate' says why."
      : found
  }

  /// The share of held-out counts below which a forecast is called bad.
  private static let leastCovered = 0.8

  private static let reading =
    "Each run has a draw of the calibrated values, and its own chance: the ends hold 95% of the runs. What "
    + "is counted stands beside them. As in the funnel, launches are of people whose invite is known. The "
    + "scenario goes on as it is: no new feature, no holiday."

  private var weekTable: Table {
    Table(
      ["from", "to"]
        + stages.flatMap { [.number($0.words), .number("95% of runs"), .number("counted")] },
      weeks.rows.indices.map { row in
        [weeks.words(Self.firstKey)[row], weeks.words(Self.lastKey)[row]]
          + stages.flatMap { stage in
            let predicted = weeks.figures(stage.stage)[row]
            return [
              predicted.text, predicted.ends,
              weeks.figures(Self.observedKey(stage.stage))[row].value.map {
                NumberText.decimal($0, 0)
              } ?? "",
            ]
          }
      })
  }

  private func chart(of stage: ForecastStage) -> Chart {
    func points(_ key: String) -> [LineChart.Point] {
      days.figures(key).enumerated().map { day, figure in
        LineChart.Point(Double(day + 1), figure.value, low: figure.low, high: figure.high)
      }
    }
    let changes =
      [
        LineChart.Mark(Double(observedDays) + 0.5, "the last counted day")
      ]
      + (heldOutDays > 0
        ? [LineChart.Mark(Double(observedDays - heldOutDays) + 0.5, "the last day of the fit")]
        : [])
    return Chart(
      "\(stage.words.prefix(1).uppercased())\(stage.words.dropFirst()) a day",
      caption:
        "The line is the mean of the runs, and the band holds 95% of them; dots were counted.",
      .lines(
        LineChart(
          x: Axis("day", .whole), y: Axis("\(stage.words) a day", .count),
          [
            LineChart.Series("predicted", points(stage.stage)),
            LineChart.Series(
              "counted", Array(points(Self.observedKey(stage.stage)).prefix(observedDays)),
              isJoined: false),
          ], changes: changes, names: days.words(Self.firstKey))))
  }

  /// The forecast in the form for a terminal.
  public var summary: Report {
    Report(
      title, question: question, answer: answer, command: command,
      sections: [
        Section([.table(weekTable), .paragraph(Self.reading)]),
        Section([.paragraph("\(funnel). \(calibration). Seed \(seed); \(draws.counting("run")).")]),
      ])
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("days.csv", CSV(days).description), .init("weeks.csv", CSV(weeks).description),
      .init("summary.md", summary.markdown),
    ]
  }
}
