public import GrowthloopFindings
import Statistics

extension CalibrationFindings: ReportedFindings {
  /// The page of `calibrate`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question,
      answer: ReportAnswer(
        opening.joined(separator: "\n"), basis: remarks.joined(separator: " ")),
      command: command,
      facts: [
        .init("The funnel", funnel), .init("Runs", "\(runs)"), .init("Waves", "\(waves.count)"),
        .init("Seed", "\(seed)"),
      ],
      sections: [
        Section(
          "What the data say", anchor: "answer",
          [beforeAndAfter.map(Block.chart) ?? .table(parameterTable), .paragraph(Self.reading)]),
        Section(
          "What the model says of the data", anchor: "counts",
          [.paragraph(fit), .chart(observedAndPredicted), .paragraph(Self.reading(of: counts))]),
        Section("How it was found", anchor: "waves", [.table(waveTable), correlations]),
        .evidence(parameters),
      ])
  }

  /// The calibration in the form for a terminal.
  public var summary: Report {
    let notable = counts.filter { $0.isHeldOut || ($0.distance?.magnitude ?? 0) > 2 }
    var blocks =
      (opening + remarks).map(Block.paragraph) + [.table(parameterTable), .paragraph(Self.reading)]
    if !counts.isEmpty { blocks.append(.paragraph(fit)) }
    if !notable.isEmpty {
      blocks += [
        .table(Table(of: notable, Self.countColumns)), .paragraph(Self.reading(of: notable)),
      ]
    }
    return Report(
      title, command: command,
      sections: [
        Section(
          blocks + [
            .paragraph(
              "\(funnel). Seed \(seed); \(runs) runs in \(waves.count.counting("wave"))"
                + (isPartial ? ", then interrupted" : " and a check")
                + ". Of what the ranges allow each wave left: "
                + waves.map { share($0.left) }.joined(separator: ", ") + ".")
          ])
      ])
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("parameters.csv", CSV(of: calibrated, Self.parameterColumns).description),
      .init("counts.csv", CSV(of: counts, Self.countColumns).description),
      .init("summary.md", summary.markdown),
    ]
  }
}

// MARK: Words

extension CalibrationFindings {
  /// What speaks against any answer, next month, what to do next, and then what the data say.
  private var opening: [String] {
    guard calibrated.contains(where: { $0.verdict != nil }) else {
      return ["Interrupted before the first wave had finished: nothing is known yet."]
    }
    return faults.prefix(Self.mostFaults).map(words)
      + [
        contradiction, misshapen, unsettled, month, next, gain, identified, spread, together,
        unknown, rehearsed, flat,
      ].compactMap(\.self)
  }

  /// What invites bring in the month after the table.
  private var month: String? {
    guard let nextMonth, let value = nextMonth.newcomers.value,
      let low = nextMonth.newcomers.low, let high = nextMonth.newcomers.high
    else { return nil }
    func people(_ number: Double) -> String { NumberText.grouped(max(0, number.rounded())) }
    let time =
      nextMonth.firstDay.map { "In the \(nextMonth.days) days from \($0)" }
      ?? "In the \(nextMonth.days) days after the funnel"
    let doubt =
      isDoubted ? " Do not plan with this number yet, for the reasons above." : heldOutDoubt
    return "\(time) invites will bring \(people(value)) people to the home screen (95% of draws: "
      + "\(people(low)) to \(people(high))). As in your funnel, these are people whose invite is known; "
      + "'simulate' also counts those whose invite left no trace.\(doubt)"
  }

