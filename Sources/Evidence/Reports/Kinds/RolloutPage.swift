public import Runs
import Statistics

extension RolloutFindings: ReportedFindings {
  /// The page of `rollout`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, command: command,
      facts: [
        .init("The plan", plans.first.map { "\($0.stages), \($0.rule), \($0.onUndecided)" } ?? "–"),
        .init("The defect", defect.joined(separator: ", ")), .init("Seed", "\(seed)"),
        .init("Replications", "\(replications)"), .init("Rollouts a plan", "\(ramps)"),
      ],
      verdict: Report.Verdict(judged),
      sections: [
        Section("What to do", anchor: "answer", opening.map(Block.paragraph)),
        judged.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(judged)]),
        Section(
          "The plan as written", anchor: "ramp",
          [.chart(rampChart), .table(guardrailTable), .paragraph(Self.guardrailReading)]),
        Section(
          "Plans side by side", anchor: "plans", [.table(planTable), .paragraph(Self.planReading)]),
        Section("What it rests on", anchor: "limits", [.paragraph(Self.limits)]),
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
            .table(guardrailTable), .paragraph(Self.guardrailReading), .table(planTable),
            .paragraph(Self.planReading), .paragraph(Self.limits),
            .paragraph(
              "Seed \(seed); \(replications.counting("replication")) of each world, "
                + "\(ramps) rollouts of each plan with the defect and \(ramps) without."),
          ])
      ] + (gates == nil ? [] : [Section("Gates", anchor: "gates", [.table(Table(gates: judged))])]))
  }

  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init(
        "plans.csv",
        CSV(
          of: plans,
          [
            ("ramp", \.ramp), ("stages", \.stages), ("rule", \.rule),
            ("onUndecided", \.onUndecided), ("asWritten", { "\($0.isWritten)" }),
            ("detected", { CSV.cell($0.detected.value) }),
            ("day", { $0.day.map { "\($0)" } ?? "" }),
            ("undecided", { CSV.cell($0.undecided.value) }),
            ("falseRollbacks", { CSV.cell($0.falseRollbacks.value) }),
            ("falselyHeld", { CSV.cell($0.falselyHeld.value) }),
            ("lost", { CSV.cell($0.lost.value) }),
            ("launchesBefore", { CSV.cell($0.launchesBefore.value) }),
            ("launchesAfter", { CSV.cell($0.launchesAfter.value) }),
          ]
        ).description), .init("summary.md", summary.markdown),
    ]
  }
}

// MARK: Words

extension RolloutFindings {
  /// The answer first, then the plan as written.
  private var opening: [String] {
    [verdict, written, ramped, control, phases.isEmpty ? nil : phaseWords].compactMap(\.self)
  }

  private var verdict: String {
    guard let first = guardrails.first, let best = plans.max(by: { detection($0) < detection($1) })
    else { return "Nothing was compared." }
    if guardrails.allSatisfy({ $0.without == $0.with }) {
      return
        "The defect moves none of the guardrails, so no rollout can find it: watch a metric that "
        + "it moves."
    }
    let least = NumberText.percent(leastDetection)
    if let advised {
      return "Roll out by \(advised.stages) (\(advised.ramp)), rule \(advised.rule), and "
        + "\(advised.onUndecidedWords): of the plans that find the defect in \(least) of rollouts "
        + "before everybody has it, and stop at most \(NumberText.percent(mostFalse)) without one, it "
        + "does least harm. It finds the defect in \(advised.detected.text)"
        + (advised.day.map { ", in the median on day \($0)" } ?? "")
        + ", and \(harm(of: advised, first))."
    }
    let most =
      plans.filter { falseShare($0) <= mostFalse }.map(detection).max().map {
        "the most that one finds with so few false ones is \(NumberText.percent($0))"
      } ?? "none has so few false ones"
    guard let needed = first.perDayNeeded, let smallest = first.smallestHarm else {
      return "No plan finds the defect in \(least) of rollouts and stops at most "
        + "\(NumberText.percent(mostFalse)) without one: \(most). The best of all finds it in "
        + "\(best.detected.text), with \(best.falseRollbacks.text) false rollbacks."
    }
    return
      "The volume forbids it: no plan finds the defect in \(least) of rollouts and stops at most "
      + "\(NumberText.percent(mostFalse)) without one; \(most). \(first.metric) counts "
      + "\(NumberText.significant(first.perDay)) a day. The ramp as written would need "
      + "\(NumberText.significant(needed)) to find a step from \(first.style.text(first.without)) to "
      + "\(first.style.text(first.with)); at this volume it finds one of "
      + "\(first.style.distance(smallest))."
  }

