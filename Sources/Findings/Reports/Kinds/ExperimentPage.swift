import RandomStreams
public import GrowthloopFindings
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
        + [Section("What comes next", anchor: "next", [.paragraph(Self.next)])]
        + [.evidence(parameters)].compactMap(\.self))
  }

  private static let next =
    "Run the design that is advised; 'growthloop analyse' reads its data. Then release in steps: with a section "
    + "'rollout' in the same file, 'growthloop rollout' says which steps and guardrails find a defect, how soon, "
    + "and at what harm."

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
    let rows = variants.flatMap { variant in
      variant.designs.map { DesignRow(variant: variant.name, design: $0) }
    }
    return [
      .init("designs.csv", CSV(of: rows, DesignRow.columns(style)).description),
      .init("summary.md", summary.markdown),
    ]
  }
}

/// An analysis of a design, with the variant that it is about.
@dynamicMemberLookup private struct DesignRow {
  let variant: String
  let design: ExperimentDesign

  subscript<Value>(dynamicMember path: KeyPath<ExperimentDesign, Value>) -> Value {
    design[keyPath: path]
  }

  /// The columns in files and tables; without days to size where a table needs none.
  static func columns(_ style: NumberStyle, withDays: Bool = true) -> [RowColumn<DesignRow>] {
    [
      .file("variant", \.variant), .words("design") { $0.design.design },
      .words("estimator", as: "analysis", \.estimator), .table("") { $0.design.verdict },
      .measure("estimand", as: "effect", \.estimand) {
        $0.estimand.value.map { style.signedDistance($0) } ?? "–"
      },
      .measure("bias", reading: "the effect that it shows less the truth.", \.bias) {
        bias($0.bias, style)
      },
    ] + RowColumn.ends(of: "bias", \.bias) + [
      .file("deviation", number: \.deviation),
      .number(
        "claimed",
        reading:
          "its standard errors beside the real spread of the effects; below 1 they are too small.",
        \.claimed
      ) { NumberText.decimal($0.claimed, 2) },
      .measure(
        "coverage", as: "covers", reading: "its intervals that contain the truth.", \.coverage),
      .measure("power", \.power) { $0.power.textWithInterval },
      .measure(
        "detectable", as: "finds",
        reading: "the smallest effect that its own test finds in four of five such experiments.",
        \.detectable
      ) { $0.detectable.value.map { style.distance($0) } ?? "–" },
      .measure(
        "falseAlarms", as: "alarms",
        reading: "experiments without any effect in which it sees one. It promises 5%.",
        \.falseAlarms),
    ]
      + (withDays
        ? [
          .number("daysToSize", as: "days to size", \.daysToSize) {
            $0.daysToSize.map { NumberText.grouped($0.rounded()) } ?? "–"
          }
        ] : [])
  }

  private static func bias(_ bias: Measure, _ style: NumberStyle) -> String {
    guard let value = bias.value, let interval = bias.interval else { return "–" }
    return
      "\(style.signedDistance(value).replacing(" points", with: "")) ± \(style.distance(interval.halfWidth))"
  }
}

extension ExperimentVariant {
  /// The paragraphs that the answer leaves out where it has several variants.
  private func rest(of findings: ExperimentFindings) -> [Block] {
    findings.variants.count > 1
      ? answer(in: findings).dropFirst().map(Block.paragraph) : []
  }

  fileprivate func blocks(in findings: ExperimentFindings) -> [Block] {
    (findings.variants.count > 1 ? [.paragraph("'\(name)':")] : []) + rest(of: findings)
      + [.table(table(in: findings))] + reading(in: findings).map(Block.paragraph)
      + remarks.map(Block.paragraph)
      + rulesBlocks(findings.style)
      + (guardrails.isEmpty ? [] : [.table(guardrailTable)])
  }