  /// That days which the fit did not see came out otherwise; with a blank before it, and empty where most
  /// of their counts lie where nine in ten runs do.
  private var heldOutDoubt: String {
    let held = counts.filter { $0.isHeldOut && $0.observed != nil }
    let missed = held.filter { $0.isWithin == false }
    guard 2 * missed.count > held.count else { return "" }
    let high = missed.count { ($0.observed ?? 0) < $0.predicted }
    let how =
      high == missed.count ? "too high" : high == 0 ? "too low" : "too high or too low"
    let of = missed.count == held.count ? "all \(held.count)" : "\(missed.count) of \(held.count)"
    return " Doubt it: for the days held out, which the fit did not see, the model is \(how) in "
      + "\(of) counts."
  }

  /// The input that matters most to next month; before that is known, the one that is known worst.
  private var leading: (row: CalibratedFound, share: Double?)? {
    let top = nextMonth?.inputs.first { $0.share >= Self.leastShare }
    if let top, let row = calibrated.first(where: { $0.parameter == top.parameter }) {
      return (row, top.share)
    }
    return calibrated.max { ($0.width ?? 0) < ($1.width ?? 0) }.map { ($0, nil) }
  }

  /// The least share of a variance by which an input is said to matter.
  private static let leastShare = 0.1

  /// What to do next: which events to log, which input to measure, and for how many more days.
  private var next: String? {
    guard !faults.isEmpty || isContradicted else { return measure }
    return faults.isEmpty
      ? "What next: change the model as said above, and calibrate again."
      : "What next: check the days named above, and calibrate again."
  }

  private var measure: String? {
    guard let (row, share) = leading else { return nil }
    let name = row.parameter
    let weight =
      share.map {
        "Of all inputs it adds most to what is not known of next month: \(NumberText.percent($0))."
      }
      ?? "It is the input that is known worst."
    guard let days = row.daysToHalve, row.verdict != .notIdentified, row.verdict != .together else {
      return
        "What next: measure \(name) by itself. \(weight) More days of these counts do not show it."
    }
    return
      "What next: measure \(name). \(weight) \(NumberText.grouped(days.rounded(.up))) more days of "
      + "these counts halve the interval of that input."
  }

  private func found(_ verdict: CalibratedFound.Verdict) -> [CalibratedFound] {
    calibrated.filter { $0.verdict == verdict }
  }

  private var identified: String? {
    let known = found(isDoubted ? .doubted : .identified)
    let isOne = calibrated.count == 1
    let of =
      isOne ? "the parameter" : "\(known.count) of \(calibrated.count.counting("parameter"))"
    guard !known.isEmpty else {
      return isOne
        ? "These data do not identify the parameter."
        : "These data identify none of the \(calibrated.count.counting("parameter"))."
    }
    let list = known.map(\.inWords).joined(separator: ", ")
    return isDoubted
      ? "Do not use these values yet. Without that the data would identify \(of): \(list)."
      : "These data identify \(of): \(list)."
  }

  private static let mostFaults = 3

  /// Names the days of a fault, and what often makes such a one.
  private func words(for fault: FunnelFaultFound) -> String {
    let days =
      fault.first == fault.last ? "day \(fault.first)" : "days \(fault.first) to \(fault.last)"
    let place = fault.isOfSending ? "of the invites of \(days)" : "on \(days)"
    let count = fault.count > 0 ? "\(Int(fault.count))" : "none"
    return "Check the \(fault.stage) \(place): \(count) counted, where "
      + "\(Int(fault.expected.rounded())) would be like the rest. "
      + (fault.count > fault.expected
        ? "Were events logged twice?"
        : "Were events lost? Write what is not known as an empty count.")
  }

  private var unsettled: String? {
    guard isUnsettled, let worst = leastSettled else { return nil }
    return "\(runs) runs are too few: others would move \(worst.row.parameter) by "
      + "\(NumberText.decimal(worst.error, 1)) of its standard deviations. \(worst.remedy)"
  }

  private var spread: String? {
    guard isSpread == true, !isUnsettled, let worst = leastSettled else { return nil }
    let more = (1 + worst.error * worst.error).squareRoot() - 1
    let runs = NumberText.grouped(Double(runs))
    return "\(runs) runs are a little few: the interval of \(worst.row.parameter) is "
      + "\(NumberText.percent(more)) wider than it need be. \(worst.remedy)"
  }

