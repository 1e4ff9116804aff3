import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Answers · an experiment: which design, how long, how many")
struct ExperimentAnswerTests {
  private static func design(
    _ name: String, detectable: Double, power: Int = 20, bias: Double = 0
  ) -> ExperimentDesign {
    var row = ExperimentDesign()
    (row.design, row.estimator, row.runs) = (name, "by member", 100)
    (row.unit, row.analysis) = (name, "ratio")
    row.estimand = Measure(0.02 + bias, from: 0.019 + bias, to: 0.021 + bias, in: .share)
    row.bias = Measure(bias, from: bias - 0.001, to: bias + 0.001, in: .share)
    row.detectable = Measure(
      detectable, from: 0.96 * detectable, to: 1.04 * detectable, in: .share)
    row.power = Measure(Proportion(power, of: 100).wilson(), in: .share)
    (row.isValid, row.isTrue) = (true, true)
    (row.rowsPerArm, row.membersPerArm, row.daysToSize) = (1_200, 2_200, 250)
    return row
  }

  /// A study of an effect of two points on 40%.
  private static func findings(
    _ designs: [ExperimentDesign], effect: Double = 0.02, exponent: Double = 0.5
  ) -> ExperimentFindings {
    var variant = ExperimentVariant()
    variant.name = "text"
    variant.change = "{recipients: {tap: 42%}}"
    variant.control = 0.4
    variant.truth = Measure(effect, from: effect - 0.001, to: effect + 0.001, in: .share)
    variant.designs = designs
    variant.lengths = [(30, 1.4), (120, 0.75), (180, 0.6)].map {
      ExperimentLength(days: $0, spread: $1, runs: 40)
    }
    variant.lengthening = Measure(exponent, from: exponent - 0.1, to: exponent + 0.1, in: .ratio)
    var findings = ExperimentFindings()
    (findings.metric, findings.rows, findings.days) = ("conversion.tapped", "invites", 60)
    findings.perArm = 5_000
    findings.variants = [variant]
    findings.parameters = [Parameter("market.people", "10000", meaning: "", grade: .d)]
    return findings
  }

  private static func lines(_ findings: ExperimentFindings) -> [String] { findings.opening.leads }

