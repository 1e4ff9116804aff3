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

  /// The opening of the report: what each variant does, by which design it can be told, and what that
  /// rests on.
  private var opening: ReportAnswer {
    let leads = variants.map { $0.answer(in: self) } + interactions.map { $0.answer(in: style) }
    return ReportAnswer(
      leads.joined(separator: "\n"),
      basis: HeadlineMetric(metric, label: nil, unit: "", style: style)
        .foundation(in: parameters, nil))
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
  /// The designs that may be believed and estimate the truth, the sharpest first.
  private var sound: [ExperimentDesign] {
    designs.filter { $0.isValid && $0.isTrue && !$0.isNaive }
      .sorted { $0.detectable < $1.detectable }
  }

  /// The first design that is nearly as sharp as the sharpest, without a sure bias if there is one.
  private var best: ExperimentDesign? {
    guard let sharpest = sound.first?.detectable else { return nil }
    let sharp = designs.filter {
      $0.isValid && $0.isTrue && !$0.isNaive && $0.detectable <= 1.2 * sharpest
    }
    return sharp.first { !$0.bias.isSure } ?? sharp.first
  }

  /// The recommendation, in words.
  fileprivate func answer(in findings: ExperimentFindings) -> String {
    let style = findings.style
    guard let effect = truth.value else {
      return "'\(name)': no \(findings.rows) came within the experiment, so nothing can be told."
    }
    let change =
      "'\(name)' moves \(findings.metric) from \(style.text(control)) by \(style.signedDistance(effect)) "
      + "(95% interval: \(style.signedDistance(truth.low ?? 0)) to \(style.signedDistance(truth.high ?? 0))) if everybody "
      + "gets it"
    guard let best else {
      return
        "\(change). None of these designs tells that: each is either beside the truth or claims too "
        + "narrow an interval."
    }
    let days = NumberText.decimal(findings.days, 0)
    let how = "\(best.design), analysed \(best.estimator)"
    let finds =
      "in \(days) days, with \(size(of: best, times: 1, findings)) in the smaller arm, it finds "
      + "\(style.distance(best.detectable)) or more in four of five experiments"
      + beside(best, style)
    let pace = best.daysToSize.map {
      " At this pace the \(NumberText.decimal(Double(findings.perArm ?? 0), 0)) \(findings.rows) an arm are "
        + "there after \(NumberText.decimal($0, 0)) days."
    }
    guard truth.isSure else {
      return
        "\(change), which is not to be told from nothing. Of the designs shown, assign \(how): \(finds)."
        + (pace ?? "")
    }
    if let power = best.power.value, power >= 0.8 {
      return "\(change). Assign \(how): \(finds), and this one in \(NumberText.percent(power))."
        + (pace ?? "")
    }
    return "\(change). No design can tell it at this volume: the best, \(how), finds it in "
      + "\(best.power.textWithInterval) of experiments of \(days) days; \(finds)."
      + people(for: effect, best, findings) + (pace ?? "")
  }

  /// How many times the people it takes to find the effect in four of five experiments, with the
  /// interval by which the spread of so few runs and the effect are known.
  private func people(
    for effect: Double, _ row: ExperimentDesign, _ findings: ExperimentFindings
  ) -> String {
    let ratio = row.detectable / effect.magnitude
    let factor = ratio * ratio
    let own = (truth.interval?.halfWidth ?? 0) / effect.magnitude
    // A variance of n runs is known to 2 / (n − 1) of its square, and the effect counts twice.
    let error = (1.96 * 1.96 * 2 / Double(max(1, row.runs - 1)) + 4 * own * own).squareRoot()
    let ends = [-error, error].map { NumberText.significant(factor * Double.exp($0), digits: 2) }
    let wanted = size(of: row, times: factor, findings)
    return
      " It would take about \(NumberText.significant(factor, digits: 2)) times the people in the same "
      + "time (95% interval: \(ends[0]) to \(ends[1])): \(wanted) in the smaller arm. A longer experiment gains "
      + "less than in proportion, as members leave and prompts are spent."
  }

  /// The size of the smaller arm, of so many times the people, in words.
  private func size(
    of row: ExperimentDesign, times factor: Double, _ findings: ExperimentFindings
  ) -> String {
    func rounded(_ number: Double) -> String {
      let step = number >= 10_000 ? 1_000.0 : number >= 1_000 ? 100 : number >= 100 ? 10 : 1
      return NumberText.grouped((number / step).rounded() * step)
    }
    let members = row.membersPerArm.map { " of \(rounded($0 * factor)) members" } ?? ""
    return "some \(rounded(row.rowsPerArm * factor)) \(findings.rows)\(members)"
  }

  /// By how much the design's effect lies beside the truth, where that is sure.
  private func beside(_ row: ExperimentDesign, _ style: NumberStyle) -> String {
    guard row.bias.isSure, let bias = row.bias.value, let effect = truth.value else { return "" }
    let word = (bias > 0) == (effect > 0) ? "overstates" : "understates"
    return " (it \(word) by \(style.distance(bias.magnitude)))"
  }

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
                y: Axis("effect", style),
                [
                  .init(
                    name,
                    weeks.map {
                      .init(
                        Double($0.week), $0.effect.value, low: $0.effect.low, high: $0.effect.high)
                    })
                ])))))
    }
    return [Section(name, anchor: anchor, blocks)]
  }

  /// The power of the sound designs over the size of the effect, with the line of the true one.
  private func powerChart(in findings: ExperimentFindings) -> Chart {
    let shown = sound.isEmpty ? Array(designs.prefix(1)) : Array(sound.prefix(4))
    let most = 2 * max(truth.value?.magnitude ?? 0, shown.first?.detectable ?? 0)
    let lines = shown.map { row in
      LineChart.Series("\(row.design), \(row.estimator)", Self.curve(row.deviation, to: most))
    }
    let line = LineChart(
      x: Axis("effect", findings.style), y: Axis("power", .share), lines,
      levels: [LineChart.Mark(0.8, "80%")],
      changes: truth.value.map { [LineChart.Mark($0.magnitude, "the true effect")] } ?? [])
    return Chart(
      "The power over the size of the effect",
      caption:
        "How often an experiment of this length finds an effect of that size, by the spread of its runs.",
      .lines(line))
  }

  private static func curve(_ deviation: Double, to most: Double) -> [LineChart.Point] {
    (0...20).map { step in
      let effect = most * Double(step) / 20
      return LineChart.Point(effect, power(of: effect, deviation))
    }
  }

  private static func power(of effect: Double, _ deviation: Double) -> Double {
    PowerAnalysis().power(
      difference: effect, variance: deviation * deviation / 2, sizePerGroup: 1)
  }

  private static let reading =
    "Bias: what it shows beside the truth. Claimed: its standard errors beside the real spread of the "
    + "effects; below 1 they are too small. Covers: its intervals that contain the truth. Alarms: "
    + "experiments without any effect in which it sees one; 5% is what it promises."

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
      })
  }

  private func bias(_ row: ExperimentDesign, _ style: NumberStyle) -> String {
    guard let value = row.bias.value, let interval = row.bias.interval else { return "–" }
    return "\(style.signedDistance(value)) ± \(style.distance(interval.halfWidth))"
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
      "Who looks each time and stops when it is green is wrong in \(NumberText.percent(alarms)) of "
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

extension ExperimentDesign {
  /// Whether it may be used, in two or three words.
  fileprivate var verdict: String {
    if !isValid { return "not valid" }
    if !isTrue { return "beside the truth" }
    return bias.isSure ? "near the truth" : "sound"
  }
}

extension ExperimentInteraction {
  /// What it is, and whether the planned design finds it, in words.
  fileprivate func answer(in style: NumberStyle) -> String {
    let parts = alone.map { "'\($0)'" }.joined(separator: " and ")
    guard let truth = truth.value, let shown = shown.value else {
      return "What '\(name)' does beyond \(parts) cannot be told."
    }
    let interval =
      "95% interval: \(style.signedDistance(self.truth.low ?? 0)) to \(style.signedDistance(self.truth.high ?? 0))"
    return
      "Beyond \(parts), '\(name)' does \(style.signedDistance(truth)) (\(interval)): their interaction. The "
      + "planned design shows \(style.signedDistance(shown)) with a standard error of \(style.distance(deviation)); "
      + "it finds one of \(style.distance(detectable)) in four of five experiments, and this one in "
      + "\(power.textWithInterval)."
  }
}
