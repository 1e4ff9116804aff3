import Diagnostics
import Runs
import Statistics
import Testing

@testable import Reports

@Suite("Answers · an experiment: which design, how long, how many")
struct ExperimentAnswerTests {
  private static func design(
    _ name: String, detectable: Double, power: Int = 20
  ) -> ExperimentDesign {
    var row = ExperimentDesign()
    (row.design, row.estimator, row.runs) = (name, "by member", 101)
    row.estimand = Measure(0.02, from: 0.019, to: 0.021, in: .share)
    row.bias = Measure(0, from: -0.001, to: 0.001, in: .share)
    row.detectable = detectable
    row.power = Measure(Proportion(power, of: 100).wilson(), in: .share)
    (row.isValid, row.isTrue) = (true, true)
    (row.rowsPerArm, row.membersPerArm, row.daysToSize) = (1_200, 2_200, 250)
    return row
  }

  /// A study of an effect of two points on 40%.
  private static func findings(
    _ design: ExperimentDesign, effect: Double = 0.02, spreads: [Double] = [1.4, 0.75, 0.6]
  ) -> ExperimentFindings {
    var variant = ExperimentVariant()
    variant.name = "text"
    variant.change = "{recipients: {tap: 42%}}"
    variant.control = 0.4
    variant.truth = Measure(effect, from: effect - 0.001, to: effect + 0.001, in: .share)
    variant.designs = [design]
    variant.lengths = zip([30, 120, 180], spreads).map {
      ExperimentLength(days: $0, spread: $1, runs: 40)
    }
    var findings = ExperimentFindings()
    (findings.metric, findings.rows, findings.days) = ("conversion.tapped", "invites", 60)
    findings.perArm = 5_000
    findings.variants = [variant]
    findings.parameters = [Parameter("market.people", "10000", meaning: "", grade: .d)]
    return findings
  }

  private static func lines(_ findings: ExperimentFindings) -> [String] { findings.opening.leads }

  @Test func `an effect that a longer experiment finds is told with the time and the number`() {
    let lines = Self.lines(Self.findings(Self.design("by person", detectable: 0.03)))
    #expect(
      lines[0]
        == "'text', {recipients: {tap: 42%}}, moves conversion.tapped from 40.0% by +2.00 points (5.0% of the "
        + "control's) (95% interval: +1.90 points to +2.10 points) if everybody gets it. No design can tell it "
        + "in 60 days at this volume.")
    #expect(
      lines[1].hasPrefix("Which design: assign by person, analyse by member. It finds 3.00 points"))
    #expect(
      lines[2]
        == "How long: between 120 and 180 days instead of 60; 30 days find 4.20 points or more, 120 days find "
        + "2.25 points or more, 180 days find 1.80 points or more. The 5,000 invites an arm that are planned "
        + "would be there after 250 days at this pace.")
    // (3 / 2)² of 1,200 invites and of 2,200 members.
    #expect(
      lines[3].hasPrefix(
        "How many: some 5,000 members with 2,700 invites in the smaller arm, in the same time. This plan has "
          + "some 2,200 members with 1,200 invites: it takes 2.3 times the people"))
    #expect(!lines[3].contains("does not have them"))
  }

  @Test func `designs that say the same stand in one row`() {
    var findings = Self.findings(Self.design("by person", detectable: 0.03))
    findings.variants[0].designs += [
      Self.design("by inviter", detectable: 0.03), Self.design("by invite", detectable: 0.04),
    ]
    let lines = findings.summary.markdown.split(separator: "\n").filter { $0.contains("by member") }
    #expect(lines.contains { $0.contains("by person or by inviter") })
    #expect(!lines.contains { $0.hasPrefix("| by inviter") })
    #expect(lines.contains { $0.hasPrefix("| by invite |") }, "\(lines)")
  }

  @Test func `where no length does it, and the market is too small, both are said`() {
    let lines = Self.lines(Self.findings(Self.design("by person", detectable: 0.06)))
    #expect(lines[2].hasPrefix("How long: time alone does not do it, as members leave"))
    #expect(lines[3].hasSuffix("The market of 10,000 people does not have them."))
  }

  @Test func `an effect that is found needs no more, and one that is none has no number`() {
    let found = Self.lines(Self.findings(Self.design("by person", detectable: 0.015, power: 95)))
    #expect(found[0].hasSuffix("An experiment of 60 days can tell it."))
    #expect(found[2].hasPrefix("How long: 60 days are enough; "))
    #expect(found[3].hasSuffix("in the smaller arm, as this plan has."))
    let none = Self.lines(
      Self.findings(Self.design("by person", detectable: 0.03), effect: 0.000_5))
    #expect(none[0].hasSuffix("which is not to be told from nothing."))
    #expect(none[2].hasPrefix("How long: no time finds an effect that is not there"))
  }
}
