import RealFunctions
public import Runs
import Statistics

extension ExperimentFindings: ReportedFindings {
  /// The page of `experiment`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, answer: opening, command: command,
      facts: [
        .init("Metric", metric), .init("Days", NumberText.decimal(days, 0)),
        .init("Seed", "\(seed)"), .init("Replications", "\(replications)"),
      ],
      verdict: Report.Verdict(judged),
      sections: gateSections + variants.flatMap { $0.sections(in: self) }
        + [.evidence(parameters)].compactMap(\.self))
  }

  /// The study in the form for a terminal.
  public var summary: Report {
    Report(
      title, question: question, answer: opening, command: command,
      sections: [
        Section(
          variants.flatMap { $0.blocks(in: self) } + [
            .paragraph(
              "\(metric): \(definition). Seed \(seed); "
                + "\(replications.counting("replication")) of each design."
                + (isPartial ? " Interrupted: those that had finished." : ""))
          ])
      ] + (gates == nil ? [] : [Section("Gates", anchor: "gates", [.table(Table(gates: judged))])]))
  }

  private var gateSections: [Section] {
    judged.isEmpty ? [] : [Section("Gates", anchor: "gates", [.gates(judged)])]
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    let rows = variants.flatMap { variant in variant.designs.map { (variant.name, $0) } }
    return [
      .init(
        "designs.csv",
        CSV(
          of: rows,
          [
            ("variant", { $0.0 }), ("design", { $0.1.design }), ("estimator", { $0.1.estimator }),
            ("estimand", { CSV.cell($0.1.estimand.value) }),
            ("bias", { CSV.cell($0.1.bias.value) }),
            ("biasLow", { CSV.cell($0.1.bias.low) }), ("biasHigh", { CSV.cell($0.1.bias.high) }),
            ("deviation", { CSV.cell($0.1.deviation) }), ("claimed", { CSV.cell($0.1.claimed) }),
            ("coverage", { CSV.cell($0.1.coverage.value) }),
            ("power", { CSV.cell($0.1.power.value) }),
            ("detectable", { CSV.cell($0.1.detectable) }),
            ("falseAlarms", { CSV.cell($0.1.falseAlarms.value) }),
            ("daysToSize", { CSV.cell($0.1.daysToSize) }),
          ]
        ).description), .init("summary.md", summary.markdown),
    ]
  }
}

extension ExperimentVariant {
  fileprivate func blocks(in findings: ExperimentFindings) -> [Block] {
    [.table(table(in: findings)), .paragraph(Self.reading)]
      + remarks.map(Block.paragraph)
      + (rules.isEmpty ? [] : [.table(rulesTable), .paragraph(rulesReading)])
      + (guardrails.isEmpty ? [] : [.table(guardrailTable)])
  }

  fileprivate func sections(in findings: ExperimentFindings) -> [Section] {
    let style = findings.style
    let anchor =
      "variant-" + name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    var blocks: [Block] = [
      .chart(
        Chart(
          "What each design would say of \(name)",
          caption:
            "The mean effect of all runs with its interval, beside the truth: everybody treated against "
            + "nobody, with the same luck.",
          .differences(
            DifferenceChart(
              [
                DifferenceChart.Row(
                  "truth", unit: "", base: control, variant: truth.value.map { control + $0 },
                  difference: truth)
              ]
                + designs.map { row in
                  DifferenceChart.Row(
                    "\(row.design), \(row.estimator)", unit: "", base: control,
                    variant: row.estimand.value.map { control + $0 }, difference: row.estimand)
                })), numbers: .table(table(in: findings)))),
      .paragraph(Self.reading),
    ]
    blocks += remarks.map(Block.paragraph)
    blocks.append(.chart(powerChart(in: findings)))
    if !rules.isEmpty { blocks += [.table(rulesTable), .paragraph(rulesReading)] }
    if !guardrails.isEmpty { blocks.append(.table(guardrailTable)) }
    if weeks.count > 1 {
      blocks.append(
        .chart(
          Chart(
            "The effect by week since the first use",
            caption: "Where it falls, what is new wears off; a short experiment overstates.",
            .lines(
              LineChart(
                x: Axis("week since the first use within the experiment", .whole),
                y: effectAxis(style),
                [
                  .init(
                    name,
                    weeks.map { week in
                      let (low, high) = (week.effect.low, week.effect.high)
                      return .init(
                        Double(week.week), week.effect.value.map(relative), low: low.map(relative),
                        high: high.map(relative))
                    })
                ])))))
    }
    return [Section(name, anchor: anchor, blocks)]
  }

  /// An effect as a share of the control's value, as the first chart has it; as it is where that is
  /// nothing.
  private func relative(_ effect: Double) -> Double { control > 0 ? effect / control : effect }

  private func effectAxis(_ style: NumberStyle) -> Axis {
    control > 0
      ? Axis("effect, of the control's \(style.text(control))", .share) : Axis("effect", style)
  }

