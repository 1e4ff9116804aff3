public import GrowthloopFindings
import Statistics

extension RolloutFindings: ReportedFindings {
  /// The page of `rollout`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, answer: ReportAnswer(opening.joined(separator: "\n")),
      command: command,
      facts: [
        .init("The plan", plans.first.map { "\($0.stages), \($0.rule), \($0.onUndecided)" } ?? "–"),
        .init("The defect", defect.joined(separator: ", ")), .init("Seed", "\(seed)"),
        .init("Replications", "\(replications)"), .init("Rollouts a plan", "\(ramps)"),
      ],
      verdict: Report.Verdict(judged),
      sections: [
        judged.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(judged)]),
        Section(
          "The plan as written", anchor: "ramp",
          [.chart(rampChart), .table(guardrailTable), .paragraph(guardrailReading)]),
        Section(
          "Plans side by side", anchor: "plans", planBlocks),
        Section("How it is computed", anchor: "limits", [.paragraph(Self.limits)]),
        .evidence(parameters),
      ].compactMap(\.self))
  }

  /// The comparison in the form for a terminal.
  public var summary: Report {
    Report(
      title, command: command,
      sections: [
        Section(
          opening.map(Block.paragraph) + [
            .table(guardrailTable), .paragraph(guardrailReading),
          ] + planBlocks + [
            .paragraph(Self.limits),
            .paragraph(
              "Seed \(seed); \(replications.counting("replication")) of each world, "
                + "\(ramps) rollouts of each plan with the defect and \(ramps) without."),
          ])
      ] + (gates == nil ? [] : [Section("Gates", anchor: "gates", [.table(Table(gates: judged))])]))
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("plans.csv", CSV(of: plans, planColumns).description),
      .init("summary.md", summary.markdown),
    ]
  }
}

// MARK: Words

extension RolloutFindings {
  /// The answer first, then the plan as written.
  private var opening: [String] {
    ([verdict, written, ramped, control] + unmoved + unreached
      + [phases.isEmpty ? nil : phaseWords, fitted?.caution]).compactMap(\.self)
      .flatMap { $0.split(separator: "\n").map(String.init) }
  }

  private var verdict: String {
    guard let first = guardrails.first, !plans.isEmpty else { return "Nothing was compared." }
    guard guardrails.contains(where: { $0.effect == .harm }) else {
      let lost = atOnce.map { "Ship at once: \($0).\n" } ?? "Ship at once: nothing is lost.\n"
      return
        "\(lost)No rollout can find this defect, since it harms none of the guardrails: watch a metric "
        + "that it harms."
    }
    if let advised {
      return
        "\(rollOut(by: advised)) It finds the defect in \(advised.detected.text) of "
        + "rollouts\(half(by: advised.day)). \(harm(of: advised, first)) Of the plans that \(goal), it does "
        + "least harm."
    }
    let most =
      plans.filter { falseShare($0) <= mostFalse }.compactMap(\.detected.value).max().map {
        "Of the plans that stop so few good ones, the best finds it in \(NumberText.percent($0))."
      } ?? "None stops so few good ones."
    return "\(decision)\n\(obstacleWords) A good plan would \(goal): none tried here does. \(most)"
  }

  /// What to do where no plan is good enough.
  private var decision: String {
    guard let obstacle, plans.indices.contains(obstacle.plan) else { return "" }
    let nearest = plans[obstacle.plan]
    let finds = nearest.detected.value ?? 0
    if finds >= leastDetection {
      return obstacle.times.value.map { $0 <= 1 } == true
        ? "Try again with more rollouts before you choose."
        : "Mend the plan before you roll out: it stops too many sound releases."
    }
    guard finds < Self.leastUseful, let atOnce else {
      return
        "\(rollOut(by: nearest)) No plan here is good enough for so few users, and this one comes nearest: "
        + "it finds the defect in \(nearest.detected.text) of rollouts. On average \(nearest.lost.text) events of "
        + "\(guardrails.first?.inWords ?? "") are lost until the change is off."
        + (atOnce.map { " If you ship at once, \($0)." } ?? "")
    }
    return "Ship at once: \(atOnce). A ramp would find this defect in only "
      + "\(nearest.detected.text) of rollouts. In the others everybody has it in the end, and the loss goes on as "
      + "it would at once. A ramp also delays what is sound."
  }

