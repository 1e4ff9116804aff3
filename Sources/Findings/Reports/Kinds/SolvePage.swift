public import GrowthloopFindings
import Statistics

extension SolveFindings: ReportedFindings {
  /// The page of `solve`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, answer: answer, command: command,
      facts: [
        .init("Target", "\(metric) = \(style.text(target))"),
        .init("Now", base.textWithInterval), .init("Unit", unit), .init("Seed", "\(seed)"),
        .init("Replications", "\(replications)"),
        .init("At the answer", "\(answerReplications ?? replications)"),
        .init("Points", "\(evaluations)"),
      ],
      sections: [
        Section(
          "What would have to be true", anchor: "answer",
          [.table(table), .paragraph(Self.reading + smallerMarkets)]),
        frontierSection, .evidence(parameters),
      ].compactMap(\.self))
  }

  /// The search in the form for a terminal.
  public var summary: Report {
    var blocks: [Block] = [.table(table), .paragraph(Self.reading + smallerMarkets)]
    if let frontier, frontier.isDrawn {
      blocks += [.paragraph(frontier.sentence(metric, style.text(target))), .table(frontier.table)]
    }
    return Report(
      title, question: question, answer: answer, command: command,
      sections: [
        Section(
          blocks + [
            .paragraph(
              "\(metric): \(definition) Seed \(seed); \(replications.counting("replication")) at the "
                + "base, \(answerReplications ?? replications) at the answer; "
                + "\(evaluations.counting("point")) evaluated.")
          ])
      ])
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("nearest.csv", CSV(of: solved, columns).description),
      .init(
        "frontier.csv",
        CSV(
          of: frontier?.points ?? [],
          [
            .file(frontier?.x.parameter ?? "x", \.xValue),
            .file(frontier?.y.parameter ?? "y") { $0.yValue ?? "" },
          ]
        ).description), .init("summary.md", summary.markdown),
    ]
  }

  // MARK: Words

  /// The opening of the report: the answer, and what the ranges rest on.
  public var answer: ReportAnswer? {
    let assumed = solved.count(where: \.isAssumed)
    let ends = solved.filter { $0.nearest == $0.low || $0.nearest == $0.high }
      .filter { $0.nearest != $0.value }
      .map(\.parameter)
    let which =
      assumed == 0
      ? "\(solved.count == 1 ? "which is not" : "none of them") assumed"
      : "of which \(assumed) \(assumed == 1 ? "is" : "are") assumed: from half to double"
    let basis =
      "It rests on the range\(solved.count == 1 ? "" : "s") of \(solved.count.counting("parameter")), \(which)."
      + (ends.isEmpty ? "" : " At an end of its range: \(ends.joined(separator: ", ")).")
      + heldToMeasured
      + beyondMeasured.map {
        " \($0.row.parameter) is measured, from \($0.range.low) to \($0.range.high): at "
          + "\($0.row.nearest ?? "") the product itself would have to change."
      }.joined()
      + nearlyEverybody.map {
        " \($0.parameter) at \($0.nearest ?? "") is nearly everybody: few products reach that."
      }
      .joined()
    return ReportAnswer(
      (sentences + remarks).joined(separator: "\n"), basis: distance == nil ? nil : basis)
  }

  /// The answer, a sentence or two.
  private var sentences: [String] {
    let goal = "\(metric) of \(style.text(target))"
    let words = HeadlineMetric(metric, label: nil, unit: unit, style: style)
      .sentence(style.text(target))
    guard distance != nil else {
      return [
        base.value == nil
          ? isPartial
            ? "Interrupted before \(metric) was measured."
            : "\(metric) has no value here: there is nothing to solve."
          : "Interrupted before a point with \(goal) was found; now it is \(base.textWithInterval)."
      ]
    }
    if !isReached, isPartial {
      return [
        "Interrupted before a point with \(goal) was found. Now it is \(base.textWithInterval). The nearest so far has "
          + "about \(confirmed.text), with \(moves)."
      ]
    }
    if !isReached {
      return [
        "Out of reach: that \(words.lowercasedAtStart) (\(metric)). Nothing within the ranges of the "
          + "\(solved.count.counting("parameter")) that may change was found to do it. Now it is \(base.textWithInterval). The nearest is \(confirmed.textWithInterval), with \(moves).",
        fewer, alone,
      ].compactMap(\.self)
    }
    guard !moves.isEmpty else {
      let within = solved.compactMap { row in row.interval.map { "\(row.parameter) at \($0)" } }
      return [
        "A \(goal) needs no change: it is \(confirmed.textWithInterval) as things are."
          + (within.isEmpty ? "" : " So it would be within \(within.joined(separator: ", ")).")
      ]
    }
    let isConfirmed = confirmed.interval.map { $0.contains(target) } ?? false
    let there =
      "Confirmed with fresh random numbers: \(metric) is \(confirmed.textWithInterval) there"
    return [
      "The target: \(words.lowercasedAtStart) (\(metric)). Now it is \(base.textWithInterval)\(side). "
        + "For the target this would have to be true: \(moves). No smaller change "
        + (keepsPeople == true ? "that brings as many people by invites " : "")
        + "was found within the ranges.",
      confirmed.value == nil
        ? "Interrupted before fresh random numbers could confirm it."
        : isConfirmed
          ? "\(there)."
          : "\(there). That does not contain the target: try --replications \(4 * replications).",
      fewer, alone,
    ].compactMap(\.self)
  }

  /// That the nearest point brings fewer people; `nil` where it does not, or that is not known.
  private var fewer: String? {
    people?.fewerPeople.map {
      "It \(isReached ? "reaches \(style.text(target))" : "comes nearest"), but brings \($0) by "
        + "invites than today."
    }
  }

  /// In which markets the points were simulated; empty where all were in the scenario's own.
  private var smallerMarkets: String {
    guard let people = peoplePerPerson, people.count == 2 else { return "" }
    let (way, end) = (people[0], people[1])
    let atEnd =
      end == 1 ? "at the answer everybody is simulated" : "at the answer it stands for \(end)"
    return way == 1
      ? " At the answer one simulated person stands for \(end), in the same proportions."
      : " On the way one simulated person stands for \(way), in the same proportions; \(atEnd)."
  }

  /// Where things stand, if the target lies below them.
  private var side: String {
    (base.low ?? base.value ?? 0) > target ? ", which is more already" : ""
  }

  /// The measured parameters, which stay within the intervals of their counts.
  private var heldToMeasured: String {
    let held = solved.filter { row in
      parameters.contains {
        $0.name == row.parameter && $0.range?.cases != nil && $0.range?.low == row.low
          && $0.range?.high == row.high
      }
    }.map(\.parameter)
    guard let first = held.first else { return "" }
    return " Measured, and so only moved within the interval of the count: "
      + "\(held.joined(separator: ", ")). If the product itself can change one, give it a range, such as "
      + "'--vary \(first)=LOW:HIGH'."
  }

  /// The parameters that are moved beyond the interval of their measurement.
  private var beyondMeasured: [(row: SolvedParameter, range: ParameterRange)] {
    solved.compactMap { row in
      guard let range = parameters.first(where: { $0.name == row.parameter })?.range,
        range.cases != nil, let nearest = row.nearest.flatMap(Double.init),
        let low = Double(range.low), let high = Double(range.high),
        !(low...high).contains(nearest)
      else { return nil }
      return (row, range)
    }
  }

  /// Chances that are moved to where hardly anyone is left out.
  private var nearlyEverybody: [SolvedParameter] {
    solved.filter { row in
      guard let now = Double(row.value), let high = Double(row.high),
        let nearest = row.nearest.flatMap(Double.init)
      else { return false }
      return high <= 1 && now < 0.9 && nearest >= 0.95
    }
  }

  /// The changes of the nearest point, the farthest first.
  private var moves: String {
    let moved = solved.filter { $0.nearest != nil && $0.nearest != $0.value }
      .sorted { ($0.moved ?? 0).magnitude > ($1.moved ?? 0).magnitude }
    let named = moved.prefix(Self.mostNamed)
      .enumerated().map { place, row in
        let change = SettingChange(row.parameter, base: row.value, variant: row.nearest)
        if let words = SettingWords.found(change, from: row.from, to: row.to) { return words }
        let interval = row.interval.map { " (\(place == 0 ? "95% interval: " : "")\($0))" }
        return "\(row.parameter) \(row.value) → \(row.nearest ?? "")\(interval ?? "")"
      }
    let rest = moved.count - named.count
    return (named + (rest > 0 ? ["\(rest) more below"] : [])).joined(separator: ", ")
  }

  /// The greatest number of changes in a sentence.
  private static let mostNamed = 6

  /// What a single parameter does, where several may change.
  private var alone: String? {
    guard solved.count > 1, let base = base.value else { return nil }
    // Those that bring fewer people come last.
    let all = solved.filter { $0.alone != nil }
    let harmful = all.filter { $0.alonePeople?.isLoss == true }
    let reaching = all.filter { $0.alonePeople?.isLoss != true } + harmful
    if !reaching.isEmpty {
      let named = reaching.prefix(3).map { row in
        "\(row.parameter) at about \(row.alone ?? "")"
          + (row.alonePeople?.fewerPeople.map { " (which brings \($0))" } ?? "")
      }
      let rest = reaching.count - named.count
      return "One parameter by itself has it: "
        + (named + (rest > 0 ? ["\(rest) more below"] : [])).joined(separator: ", or ") + "."
    }
    let gains = solved.compactMap { row in row.aloneReaches.map { (row: row, value: $0) } }
    guard
      let most = gains.min(by: {
        ($0.value - target).magnitude < ($1.value - target).magnitude
      }), most.value != base
    else { return nil }
    return
      "No parameter has it by itself: \(most.row.parameter) comes nearest, with "
      + "\(style.text(most.value))."
  }

  private static let reading =
    "Distances are in half ranges: 1 is as far as from the middle of a range to its end, by ratios, and for chances by "
    + "odds. The 95% interval holds the values at which fresh random numbers may have the target, on the way from now to the "
    + "nearest point. 'Alone' is about the value that has the target while all others stay. Where none has, it is what the "
    + "metric reaches."

  private var table: Table { Table(of: solved, columns) }

  private var columns: [RowColumn<SolvedParameter>] {
    [
      .words("parameter", \.parameter), .words("value", as: "now", \.value),
      .table("range") { "\($0.low) to \($0.high)" + ($0.isAssumed ? ", assumed" : "") },
      .file("low", \.low), .file("high", \.high), .file("assumed") { "\($0.isAssumed)" },
      .file("nearest") { $0.nearest ?? "" }, .table("nearest") { $0.nearest ?? "–" },
      .file("nearestLow") { $0.from ?? "" }, .file("nearestHigh") { $0.to ?? "" },
      .table("95% interval") { $0.interval ?? "–" },
      .number("halfRanges", as: "half ranges", \.moved) {
        $0.moved.map { NumberStyle.ratio.signed($0) } ?? "–"
      },
      .file("alone") { $0.alone ?? "" },
      .table("alone") { $0.alone ?? $0.aloneReaches.map(aloneText) ?? "–" },
    ]
  }

  private func aloneText(_ reached: Double) -> String {
    let text = style.text(reached)
    return base.value.map(style.text) == text ? "stays at \(text)" : "reaches \(text)"
  }

  private var frontierSection: Section? {
    frontier.flatMap { frontier in
      guard frontier.isDrawn else { return nil }
      return Section(
        "The frontier", anchor: "frontier",
        [
          .chart(
            Chart(
              "\(frontier.x.parameter) and \(frontier.y.parameter) for \(metric) = \(style.text(target))",
              caption: frontier.sentence(metric, style.text(target)),
              .lines(frontier.chart), numbers: .table(frontier.table)))
        ])
    }
  }
}