  /// The parameter whose middle other runs would move farthest, and how many would do.
  private var leastSettled: (row: CalibratedFound, error: Double, remedy: String)? {
    guard let worst = calibrated.max(by: { $0.medianError ?? 0 < $1.medianError ?? 0 }),
      let error = worst.medianError
    else { return nil }
    // The error falls with the root of the runs.
    let factor = min(max((error / Self.settledError) * (error / Self.settledError), 2), 10)
    let runs = Int((Double(runs) * factor / 100).rounded(.up)) * 100
    return (worst, error, "Try --set budget.runs=\(runs).")
  }

  /// The error of a median that is called small.
  private static let settledError = 0.25

  private var together: String? {
    let known = found(.together)
    guard !known.isEmpty else { return nil }
    return known.map { row in
      let partners = row.partners.prefix(3).joined(separator: ", ")
      return "\(row.parameter) is known only together with \(partners). By itself anything from "
        + "\(row.low ?? "") to \(row.high ?? "") fits."
    }.joined(separator: " ")
  }

  private var unknown: String? {
    let (blank, prior) = (found(.notIdentified), found(.priorSpoke))
    var words: [String] = []
    if !blank.isEmpty {
      words.append(
        "These data say nothing about \(blank.map(\.parameter).joined(separator: ", ")).")
    }
    if !prior.isEmpty {
      let list = prior.map(\.inWords).joined(separator: ", ")
      words.append("For \(list) the interval comes from the sources, not from the data.")
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private var rehearsed: String? {
    guard isRehearsal else { return nil }
    let judged = calibrated.compactMap(\.holdsTruth)
    return
      "A rehearsal: the funnel was simulated with the scenario's own values. The intervals contain "
      + "\(judged.count { $0 }) of the \(judged.count)."
  }

  /// Names the stages whose lags are not those of the scenario's delay.
  private var misshapen: String? {
    let wrong = shapes.filter(\.isContradiction)
    guard !wrong.isEmpty else { return nil }
    return wrong.map { shape in
      "The \(shape.stage) have another shape of delay than the scenario: \(Int(shape.count)) came two "
        + "days after sending and later, where the model has \(Int(shape.expected.rounded())). "
        + "Give this delay a \(shape.distance < 0 ? "smaller" : "larger") sigma in the scenario, and "
        + "calibrate again."
    }.joined(separator: " ")
  }

  private var contradiction: String? {
    guard isBeyondChance else { return nil }
    func distance(_ row: CalibratedCount) -> Double { row.distance?.magnitude ?? 0 }
    let sure = counts.filter(\.isContradiction)
    let worst = (sure.isEmpty ? counts : sure).sorted { distance($0) > distance($1) }
    let list = worst.prefix(2).map { row in
      "\(row.name) \(row.observed.map { row.style.text($0) } ?? "–"), where it comes to "
        + "\(row.style.text(row.predicted))"
    }
    let which = list.isEmpty ? "." : ": \(list.joined(separator: ", and "))."
    let extent =
      sure.isEmpty
      ? "No count by itself, but those of a stage together are further off than chance allows"
      : "\(sure.count.counting("count")) of \(counts.count { $0.distance != nil }) are further off "
        + "than chance allows"
    return "The model cannot have all of this at once\(which) "
      + "\(extent). So do not trust the intervals. Calibrate another parameter, such as the shape of a delay, "
      + "check these counts, or allow a larger discrepancy."
  }

  private var flat: String? {
    guard !directions.isEmpty else { return nil }
    return "These changes move nothing that is observed: "
      + "\(directions.prefix(3).joined(separator: "; "))."
  }

  private var gain: String? {
    let best = stages.max { gain(of: $0) < gain(of: $1) }
    guard let best, gain(of: best) > 1.3 else { return nil }
    return "If \(best.stage) were logged too, \(best.parameter) would be known "
      + "\(NumberText.significant(gain(of: best), digits: 2)) times as well."
  }

  private func gain(of stage: LoggedStageFound) -> Double {
    stage.widthWithStage > 0 ? stage.width / stage.widthWithStage : 1
  }

  private func share(_ value: Double) -> String {
    value > 0 ? NumberText.percent(value) : "below 0.05%"
  }

  private static let reading =
    "Each interval holds 95% of what fits the data and the sources. 'Left' is its width, as a share of the "
    + "width before: at 100% the data added nothing."

  private var parameterTable: Table { Table(of: calibrated, Self.parameterColumns) }

  private static var parameterColumns: [RowColumn<CalibratedFound>] {
    [
      .words("parameter", \.parameter), .words("value", as: "scenario", \.value),
      .table("before", \.prior), .table("after", \.interval),
      .file("median") { $0.median ?? "" }, .file("low") { $0.low ?? "" },
      .file("high") { $0.high ?? "" },
      // Chance can make the interval wider than before, which tells no more than nothing.
      .number("width", as: "left", \.width) {
        $0.width.map { NumberText.percent(min(1, $0)) } ?? "–"
      },
      .file("verdict") { $0.verdict?.rawValue ?? "" }, .table("verdict", \.words),
      .file("with") { $0.partners.joined(separator: " ") },
      .file("medianError", number: \.medianError),
    ]
  }

  private var fit: String {
    let compared = counts.filter { !$0.isHeldOut && $0.observed != nil }
    let held = counts.filter { $0.isHeldOut && $0.observed != nil }
    var words =
      "\(compared.count { $0.isWithin == true }) of the \(compared.count) counts that were compared lie "
      + "where nine in ten runs with calibrated values do."
    if !held.isEmpty {
      words +=
        " Of the \(held.count) that were held out \(held.count { $0.isWithin == true }) do."
    }
    return words
  }

  private static var countColumns: [RowColumn<CalibratedCount>] {
    [
      .file("count", \.name), .table("count") { $0.name + ($0.isHeldOut ? ", held out" : "") },
      .number("observed", \.observed) { row in row.observed.map { row.style.text($0) } ?? "–" },
      .number("predicted", as: "calibrated", \.predicted) { $0.style.text($0.predicted) },
      .table("nine in ten runs") { "\($0.style.text($0.low)) to \($0.style.text($0.high))" },
      .file("low", number: \.low), .file("high", number: \.high),
      .number("distance", as: "off by", \.distance) {
        $0.distance.map { NumberStyle.ratio.signed($0) } ?? "–"
      },
      .file("heldOut") { "\($0.isHeldOut)" },
    ]
  }

  /// What the columns of these counts mean.
  private static func reading(of counts: [CalibratedCount]) -> String {
    let hasShares = counts.contains { $0.style == .share }
    let kinds =
      hasShares
      ? "Shares are of those who could still come; other counts are a day's."
      : "Counts are a day's."
    guard counts.contains(where: { $0.distance != nil }) else { return kinds }
    return kinds + " 'Off by' is in standard deviations. They hold chance, the error of the fit's "
      + "approximation, and what the model may miss."
  }

  private var waveTable: Table {
    Table(
      [.number("wave"), .number("runs"), .number("left of what the ranges allow")],
      waves.enumerated().map { ["\($0 + 1)", "\($1.runs)", share($1.left)] })
  }

  /// The pairs of parameters that are known together, the closest first: a table of all with all is
  /// wider than a page.
  private var correlations: Block {
    let pairs = calibrated.indices.flatMap { row in
      calibrated[row].correlations.prefix(row).enumerated().map {
        (one: calibrated[$0].parameter, other: calibrated[row].parameter, value: $1)
      }
    }.filter { $0.value.magnitude >= Self.leastCorrelation }
      .sorted { $0.value.magnitude > $1.value.magnitude }
    guard !pairs.isEmpty else {
      return .paragraph("Each parameter is known by itself: no correlation reaches 0.3.")
    }
    return .table(
      Table(
        ["parameter", "is known with", .number("correlation")],
        pairs.map { [$0.one, $0.other, NumberText.decimal($0.value, 2)] }))
  }

  private static let leastCorrelation = 0.3

  /// Each parameter before and after, beside the scenario's value; `nil` without numbers.
  private var beforeAndAfter: Chart? {
    let rows = calibrated.flatMap { row -> [DifferenceChart.Row] in
      guard let given = row.given, given != 0, let before = row.before, let after = row.after else {
        return []
      }
      return [("before", before), ("after", after)].map { time, measure in
        DifferenceChart.Row(
          "\(row.parameter), \(time)", unit: "", base: given, variant: measure.value,
          difference: measure.less(given))
      }
    }
    guard !rows.isEmpty else { return nil }
    return Chart(
      "What was known before, and what is known after",
      caption:
        "Each line holds 95% of what was possible, as a difference from the scenario's value. Grey lines "
        + "hold that value.",
      .differences(DifferenceChart(rows, along: "difference from the scenario's value")),
      numbers: .table(parameterTable))
  }

  /// Each count as it was observed, beside those of the calibrated runs.
  private var observedAndPredicted: Chart {
    let rows = counts.compactMap { row -> DifferenceChart.Row? in
      guard let observed = row.observed else { return nil }
      return DifferenceChart.Row(
        row.name + (row.isHeldOut ? ", held out" : ""), unit: "", base: row.predicted,
        variant: observed,
        difference: Measure(
          observed - row.predicted, from: observed - row.high, to: observed - row.low,
          in: row.style, confidence: 0.9))
    }
    return Chart(
      "Observed beside predicted",
      caption:
        "How far each count lies above or below that of the calibrated runs. The line holds zero where nine "
        + "in ten runs do as well.",
      .differences(DifferenceChart(rows, along: "observed less predicted, of the predicted")),
      numbers: .table(Table(of: counts, Self.countColumns)))
  }
}

extension Measure {
  /// The measure less a number, with both ends.
  fileprivate func less(_ number: Double) -> Measure {
    Measure(
      value.map { $0 - number }, from: low.map { $0 - number }, to: high.map { $0 - number },
      in: style)
  }
}

extension CalibratedFound {
  /// What was found, in the words of the parameter where it has any.
  fileprivate var inWords: String {
    let change = SettingChange(parameter, base: value, variant: median)
    return SettingWords.found(change, from: low, to: high, hasBase: false)
      ?? "\(parameter) \(interval)"
  }

  fileprivate var interval: String {
    guard let median, let low, let high else { return "–" }
    return "\(median) (\(low) to \(high))"
  }

  fileprivate var words: String {
    switch verdict {
    case .identified: "identified"
    case .doubted: "in doubt"
    case .together: "only together with \(partners.prefix(2).joined(separator: ", "))"
    case .notIdentified: "not by these data"
    case .priorSpoke: "from its sources"
    case nil: "–"
    }
  }
}

extension ReplicatedFindings {
  /// The number of replications, and the reason for their end.
  var replicationsText: String {
    switch ending {
    case .cancelled: "\(replications) of \(replicationsWanted): interrupted"
    case .precise: "\(replications), enough for the precision wanted"
    case .decided, .complete: "\(replications)"
    }
  }

  /// The same as the clause of a sentence.
  var replicationsClause: String {
    let count = replications.counting("replication")
    return switch ending {
    case .cancelled:
      "PARTIAL: interrupted after \(replications) of \(replicationsWanted) replications"
    case .precise: "\(count), enough for the precision wanted"
    case .decided: "\(count), enough to decide every gate"
    case .complete: count
    }
  }
}