  /// A ramp that finds the defect less often is no protection, and delays what is sound.
  private static let leastUseful = 0.2

  /// The most that can be lost until the end of the ramp if everybody has the defect at once, in a
  /// clause; `nil` where nothing can be.
  ///
  /// A day's events, times the far end of the interval of what the defect does.
  private var atOnce: String? {
    let losses = guardrails.compactMap { row -> (events: Double, metric: String)? in
      guard row.effect != .improvement else { return nil }
      let ends = [
        row.difference.low ?? row.with - row.without,
        row.difference.high ?? row.with - row.without,
      ]
      // A rise harms where the limit lies above.
      let worst = row.limit.contains("above") ? max(ends[1], 0) : max(-ends[0], 0)
      let events = worst * row.perDay * Double(days.count)
      return events > 0 ? (events, row.inWords) : nil
    }
    guard let most = losses.max(by: { $0.events < $1.events }) else { return nil }
    return "the most that can be lost in \(days.count.counting("day")) is "
      + "\(NumberText.grouped(most.events.rounded(.up))) events of \(most.metric)"
  }

  /// By when half of the rollouts that find the defect have found it; with a comma before it.
  private func half(by day: Int?) -> String {
    day.map { ", half of these by day \($0)" } ?? ""
  }

  /// What a plan must do to be advised.
  private var goal: String {
    "find the defect in \(NumberText.percent(leastDetection)) of rollouts before everybody has it, and "
      + "stop at most \(NumberText.percent(mostFalse)) of good rollouts"
  }

  /// What forbids a good plan, and what would permit one.
  private var obstacleWords: String {
    guard let obstacle, plans.indices.contains(obstacle.plan) else { return "" }
    let plan = plans[obstacle.plan]
    if let times = obstacle.times.value {
      if (plan.detected.value ?? 0) >= leastDetection {
        return
          "False rollbacks forbid it, and not the volume. \(words(of: plan)) finds the defect in "
          + "\(plan.detected.text). It stops \(NumberText.percent(falseShare(plan))) of rollouts without one. "
          + remedy(of: plan)
      }
      guard times > 1 else {
        return
          "Too few rollouts to decide: \(words(of: plan)) is at the limit. Try more with --ramps."
      }
      // Two guardrails may watch one metric.
      var counts: [String] = []
      for guardrail in guardrails where guardrail.effect == .harm {
        let count = "\(guardrail.inWords) counts \(NumberText.significant(guardrail.perDay)) a day"
        if !counts.contains(count) { counts.append(count) }
      }
      let isNamed = (plan.detected.value ?? 0) >= Self.leastUseful
      let harmed = guardrails.first { $0.effect == .harm }
      let enough =
        counts.count == 1
        ? harmed.map { ", about \(Self.rounded($0.perDay * times))," } ?? "" : ""
      return "The volume forbids a better plan: \(counts.joined(separator: ", ")). "
        + "With \(obstacle.times.textWithInterval) times as many\(enough) this plan would do"
        + (isNamed ? "." : ": \(words(of: plan)).")
    }
    let most = "Even at 1,000 times the volume \(words(of: plan))"
    if (obstacle.detected?.value ?? 0) < leastDetection {
      return "The size of the harm forbids it, and no volume helps. \(most) finds it in "
        + "\(obstacle.detected?.text ?? "none"): see what 'worseThanControl' and the floors allow."
    }
    return "False rollbacks forbid it, and no volume helps. \(most) stops "
      + "\(obstacle.stopped?.text ?? "some") without a defect. \(remedy(of: plan))"
  }

  /// What would make fewer rollouts of a plan stop without a defect.
  private func remedy(of plan: RolloutPlanFound) -> String {
    let rates = guardrails.compactMap(\.falsePositives)
    let sum = rates.reduce(0, +)
    if sum > mostFalse {
      return
        "The limits of \(rates.count.counting("guardrail")) add up to \(NumberText.percent(sum)): "
        + "leave out their own 'falsePositives', and they share those of the rollout."
    }
    if plan.rule.contains("floor") {
      return "A floor compares each day by itself: hold the metric against the control instead."
    }
    if plan.rule.contains(LookRule.Name.daily.rawValue) {
      let others = LookRule.Name.allCases.filter { $0.isValid && $0.decidesOnTheWay }
      return "Daily looks repeat their error: choose "
        + "\(others.map(\.rawValue).joined(separator: " or "))."
    }
    return (plan.falselyHeld.value ?? 0) > (plan.falseRollbacks.value ?? 0)
      ? "It stands still where its minimum is not reached, or harm not excluded: ask for less, or advance."
      : "Bounds are inexact where few events are counted: set a 'minimum', or lower 'falsePositives'."
  }