  fileprivate func sections(in findings: ExperimentFindings) -> [Section] {
    let style = findings.style
    let anchor =
      "variant-" + name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    var blocks: [Block] =
      rest(of: findings) + [
        .chart(
          Chart(
            "What each design would say of \(name)",
            caption:
              "The mean effect of all runs with its interval. The truth is beside it: everybody treated against "
              + "no one, with the same random numbers.",
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
                  })), numbers: .table(table(in: findings))))
      ]
    blocks += reading(in: findings).map(Block.paragraph)
    blocks += remarks.map(Block.paragraph)
    if let lengthChart = lengthChart(in: findings) { blocks.append(.chart(lengthChart)) }
    blocks.append(.chart(powerChart(in: findings)))
    blocks += rulesBlocks(style)
    if !guardrails.isEmpty { blocks.append(.table(guardrailTable)) }
    if weeks.count > 1 {
      blocks.append(
        .chart(
          Chart(
            "The effect by week since the first use",
            caption: "Where it falls, the effect wears off: a short experiment overstates it.",
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

  /// The smallest effect that the advised design finds by its length; `nil` where no other length was
  /// looked at.
  private func lengthChart(in findings: ExperimentFindings) -> Chart? {
    guard let advised, let truth = truth.value else { return nil }
    let points = curve(of: advised, in: findings).map { length in
      LineChart.Point(
        length.days, relative(length.found.value), low: relative(length.found.low),
        high: relative(length.found.high))
    }
    guard !points.isEmpty else { return nil }
    return Chart(
      "The smallest effect found, by length",
      caption:
        "A smooth law through all lengths: it falls with a power of the days and never rises. Where it meets "
        + "the true effect, four of five experiments find that.",
      .lines(
        LineChart(
          x: Axis("days", .whole), y: effectAxis(findings.style),
          [.init("\(advised.design), \(advised.estimator)", points)],
          levels: [LineChart.Mark(relative(truth.magnitude), "the true effect")],
          changes: recommended.map { [LineChart.Mark($0.days, "recommended")] } ?? [])))
  }

  /// The power of the sound designs over the size of the effect, with the line of the true one.
  private func powerChart(in findings: ExperimentFindings) -> Chart {
    let shown = sound.isEmpty ? Array(designs.prefix(1)) : Array(sound.prefix(4))
    let most = 2 * max(truth.value?.magnitude ?? 0, shown.first?.detectable.value ?? 0)
    let lines = shown.map { row in
      LineChart.Series("\(row.design), \(row.estimator)", curve(row, to: most))
    }
    let line = LineChart(
      x: effectAxis(findings.style), y: Axis("power", .share), lines,
      levels: [LineChart.Mark(0.8, "80%")],
      changes: truth.value.map { [LineChart.Mark(relative($0.magnitude), "the true effect")] } ?? []
    )
    return Chart(
      "The power over the size of the effect",
      caption:
        "How often an experiment of this length finds an effect of that size, in the right direction, by its "
        + "own test. The table's power counts the runs themselves, with the bias of the design.",
      .lines(line))
  }

  /// The power of a test that finds four of five at the smallest effect that it is said to find.
  private func curve(_ row: ExperimentDesign, to most: Double) -> [LineChart.Point] {
    let test = RepeatedTest.Experiment(
      difference: 0, reach: row.finds - PowerAnalysis().reserve * row.deviation)
    return (0...20).map { step in
      let effect = most * Double(step) / 20
      return LineChart.Point(
        relative(effect), test.power(of: effect, deviation: row.deviation))
    }
  }

  /// What the columns are, and what the words of the third one say.
  private func reading(in findings: ExperimentFindings) -> [String] {
    let near =
      tolerance.map {
        "within \(findings.style.distance($0)), a quarter of the truth"
          + (4 * $0 > 1.000_1 * (truth.value?.magnitude ?? 0)
            ? " or of the smallest effect asked for" : "")
      } ?? "within a quarter of the truth"
    return [
      RowColumn.reading(of: DesignRow.columns(findings.style)),
      "Sound: the whole interval of the bias lies \(near), and its alarms were measured: not surely above "
        + "5%, and surely below 10%. Near the truth: likewise, but some bias is sure. Beside the truth: "
        + "the whole interval lies further off. Not valid: alarms surely above 5%, or intervals that miss what "
        + "it estimates. Not yet known: it takes more runs, or redraws. Only to compare: an analysis row by "
        + "row, which takes the rows of one unit for independent.",
    ]
  }

  private func table(in findings: ExperimentFindings) -> Table {
    // One number for all is in the answer already.
    let hasSize = Set(designs.map { $0.daysToSize?.rounded() }).count > 1
    var table = Table(
      of: designs.map { DesignRow(variant: name, design: $0) },
      DesignRow.columns(findings.style, withDays: hasSize))
    table.rows = table.rows.once
    return table
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if let untold, !untold.isEmpty {
      let list = untold.map { "\($0.design), \($0.estimator) (\($0.effects) of \($0.runs))" }
      remarks.append(
        "Left out, with the runs that gave an effect: \(list.joined(separator: "; ")). An arm needs two "
          + "units that differ, by exposure \(30.counting("unit")); CUPED needs invites before the experiment."
      )
    }
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

  private func rulesBlocks(_ style: NumberStyle) -> [Block] {
    rules.isEmpty
      ? [] : [.table(rulesTable(style))] + rulesReading(style).map(Block.paragraph)
  }

  private func rulesTable(_ style: NumberStyle) -> Table {
    Table(
      [
        "looks decide by", .number("false alarms"), .number("power"), .number("days"),
        .number("stops at"), .number("corrected"),
      ],
      rules.map { row in
        [
          row.rule == "daily" ? "the habit: stop when green" : row.rule, row.falseAlarms.text,
          row.power.text, row.meanDays.map { NumberText.decimal($0, 0) } ?? "–",
          shown(row.exaggeration, style) ?? "–", shown(row.corrected, style) ?? "–",
        ]
      })
  }

  /// An effect that is given as a proportion of what the planned design shows.
  private func shown(_ proportion: Double?, _ style: NumberStyle) -> String? {
    guard let proportion, let planned = designs.first?.estimand.value else { return nil }
    return style.signedDistance(proportion * planned)
  }

  private func rulesReading(_ style: NumberStyle) -> [String] {
    guard let habit = rules.first(where: { $0.rule == "daily" }) else { return [] }
    let wrong = habit.falseAlarms.value.map {
      "To look each time, and to stop when it is green, is wrong in \(NumberText.percent($0)) of "
        + "experiments without an effect."
    }
    let stops = shown(habit.exaggeration, style).map {
      "Where that habit stops, the mean effect is \($0). Over all experiments of this design it is "
        + "\(shown(1, style) ?? "–")."
    }
    return [
      [wrong, stops].compactMap(\.self).joined(separator: " "),
      "Days: to the look that ends it; the last look waits until the last rows are complete. Stops at: the "
        + "mean effect of the experiments that it ends with one. Corrected: the estimate that allows for the "
        + "looks (median-unbiased), in the middle of all experiments, ended early or not.",
    ].filter { !$0.isEmpty }
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
  /// Whether it may be used, in a few words.
  fileprivate var verdict: String {
    switch standing {
    case .notValid: "not valid"
    case .beside: "beside the truth"
    case .naive: "only to compare"
    case .near: "near the truth"
    case .sound: "sound"
    case .unknown:
      "not yet known: "
        + [
          isTrue == nil ? moreRuns ?? "many more runs" : nil,
          isValid == nil ? "redraws" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
  }
}