  private var written: String? {
    guard let plan = plans.first, let first = guardrails.first else { return nil }
    return "As written (\(plan.stages), \(plan.rule), \(plan.onUndecided)) it finds the defect in "
      + "\(plan.detected.textWithInterval)"
      + (plan.day.map { ", in the median on day \($0)" } ?? "")
      + ", takes back \(plan.falseRollbacks.textWithInterval) of rollouts without a defect"
      + ((plan.falselyHeld.value ?? 0) > 0
        ? ", leaves \(plan.falselyHeld.textWithInterval) standing still" : "")
      + ", and \(harm(of: plan, first))."
  }

  private var ramped: String? {
    simulated.map {
      "The same, simulated member by member without holding"
        + ($0.guardrails.count < guardrails.count
          ? ", watched by \($0.guardrails.joined(separator: ", ")) alone" : "")
        + " (\($0.ramps) rollouts each): found in "
        + "\($0.detected.textWithInterval)"
        + ($0.day.map { ", in the median on day \($0)" } ?? "") + ", false in "
        + "\($0.falseRollbacks.textWithInterval). What members have in common and what crosses "
        + "between them is in these."
    }
  }

  private var control: String? {
    guard let plan = plans.first, !plan.hasControl else { return nil }
    return
      "The ramp as written (\(plan.stages)) reaches everybody at once: nobody is left to compare "
      + "with, so no guardrail against a control can find anything. A hold-back would leave some."
  }

  private var phaseWords: String {
    "The profile also switches on \(phases.joined(separator: ", ")) for everybody at once: such a phase "
      + "has no control, and is not judged here."
  }

  private func harm(of plan: RolloutPlanFound, _ first: GuardrailFound) -> String {
    let flags =
      plan.lingeringDays.map {
        ", and members keep the change for \(NumberStyle.ratio.text($0)) days of sessions, until they "
          + "read that it is off"
      } ?? ""
    return
      "loses \(plan.lost.text) events of \(first.metric), and \(plan.launchesBefore.text) first "
      + "launches until the change is off and \(plan.launchesAfter.text) after it, since invites that are "
      + "out are not recalled\(flags)"
  }

  private func detection(_ plan: RolloutPlanFound) -> Double { plan.detected.value ?? 0 }

  private func falseShare(_ plan: RolloutPlanFound) -> Double {
    (plan.falseRollbacks.value ?? 1) + (plan.falselyHeld.value ?? 0)
  }

  static let guardrailReading =
    "'Found' and 'false' are of that guardrail by itself; several together find more, and are wrong "
    + "more often. 'Finds' is the smallest harm that the last look with a control finds in 80%; 'needs' the "
    + "number a day at which it would find this one."

  static let planReading =
    "Found: rollouts with the defect in which a guardrail finds it before the last stage. False: rollouts "
    + "without a defect that are taken back; held: that stand still. Lost: events of the first guardrail "
    + "until the change is off. Launches: first launches after invites, lost before it is off and after."

  static let limits =
    "The days by arm are drawn between two simulated worlds, one with the defect for everybody and one "
    + "without: each arm meets its share of its world's volume, at its world's rate. What arms do to each "
    + "other, and what one member's events have in common, is not in it. Rates are those of the days of "
    + "the rollout, under a defect that was there from the first day of the scenario."

  // MARK: Tables and pictures

  private var guardrailTable: Table {
    Table(
      [
        "guardrail", "harm is", "rule", .number("a day"), .number("without"), .number("with"),
        .number("finds"), .number("needs"), .number("found"), .number("false"),
      ],
      guardrails.map { row in
        [
          row.metric, row.limit, row.rule, NumberText.significant(row.perDay),
          row.style.text(row.without), row.style.text(row.with),
          row.smallestHarm.map { row.style.distance($0) } ?? "–",
          row.perDayNeeded.map { NumberText.significant($0) } ?? "–", row.detected.text,
          row.falseRollbacks.text,
        ]
      })
  }

  private var planTable: Table {
    Table(
      [
        "ramp", "rule", "undecided", .number("found"), .number("day"), .number("false"),
        .number("held"), .number("lost"), .number("launches before"), .number("after"), "",
      ],
      plans.map { plan in
        [
          "\(plan.ramp) (\(plan.stages))", plan.rule, plan.onUndecided,
          plan.detected.textWithInterval, plan.day.map { "\($0)" } ?? "–",
          plan.falseRollbacks.textWithInterval, plan.falselyHeld.text,
          plan.lost.textWithInterval, plan.launchesBefore.text, plan.launchesAfter.text,
          plan.isWritten ? "as written" : plan.isSame(as: advised) ? "advised" : "",
        ]
      })
  }

  private var rampChart: Chart {
    func line(_ name: String, _ value: (RolloutDayFound) -> Double) -> LineChart.Series {
      .init(name, days.map { .init(Double($0.day), value($0)) })
    }
    return Chart(
      "The ramp, day by day",
      caption:
        "Where the lines of the defect fall below those without it, it was found. A rollout that is off "
        + "reaches nobody.",
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