extension Measure {
  /// A loss of people in words: `12.0% fewer people`; `nil` where it is none.
  fileprivate var fewerPeople: String? {
    isLoss ? value.map { "\(NumberText.percent($0.magnitude)) fewer people" } : nil
  }
}

extension SolvedParameter {
  /// The interval of the value at the nearest point, from end to end.
  fileprivate var interval: String? { from.flatMap { from in to.map { "\(from) to \($0)" } } }
}

extension SolvedFrontier {
  /// Whether two points of it have the target: with fewer there is no line, and a table of dashes.
  fileprivate var isDrawn: Bool { points.count { $0.yValue != nil } >= 2 }

  fileprivate func sentence(_ metric: String, _ target: String) -> String {
    "Each pair of values on the frontier has \(metric) = \(target), with the other parameters as at the "
      + "nearest point; a dash: no value in the range of \(y.parameter) has."
  }

  fileprivate var table: Table {
    Table(
      [.number(x.parameter), .number(y.parameter)], points.map { [$0.xValue, $0.yValue ?? "–"] })
  }

  fileprivate var chart: LineChart {
    LineChart(
      x: Axis(x.title, x.style), y: Axis(y.title, y.style),
      [
        .init("the frontier", points.map { .init($0.x, $0.y) }),
        .init("now", [.init(x.base, y.base)], isJoined: false),
        .init("the nearest point", [.init(x.nearest, y.nearest)], isJoined: false),
      ])
  }
}

extension SolvedFrontier.Coordinate {
  fileprivate var title: String { style == .days ? "\(parameter), days" : parameter }
}