  /// The advice to take a plan, its steps in words before its notation.
  private func rollOut(by plan: RolloutPlanFound) -> String {
    let stages = plan.stages.split(separator: ", ")
    let steps = stages.compactMap { stage -> String? in
      guard let match = stage.wholeMatch(of: /(\d+(?:\.\d+)?%)@(\d+)/) else { return nil }
      let who = match.output.1 == "100%" ? "everybody" : String(match.output.1)
      let day = Int(match.output.2) ?? 0
      return "to \(who) " + (day == 0 ? "on the first day" : "after \(day.counting("day"))")
    }
    guard let last = steps.last, steps.count == stages.count else {
      return "Roll out by \(words(of: plan))."
    }
    let first = steps.dropLast().joined(separator: ", ")
    let listed = first.isEmpty ? last : "\(first) and \(last)"
    return "Roll out \(listed): \(words(of: plan))."
  }

  private func words(of plan: RolloutPlanFound) -> String {
    "\(plan.stages) (\(plan.ramp)), rule \(plan.rule), and \(plan.onUndecidedWords)"
  }

  private var written: String? {
    guard let plan = plans.first, let first = guardrails.first,
      guardrails.contains(where: { $0.effect == .harm })
    else { return nil }
    let harm = guardrails.first { $0.effect == .harm }.map {
      "The defect takes \($0.inWords) from \($0.style.text($0.without)) to \($0.style.text($0.with)). "
    }
    return
      "\(harm ?? "")The plan as written (\(plan.stages), \(plan.rule), \(plan.onUndecided)) finds it in "
      + "\(plan.detected.textWithInterval) of rollouts\(half(by: plan.day)). "
      + "Without a defect it takes back \(plan.falseRollbacks.textWithInterval)"
      + ((plan.falselyHeld.value ?? 0) > 0
        ? ", and \(plan.falselyHeld.textWithInterval) stand still. " : ". ")
      + self.harm(of: plan, first)
  }

  private var ramped: String? {
    simulated.map {
      "Simulated member by member and without holding"
        + ($0.guardrails.count < guardrails.count
          ? ", watched by \(named($0.guardrails).joined(separator: ", ")) alone" : "")
        + ", \($0.detected.textWithInterval) of \($0.ramps) rollouts find it\(half(by: $0.day)). Of as many "
        + "without a defect \($0.falseRollbacks.textWithInterval) are taken back. These have in them what "
        + "members have in common, and what crosses between them. "
        + Self.words("find it", $0.furtherDetected) + " "
        + Self.words("are taken back without a defect", $0.furtherFalse)
    }
  }

  private func named(_ metrics: [String]) -> [String] {
    metrics.map { key in guardrails.first { $0.metric == key }?.inWords ?? key }
  }

  /// How the rollouts member by member differ from those drawn between two worlds, in a sentence.
  static func words(_ verb: String, _ further: Measure) -> String {
    guard let value = further.value, let low = further.low, let high = further.high else {
      return ""
    }
    let style = further.style
    let interval = "95% interval: \(style.signedDistance(low)) to \(style.signedDistance(high))"
    return further.isSure
      ? "\(style.distance(value.magnitude)) \(value > 0 ? "more" : "fewer") \(verb) than drawn between two "
        + "worlds (\(interval))."
      : "As many \(verb) as drawn between two worlds, as far as so few show (\(interval))."
  }

  /// A sentence for each metric that the defect improves, or is not seen to move.
  private var unmoved: [String?] {
    guardrails.map { row in
      let step = "from \(row.style.text(row.without)) to \(row.style.text(row.with))"
      let range = row.difference.interval.map {
        ", by \(row.style.signedDistance($0.low)) to \(row.style.signedDistance($0.high))"
      }
      switch row.effect {
      case .harm: return nil
      case .improvement:
        return
          "The defect improves \(row.inWords), \(step)\(range ?? ""): there it is no defect, and "
          + "what the guardrail finds is false."
      case .none:
        return row.without == row.with
          ? "The defect does not move \(row.inWords)."
          : "\(replications.counting("replication")) do not show that the defect moves \(row.inWords) "
            + "(\(step)\(range ?? "")). More of them may."
      }
    }
  }