  /// The power of the sound designs over the size of the effect, with the line of the true one.
  private func powerChart(in findings: ExperimentFindings) -> Chart {
    let shown = sound.isEmpty ? Array(designs.prefix(1)) : Array(sound.prefix(4))
    let most = 2 * max(truth.value?.magnitude ?? 0, shown.first?.detectable ?? 0)
    let lines = shown.map { row in
      LineChart.Series("\(row.design), \(row.estimator)", curve(row.deviation, to: most))
    }
    let line = LineChart(
      x: effectAxis(findings.style), y: Axis("power", .share), lines,
      levels: [LineChart.Mark(0.8, "80%")],
      changes: truth.value.map { [LineChart.Mark(relative($0.magnitude), "the true effect")] } ?? []
    )
    return Chart(
      "The power over the size of the effect",
      caption:
        "How often an experiment of this length finds an effect of that size, in the right direction, by the "
        + "spread of its runs. The table's power counts the runs themselves, with the bias of the design.",
      .lines(line))
  }

  private func curve(_ deviation: Double, to most: Double) -> [LineChart.Point] {
    (0...20).map { step in
      let effect = most * Double(step) / 20
      let power = PowerAnalysis().power(
        difference: effect, variance: deviation * deviation / 2, sizePerGroup: 1)
      return LineChart.Point(relative(effect), power)
    }
  }

  private static let reading =
    "Bias: what it shows beside the truth. Claimed: its standard errors beside the real spread of the "
    + "effects; below 1 they are too small. Covers: its intervals that contain the truth. Finds: the "
    + "smallest effect that four of five find, by that spread, and what designs are compared by; their powers "
    + "differ by chance and by bias. Alarms: experiments without any effect in which it sees one; 5% is what "
    + "it promises."

  private func table(in findings: ExperimentFindings) -> Table {
    let style = findings.style
    // One number for all is in the answer already.
    let hasSize = Set(designs.map { $0.daysToSize?.rounded() }).count > 1
    return Table(
      [
        "design", "analysis", "", .number("effect"), .number("bias"), .number("claimed"),
        .number("covers"), .number("power"), .number("finds"), .number("alarms"),
      ] + (hasSize ? [.number("days to size")] : []),
      designs.map { row in
        [
          row.design, row.estimator, row.verdict,
          row.estimand.value.map { style.signedDistance($0) } ?? "–",
          bias(row, style),
          NumberText.decimal(row.claimed, 2), row.coverage.text, row.power.textWithInterval,
          style.distance(row.detectable), row.falseAlarms.text,
        ] + (hasSize ? [row.daysToSize.map { NumberText.decimal($0, 0) } ?? "–"] : [])
      }.once)
  }

  private func bias(_ row: ExperimentDesign, _ style: NumberStyle) -> String {
    guard let value = row.bias.value, let interval = row.bias.interval else { return "–" }
    return
      "\(style.signedDistance(value).replacing(" points", with: "")) ± \(style.distance(interval.halfWidth))"
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if let share = crossing.value {
      remarks.append(
        "Of the pairs of members with an invite between them, \(NumberText.percent(share)) are in "
          + "different arms.")
    }
    if let alarms = splitAlarms.value {
      remarks.append(
        splitCause.map {
          "The arms have other sizes than planned, at p < .001, in \(NumberText.percent(alarms)) of the "
            + "runs: \($0)."
        } ?? "The arms keep the planned sizes, but for chance.")
    }
    return remarks
  }

  private var rulesTable: Table {
    Table(
      [
        "looks decide by", .number("false alarms"), .number("power"), .number("days"),
        .number("shows, of the effect"), .number("corrected"),
      ],
      rules.map { row in
        [
          row.rule == "daily" ? "the habit: stop when green" : row.rule, row.falseAlarms.text,
          row.power.text, row.meanDays.map { NumberText.decimal($0, 0) } ?? "–",
          row.exaggeration.map { NumberText.percent($0) } ?? "–",
          row.corrected.map { NumberText.percent($0) } ?? "–",
        ]
      })
  }

  private var rulesReading: String {
    guard let habit = rules.first(where: { $0.rule == "daily" }),
      let alarms = habit.falseAlarms.value
    else { return "" }
    let shown = habit.exaggeration.map {
      " What it stops on shows \(NumberText.percent($0)) of the effect"
        + (habit.corrected.map { "; the median-unbiased estimate shows \(NumberText.percent($0))." }
          ?? ".")
    }
    return
      "Days are counted to the look that ends it; the last one waits until the last rows are complete. "
      + "Who looks each time and stops when it is green is wrong in \(NumberText.percent(alarms)) of "
      + "experiments without an effect." + (shown ?? "")
  }

  private var guardrailTable: Table {
    Table(
      [
        "guardrail", .number("control"), .number("true change"), .number("seen"), .number("finds"),
      ],
      guardrails.map { row in
        let style = row.truth.style
        return [
          row.metric, style.text(row.control),
          row.truth.value.map { style.signedDistance($0) } ?? "–",
          row.power.text,
          row.detectable.map { style.distance($0) } ?? "–",
        ]
      })
  }
}

extension [[String]] {
  /// The rows, of which those that differ in their first cell alone stand once.
  fileprivate var once: [[String]] {
    reduce(into: []) { rows, row in
      if let same = rows.firstIndex(where: { $0.dropFirst() == row.dropFirst() }) {
        rows[same][0] += " or \(row[0])"
      } else {
        rows.append(row)
      }
    }
  }
}

extension ExperimentDesign {
  /// Whether it may be used, in two or three words.
  fileprivate var verdict: String {
    if !isValid { return "not valid" }
    if !isTrue { return "beside the truth" }
    return bias.isSure ? "near the truth" : "sound"
  }
}
