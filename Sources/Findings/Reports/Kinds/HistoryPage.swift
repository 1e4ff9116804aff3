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
              "\(series.plan): \(figure), "
                + "\(series.values.count.counting("measurement"))\n"
                + [series.machine, series.asks].compactMap(\.self).joined(separator: "\n")),
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
      x: Axis("day of the measurement", .count),
      y: Axis("\(figure)\(asks.map { " of \($0)" } ?? ""), \(unit)", style),
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

extension MatchingFindings: ReportedFindings {
  private static let remark = "A comparison of rules in one dense town, and no forecast."

  private var invited: String { NumberText.decimal(invitedLaunches, 0) }
  private var organic: String { NumberText.decimal(organicLaunches, 0) }

  /// The page of `simulate` on a study of matching.
  public func report(in folder: RunFolder) -> Report {
    let fates = BarChart(
      Axis("of the \(invited) first launches that a tap led to", .share), labels: "rule",
      series: ["right", "wrong", "missed"],
      rules.map { rule in
        BarChart.Group(
          rule.rule, [rule.right.measured, rule.wrong.measured, rule.missed.measured])
      }, isStacked: true,
      tones: [.good, .bad, .open])
    let stolen = BarChart(
      Axis("of the \(organic) first launches that no tap led to", .share), labels: "rule",
      series: ["stolen"], rules.map { BarChart.Group($0.rule, [$0.stolen.measured]) }, tones: [.bad]
    )
    return Report(
      title, question: question, command: command,
      facts: [.init("Seed", "\(seed)"), .init("Replications", replicationsText)],
      sections: [
        Section(
          "Each rule against the truth", anchor: "rules",
          [
            .chart(
              Chart(
                "Launches that a tap led to",
                caption:
                  "Right is the friend who sent the link, wrong another inviter, missed no one. "
                  + "The truth would be right throughout. \(Self.remark)", .bars(fates))),
            .chart(
              Chart(
                "Launches that no tap led to, and that were credited all the same",
                caption: "Every one of them is stolen: the newcomer came by themselves.",
                .bars(stolen))),
          ]), .evidence(parameters),
      ])
  }

  /// The study in the form for a terminal.
  public var summary: Report {
    let table = Table(
      ["rule"] + ["right", "wrong", "missed", "stolen"].map { .number($0) },
      [["the truth: who clicked", "100%", "0%", "0%", "0%"]]
        + rules.map { rule in
          [rule.rule]
            + [rule.right, rule.wrong, rule.missed, rule.stolen].map(\.measured.textWithInterval)
        })
    let words =
      "Right, wrong and missed are shares of the \(invited) first launches of a replication that a tap "
      + "led to;\nstolen is the share of the \(organic) that none did. \(Self.remark)"
    return Report(
      title, question: question, command: command,
      sections: [
        Section(
          [
            .paragraph(
              "Seed \(seed); \(replicationsClause) with 95% intervals over them, every rule under the "
                + "same launches."), .table(table), .paragraph(words),
          ] + undefined.map(Block.paragraph) + [parameters.assumptions].compactMap(\.self))
      ])
  }

  /// A sentence about replications without launches of a kind, whose proportions are undefined.
  private var undefined: [String] {
    guard let rule = rules.first else { return [] }
    return [
      ("Right, wrong and missed", "a tap led to", rule.right),
      ("Stolen shares", "no tap led to", rule.stolen),
    ].compactMap { shares, launches, share in
      let count = share.measured.count ?? replications
      return count == 0
        ? "\(shares) are not defined: no replication had a first launch that \(launches)."
        : count < replications
          ? "\(shares) are defined in \(count) of \(replications) replications: the others had no "
            + "first launch that \(launches)." : nil
    }
  }

  /// The files of the study beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("rules.csv", sharesCSV), .init("replications.csv", CSV(replicates).description),
      .init("summary.md", summary.markdown),
    ]
  }

  /// A row for each rule and proportion, beside the truth.
  private var sharesCSV: String {
    let shares: [(name: String, whole: String, path: KeyPath<Rule, Measured<Truth>>)] = [
      ("right", "of invited launches", \.right), ("wrong", "of invited launches", \.wrong),
      ("missed", "of invited launches", \.missed), ("stolen", "of organic launches", \.stolen),
    ]
    var csv = CSV(["rule", "share", "whole", "truth", "replications", "mean", "low", "high"])
    for rule in rules {
      for share in shares {
        let found = rule[keyPath: share.path]
        let measured = found.measured
        csv.add(
          [
            rule.rule, share.name, share.whole, "\(found.truth)",
            "\(measured.count ?? replications)",
          ] + [measured.value, measured.low, measured.high].map(CSV.cell))
      }
    }
    return csv.description
  }
}