  /// A warning for each guardrail that never has its minimum.
  private var unreached: [String?] {
    guardrails.map { row in
      guard row.fewest < Double(row.minimum),
        plans.first?.hasControl == true || row.falsePositives == nil
      else { return nil }
      return "\(row.inWords) never decides in the plan as written: its minimum is "
        + "\(NumberText.grouped(Double(row.minimum))), and the smaller arm counts about "
        + "\(Self.rounded(row.fewest))."
    }
  }

  /// A number with two digits that count.
  private static func rounded(_ number: Double) -> String {
    guard number >= 100 else { return NumberText.significant(number, digits: 2) }
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return NumberText.grouped((number / unit).rounded() * unit)
  }

  private var control: String? {
    guard let plan = plans.first, !plan.hasControl else { return nil }
    return
      "The ramp as written (\(plan.stages)) reaches everybody at once. No one is left to compare with, so "
      + "no guardrail against a control finds anything. A 'holdback' would leave some members."
  }

  private var phaseWords: String {
    "The profile also switches on \(phases.joined(separator: ", ")) for everybody at once. Such a phase "
      + "has no control and is not judged here."
  }

  /// What a plan loses by the defect, in sentences.
  private func harm(of plan: RolloutPlanFound, _ first: GuardrailFound) -> String {
    let flags =
      plan.lingeringDays.map {
        " Members keep the change for \(NumberStyle.ratio.text($0)) days of sessions, until they read that it "
          + "is off."
      } ?? ""
    // Of an improvement there is less than none to lose.
    let isGain = (plan.lost.value ?? 0) < 0
    return
      "It \(isGain ? "gains" : "loses") \(plan.lost.text.drop { $0 == "-" }) events of \(first.inWords). It "
      + "loses \(plan.launchesBefore.text) first launches until the change is off, and "
      + "\(plan.launchesAfter.text) after it, by invites that were sent before.\(flags)"
  }

  private func falseShare(_ plan: RolloutPlanFound) -> Double {
    (plan.falseRollbacks.value ?? 1) + (plan.falselyHeld.value ?? 0)
  }

  /// What the columns of the guardrails mean.
  private var guardrailReading: String {
    let needs =
      "'Needs' is the number a day at which the guardrail finds this harm in 80% of rollouts by the plan as "
      + "written, before its last stage, with its interval."
    return guardrailsFind
      ? "'Found' and 'false' are of that guardrail by itself; several together find more, and are wrong "
        + "more often. 'Finds' is the smallest harm that it finds in 80% of rollouts. \(needs)"
      : needs
  }

  /// Whether some guardrail finds the defect at all: else nothing stands in half of the columns.
  private var guardrailsFind: Bool {
    guardrails.contains { ($0.detected.value ?? 0) >= Self.leastShown }
  }

  static let limits =
    "Two worlds are simulated: in one everybody has the defect, in the other no one. Each arm is drawn day "
    + "by day from one of them, with its share of that world's events and at its rates. Two things are not "
    + "in it: what the arms do to each other, and that the events of one member hang together. Rates are "
    + "those of the days of the rollout, under a defect that was there from the first day of the scenario."

  // MARK: Tables and pictures

  private var guardrailTable: Table {
    let finds = guardrailsFind
    return Table(
      ["guardrail", "harm is", "rule", .number("a day"), .number("without"), .number("with")]
        + (finds
          ? [.number("finds"), .number("needs"), .number("found"), .number("false")]
          : [.number("needs")]),
      guardrails.map { row in
        let own = [
          row.metric, row.limit, row.rule, NumberText.significant(row.perDay),
          row.style.text(row.without), row.style.text(row.with),
        ]
        guard finds else { return own + [Self.needed(row)] }
        return own + [
          row.isCompared ? row.smallestHarm.map { row.style.distance($0) } ?? "nothing" : "–",
          Self.needed(row), row.detected.text, row.falseRollbacks.text,
        ]
      })
  }