  @Test func `an effect that a longer experiment finds is told with the time and the number`() {
    let lines = Self.lines(Self.findings([Self.design("by person", detectable: 0.03)]))
    #expect(
      lines[0]
        == "If everybody gets 'text', {recipients: {tap: 42%}}, conversion.tapped rises from 40.0% to 42.0%: +2.00 "
        + "points (95% interval: +1.90 points to +2.10 points). That is 5.0% of the control's. No sound design "
        + "finds it in 60 days with so many people.")
    #expect(
      lines[1].hasPrefix("Which design: assign by person, analyse by member. It finds 3.00 points"))
    // 60 days times (3 / 2)², by the law of the square root.
    #expect(
      lines[2].hasPrefix(
        "How long: 140 days find this effect in four of five (95% interval: 110 to 170). Your plan has 60. By length: "
          + "30 days find 4.24 points or more (3.92 points to 4.60 points), "
          + "60 days find 3.00 points or more (2.88 points to 3.12 points), "
          + "120 days find 2.12 points or more (1.96 points to 2.30 points), "
          + "180 days find 1.73 points or more (1.54 points to 1.95 points)."), "\(lines[2])")
    #expect(
      lines[2].hasSuffix(
        "The planned 5,000 invites an arm take 250 days at this pace."))
    // (3 / 2)² of 1,200 invites and of 2,200 members.
    #expect(
      lines[3].hasPrefix(
        "How many: in the 60 days of your plan some 5,000 members with 2,700 invites in the smaller arm, which "
          + "has some 2,200 members with 1,200 invites. It takes 2.3 times the people"))
    #expect(!lines[3].contains("more than there are"))
  }

  @Test func `what to do stands first, with the seed that confirms it, and the shortest length`() {
    var findings = Self.findings([Self.design("by person", detectable: 0.03)])
    let chosen = findings.variants[0].recommendation(in: findings)
    // 135 days by the curve; the upper end of their interval.
    #expect((150...180).contains(chosen?.days ?? 0), "\(String(describing: chosen))")
    #expect(abs((chosen?.needed?.value ?? 0) - 135) < 1e-6)
    var recommended = chosen ?? ExperimentRecommended()
    (recommended.days, recommended.seed, recommended.runs) = (170, 2, 200)
    recommended.power = Measure(Proportion(170, of: 200).wilson(), in: .share)
    recommended.rows = Measure(5_600, from: 5_200, to: 6_000, in: .count)
    recommended.members = Measure(8_000, from: 7_800, to: 8_200, in: .count)
    findings.variants[0].recommended = recommended
    #expect(
      Self.lines(findings)[0]
        == "Assign by person, 170 days, about 5,600 invites: it finds 2.00 points in 85.0% of experiments (79.4% "
        + "to 89.3%). Confirmed by 200 fresh runs (seed 2), which took no part in the choice. Expect 5,600 (5,200 to "
        + "6,000) invites in all arms together, of 8,000 (7,800 to 8,200) members assigned."
    )
    // The length that is recommended stands on the curve with the others.
    #expect(Self.lines(findings)[3].contains("170 days find 1.78 points or more"))
    recommended.power = Measure(Proportion(130, of: 200).wilson(), in: .share)
    findings.variants[0].recommended = recommended
    #expect(Self.lines(findings)[0].contains("Not confirmed: 200 fresh runs (seed 2)"))
  }

  @Test func `more days than the curve asks for have their reason, and periods keep their length`()
  {
    var findings = Self.findings([Self.design("by person", detectable: 0.01)])
    func reason(_ unit: String) -> String {
      var recommended = ExperimentRecommended()
      (recommended.days, recommended.unit) = (60, unit)
      findings.variants[0].recommended = recommended
      return Self.lines(findings).joined()
    }
    #expect(reason("user").contains("Advised are 60: new runs of "))
    #expect(!reason("time").contains("found it too seldom"))
  }

  @Test func `of several variants the page opens with the decisions, and sections have the rest`() {
    var findings = Self.findings([Self.design("by person", detectable: 0.06)])
    findings.variants.append(findings.variants[0])
    findings.variants[1].name = "picture"
    let lines = Self.lines(findings)
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("Do not run this test of 'picture': "))
    #expect(findings.summary.markdown.contains("How many: "))
  }

  @Test func `designs that say the same stand in one row`() {
    let findings = Self.findings([
      Self.design("by person", detectable: 0.03), Self.design("by inviter", detectable: 0.03),
      Self.design("by invite", detectable: 0.04),
    ])
    let lines = findings.summary.markdown.split(separator: "\n").filter { $0.contains("by member") }
    #expect(lines.contains { $0.contains("by person or by inviter") })
    #expect(!lines.contains { $0.hasPrefix("| by inviter") })
    #expect(lines.contains { $0.hasPrefix("| by invite |") }, "\(lines)")
  }

  @Test func `a time beyond what was simulated, and a market that is too small, are both said`() {
    let lines = Self.lines(Self.findings([Self.design("by person", detectable: 0.06)]))
    #expect(
      lines[0]
        == "Do not run this test: it would take about 540 days. Test a larger change, or a metric that it moves "
        + "more.")
    #expect(lines[3].hasPrefix("How long: 540 days find this effect in four of five (95% "))
    #expect(
      lines[3].contains(
        "Your plan has 60. 180 days were simulated; a curve gives what is beyond. By length: 30 days"
      ))
    #expect(
      lines[4]
        == "How many: more than there are. A market of 10,000 people cannot decide it in the 60 days of your plan. "
        + "It takes 9.0 times the people (95% interval: 7.9 to 10). What can be found in that time is a difference of "
        + "6.00 points or more.")
    let flat = Self.lines(
      Self.findings([Self.design("by person", detectable: 0.06)], exponent: 0.05))
    #expect(
      flat[2].hasPrefix("How long: longer than 60 days. These runs do not show how much longer."))
  }

  @Test func `an effect that is found needs no more, and one that is none has no number`() {
    let found = Self.lines(Self.findings([Self.design("by person", detectable: 0.015, power: 95)]))
    #expect(found[0].hasSuffix("An experiment of 60 days finds it."))
    // 60 days times (1.5 / 2)².
    #expect(found[2].hasPrefix("How long: 34 days find this effect in four of five (95% "))
    #expect(
      found[3]
        == "How many: in the 60 days of your plan some 2,200 members with 1,200 invites in the smaller arm.",
      "not those of the advised days in all arms, which stand first")
    let none = Self.lines(
      Self.findings([Self.design("by person", detectable: 0.03)], effect: 0.000_5))
    #expect(
      none[0]
        == "If everybody gets 'text', {recipients: {tap: 42%}}, conversion.tapped is 40.0%, and no change is shown: "
        + "+0.0500 points (95% interval: -0.0500 points to +0.150 points). So there is no effect to find."
    )
    #expect(none[2].hasPrefix("How long: unknown, since these runs show no effect."))
    var same = Self.findings([Self.design("by person", detectable: 0.03)])
    same.variants[0].truth = Measure(0, from: 0, to: 0, in: .share)
    #expect(
      Self.lines(same) == [
        "If everybody gets 'text', {recipients: {tap: 42%}}, nothing changes: conversion.tapped is 40.0% with it "
          + "and without."
      ])
  }

  @Test func `rows that are members are not counted beside members`() {
    var findings = Self.findings([Self.design("by person", detectable: 0.015, power: 95)])
    findings.rows = "members"
    #expect(
      Self.lines(findings)[3]
        == "How many: in the 60 days of your plan some 2,200 members, 1,200 of them to the end, in the smaller "
        + "arm."
    )
  }

  /// Four periods spread less than inviters, and Student's t of two degrees of freedom asks for more.
  @Test func `the verdict looks at every sound design, and the advice takes the one that finds it`()
  {
    let lines = Self.lines(
      Self.findings([
        Self.design("by period", detectable: 0.03, power: 30),
        Self.design("by inviter", detectable: 0.015, power: 95),
      ]))
    #expect(lines[0].hasSuffix("An experiment of 60 days finds it."))
    #expect(lines[1].hasPrefix("Which design: assign by inviter, analyse by member."))
    #expect(lines[3].hasPrefix("How many: in the 60 days of your plan some "))
  }

  @Test func `a design that another one beats on bias, power and length is not advised`() {
    let beaten = Self.design("by person", detectable: 0.0155, power: 93, bias: 0.000_9)
    let better = Self.design("by community", detectable: 0.015, power: 95)
    #expect(Self.lines(Self.findings([beaten, better]))[1].contains("assign by community"))
    var open = better
    open.isValid = nil
    #expect(
      Self.lines(Self.findings([beaten, open]))[1].hasSuffix(
        "'by community, by member' would be better, but it is not yet known to be sound."))
    // Nor is it said that nothing finds the effect while one that may be sound does.
    var weak = beaten
    weak.power = Measure(Proportion(30, of: 100).wilson(), in: .share)
    let doubt = Self.lines(Self.findings([weak, open]))
    #expect(doubt[0].hasSuffix("not yet known whether an experiment of 60 days finds it."))
    // One that loses on one count alone keeps its place as the planned one.
    let planned = Self.design("by person", detectable: 0.0155, power: 96, bias: 0.000_9)
    #expect(Self.lines(Self.findings([planned, better]))[1].contains("assign by person"))
  }

  @Test func `a design that is not known to be sound is not called so; the runs to know are named`()
  {
    var row = Self.design("by inviter", detectable: 0.015, power: 95)
    (row.isTrue, row.runsToKnow) = (nil, 740)
    let lines = Self.lines(Self.findings([row]))
    #expect(
      lines[1].hasPrefix(
        "Which design: assign by inviter, analyse by member, the best after 100 runs. Whether it is free of bias"
      ),
      "\(lines[1])")
    #expect(lines[1].hasSuffix("To know it takes some 640 more runs."))
    row.isValid = nil
    #expect(
      Self.lines(Self.findings([row]))[1].hasSuffix("and redraws of experiments without an effect.")
    )
    // A decision for it opens the page, and has the same caution.
    var advised = Self.findings([row])
    var recommended = ExperimentRecommended()
    (recommended.days, recommended.seed, recommended.runs) = (30, 2, 100)
    recommended.power = Measure(Proportion(85, of: 100).wilson(), in: .share)
    advised.variants[0].recommended = recommended
    #expect(
      Self.lines(advised)[0].hasSuffix(
        "This is provisional: after 100 runs it is not yet known whether the design is free of "
          + "bias."))
    advised.variants[0].designs[0].isTrue = true
    #expect(Self.lines(advised)[0].hasSuffix("not yet known whether the design is sound."))
    advised.variants[0].designs[0].isValid = true
    #expect(!Self.lines(advised)[0].contains("provisional"))
    row.isTrue = false
    #expect(Self.lines(Self.findings([row])).count == 1)
  }

  @Test func `rollouts member by member are told apart by the difference, and not by its width`() {
    let sure = Measure(-0.12, from: -0.2, to: -0.04, in: .share)
    #expect(
      RolloutFindings.words("find it", sure)
        == "12.0 points fewer find it than drawn between two worlds (95% interval: -20.0 points to -4.00 points)."
    )
    let none = Measure(-0.06, from: -0.145, to: 0.025, in: .share)
    #expect(
      RolloutFindings.words("find it", none)
        == "As many find it as drawn between two worlds, as far as so few show (95% interval: -14.5 points to "
        + "+2.50 points).")
  }

  /// A hundred events a day, of which the defect takes 3.8% to 4.2%, over nine days.
  private static func rollout(finding shares: [Int], times: Double = 80) -> RolloutFindings {
    var guardrail = GuardrailFound()
    (guardrail.metric, guardrail.name) = ("flow.done", "Sheets completed")
    (guardrail.limit, guardrail.perDay) = ("below the control", 100)
    guardrail.difference = Measure(-0.04, from: -0.042, to: -0.038, in: .share)
    (guardrail.effect, guardrail.isCompared) = (.harm, true)
    var findings = RolloutFindings()
    findings.guardrails = [guardrail]
    findings.plans = shares.enumerated().map { place, share in
      var plan = RolloutPlanFound()
      (plan.ramp, plan.stages, plan.rule) = ("this file's", "\(place + 1)%@0, 100%@4", "pocock")
      plan.onUndecided = "advance"
      plan.detected = Measure(Proportion(share, of: 100).wilson(), in: .share)
      plan.falseRollbacks = Measure(Proportion(1, of: 100).wilson(), in: .share)
      plan.lost = Measure(12, from: 11, to: 13, in: .count)
      return plan
    }
    findings.days = (1...9).map {
      RolloutDayFound(
        day: $0, reachedWith: 1, reachedWithout: 1, detected: 0, falseRollbacks: 0)
    }
    findings.obstacle = RolloutObstacle(
      plan: 0, times: Measure(times, from: times - 10, to: times + 10, in: .ratio))
    return findings
  }

  @Test func `where volume forbids a rollout the decision is to ship, with the most to lose`() {
    let nothing = Self.rollout(finding: [3, 2]).summary.markdown
    // A hundred events a day, 4.2% of them for nine days: 37.8.
    #expect(
      nothing.contains(
        "Ship at once: the most that can be lost in 9 days is 38 events of 'Sheets completed'. A ramp would "
          + "find this defect in only 3.0% of rollouts. In the others everybody has it in the end"),
      "\(nothing)")
    #expect(!nothing.contains("| stages |"), "a table of rows that find nothing")
    #expect(nothing.contains("None of the 2 plans finds the defect in one rollout of twenty"))
    let some = Self.rollout(finding: [15, 2]).summary.markdown
    #expect(some.contains("| 1%@0, 100%@4 |") && !some.contains("| 2%@0, 100%@4 |"))
    #expect(some.contains("1 more plan finds it in less than one rollout of twenty."))
    let most = Self.rollout(finding: [65]).summary.markdown
    #expect(
      most.contains("Roll out to 1% on the first day and to everybody after 4 days: 1%@0, 100%@4"))
    #expect(
      most.contains(
        "No plan here is good enough for so few users, and this one comes nearest: it finds the defect in 65.0% of "
          + "rollouts. On average 12.0"),
      "\(most)")
    #expect(most.contains("If you ship at once, the most that can be lost in 9 days is 38 events"))
  }
}