  private static func needed(_ row: GuardrailFound) -> String {
    switch row.effect {
    case .improvement: return "improved"
    case .none: return "not moved"
    case .harm:
      guard row.isCompared else { return "–" }
      guard let value = row.perDayNeeded.value else { return "over \(rounded(row.perDay * 1_000))" }
      let range = row.perDayNeeded.interval.map { " (\(rounded($0.low)) to \(rounded($0.high)))" }
      return rounded(value) + (range ?? "")
    }
  }

  /// The share of rollouts from which a plan is said to find a defect at all.
  private static let leastShown = 0.05

  /// The plans side by side, and what their columns mean; a sentence where none finds the defect.
  private var planBlocks: [Block] {
    let finding = plans.filter { ($0.detected.value ?? 0) >= Self.leastShown }
    guard !finding.isEmpty else {
      return [
        .paragraph(
          "None of the \(plans.count.counting("plan")) finds the defect in one rollout of twenty: a table of "
            + "them would show nothing.")
      ]
    }
    let left = plans.count - finding.count
    return [
      .table(Table(of: finding, planColumns)), .paragraph(RowColumn.reading(of: planColumns)),
    ]
      + (left == 0
        ? []
        : [
          .paragraph(
            "\(left) more \(left == 1 ? "plan finds" : "plans find") it in less than one rollout of twenty."
          )
        ])
  }

  private var planColumns: [RowColumn<RolloutPlanFound>] {
    [
      .words("ramp", \.ramp), .words("stages", \.stages), .words("rule", \.rule),
      .words("onUndecided", as: "undecided", \.onUndecided),
      .file("asWritten") { "\($0.isWritten)" },
      .measure(
        "detected", as: "found",
        reading: "rollouts with the defect in which a guardrail finds it before the last stage.",
        \.detected
      ) { $0.detected.textWithInterval },
      .file("day") { $0.day.map { "\($0)" } ?? "" },
      .table(.number("day")) { $0.day.map { "\($0)" } ?? "–" },
      .file("undecided", number: \.undecided.value),
      .measure(
        "falseRollbacks", as: "false", reading: "rollouts without a defect that are taken back.",
        \.falseRollbacks
      ) { $0.falseRollbacks.textWithInterval },
      .measure(
        "falselyHeld", as: "held", reading: "rollouts without a defect that still wait at the end.",
        \.falselyHeld),
      .measure(
        "lost", reading: "events of the first guardrail until the change is off.", \.lost
      ) { $0.lost.textWithInterval },
      .file("launchesBefore", number: \.launchesBefore.value),
      .file("launchesAfter", number: \.launchesAfter.value),
      .table(
        .number("launches"),
        reading: "first launches after invites, lost before it is off, plus after."
      ) { "\($0.launchesBefore.text) + \($0.launchesAfter.text)" },
      .table("") { $0.isWritten ? "as written" : $0.isSame(as: advised) ? "advised" : "" },
    ]
  }

  private var rampChart: Chart {
    func line(_ name: String, _ value: (RolloutDayFound) -> Double) -> LineChart.Series {
      .init(name, days.map { .init(Double($0.day), value($0)) })
    }
    return Chart(
      "The ramp, day by day",
      caption:
        "Where the lines of the defect fall below those without it, it was found. A rollout that is off "
        + "reaches no one.",
      .lines(
        LineChart(
          x: Axis("day", .whole), y: Axis("share", .share),
          [
            line("reached, without a defect") { $0.reachedWithout },
            line("reached, with the defect") { $0.reachedWith },
            line("taken back, with the defect") { $0.detected },
            line("taken back, without one") { $0.falseRollbacks },
          ])))
  }
}

extension GuardrailFound {
  /// The name of its metric, as sentences have it.
  fileprivate var inWords: String { "'\(name)'" }
}

extension RolloutPlanFound {
  fileprivate var onUndecidedWords: String {
    switch onUndecided {
    case "advance": "advance where a stage is undecided"
    case "hold": "hold where a stage is undecided"
    default: "roll back where a stage is undecided"
    }
  }

  fileprivate func isSame(as other: RolloutPlanFound?) -> Bool {
    other.map {
      $0.ramp == ramp && $0.rule == rule && $0.onUndecided == onUndecided
        && $0.isWritten == isWritten
    } ?? false
  }
}
