import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

// What a sweep opens with.
extension AnswerTests {
  private static func sweep(sure: Bool) -> SweepFindings {
    var run = SweepFindings()
    run.metric = "k.cohort"
    run.metricName = "Others"
    run.base = 0.01
    func point(_ name: String, _ difference: Double) -> Measured<SweepPoint> {
      let half = sure ? 0.0005 : 0.01
      return Measured(
        SweepPoint(name, mean: 0.01 + difference),
        Measure(difference, from: difference - half, to: difference + half, in: .ratio))
    }
    run.points = [point("a.b=1", -0.002), point("a.b=2", 0.004), point("c.d=9", 0.002)]
    run.tornado = [
      TornadoBar("a.b", lowestValue: "1", lowest: -0.002, highestValue: "2", highest: 0.004),
      TornadoBar("c.d", lowestValue: "9", lowest: 0.002, highestValue: "9", highest: 0.004),
    ]
    run.parameters = [parameter("a.b", "1.5", .d)]
    return run
  }

  @Test func `a sweep names what to measure first, the setting that moves most, and its grade`() {
    let answer = Self.sweep(sure: true).answer
    #expect(
      answer?.lead
        == "Measure a.b first: it is only assumed, and of such inputs it moves the answer most.\n"
        + "a.b moves others most: from 0.00800 at 1 to 0.0140 at 2, of 2 settings "
        + "over the values tried. The highest is 0.0140, at a.b=2, against 0.0100 at the base, 95% interval "
        + "of the difference +0.00350 to +0.00450.")
    #expect(
      answer?.basis == "a.b is assumed (grade D).")
    #expect(
      Self.sweep(sure: false).answer?.lead.contains(
        "No value of a.b, the widest setting, surely changes it")
        == true)
  }

  @Test func `a sweep of fewer people than the market has says so`() {
    var run = Self.sweep(sure: true)
    #expect(run.answer?.lead.contains("To save time") == false)
    run.peoplePerPerson = 8
    #expect(
      run.answer?.lead.hasSuffix(" To save time one person was simulated for every 8.")
        == true)
  }

  @Test func `what was measured is not advised to be measured`() {
    var run = Self.sweep(sure: true)
    let axis = ParameterAxis(.chance, at: 0.2, within: 0.19...0.21) { "\($0)" }
    run.parameters = [
      Parameter(
        "a.b", "0.2", meaning: "", source: "ours",
        range: ParameterRange(axis, isAssumed: false, cases: 41_200)),
      Self.parameter("c.d", "9", .d),
    ]
    #expect(
      run.answer?.basis
        == "a.b is measured, on 41,200 cases.")
    #expect(run.answer?.lead.hasPrefix("Measure c.d first: it is only assumed") == true)
    // A source of its own is a measurement, a benchmark of other products is none.
    run.parameters[1] = Parameter("c.d", "9", meaning: "", source: "ours")
    #expect(run.answer?.lead.hasPrefix("a.b moves others most") == true)
    run.parameters[1] = Self.parameter("c.d", "9", .b)
    #expect(
      run.answer?.lead.hasPrefix("Measure c.d first: its number is of other products") == true)
  }

  @Test func `a grade without a source is not called a source`() {
    var run = Self.sweep(sure: true)
    run.parameters = [Parameter("a.b", "1.5", meaning: "", grade: .a)]
    #expect(run.answer?.basis == "a.b has grade A, and no source is named.")
  }

  @Test func `a setting of which one end contradicts itself is not counted`() {
    var run = Self.sweep(sure: true)
    run.leftOut = [LeftOutPoint("c.d=8", because: "it is above a.b")]
    #expect(run.answer?.lead.contains("settings over") == false)
    run.leftOut = [LeftOutPoint("e.f=8", because: "it is above a.b")]
    #expect(run.answer?.lead.contains("of 2 settings over the values tried") == true)
  }

  private static func move(_ setting: String, _ elasticity: Double) -> Measured<ParameterMove> {
    Measured(
      ParameterMove(
        setting, from: "1", to: "2", isAssumed: true, atLow: -0.1, atHigh: 0.1,
        elasticity: Measure(
          elasticity, from: elasticity - 0.04, to: elasticity + 0.04, in: .ratio)),
      Measure(0.2, in: .ratio))
  }

  @Test func `the answer and the picture of own ranges name the same to measure first`() {
    var run = Self.sweep(sure: true)
    run.parameters += [
      Parameter("e.f", "1", meaning: "", source: "ours"), Self.parameter("c.d", "9", .d),
    ]
    // By the values given it is a.b; over its own range c.d is wider, and e.f is measured.
    run.moves = [Self.move("e.f", 0.9), Self.move("c.d", 0.9), Self.move("a.b", 0.5)]
    #expect(run.answer?.lead.hasPrefix("Measure c.d first: ") == true)
    let page = run.report(in: RunFolder("none", files: [])).html
    #expect(page.contains("not measured at the product, the widest is c.d: measure it first."))
  }

  @Test func `levers are told per cent for per cent, all that are as strong, and no market`() {
    var run = Self.sweep(sure: true)
    run.moves = [
      Self.move("a.b", 0.5), Self.move("c.d", 0.9), Self.move("e.f", -0.95),
      Self.move("market.iOSShare", 1),
    ]
    #expect(
      run.answer?.lead.hasSuffix(
        " Changed by 1% each, these do alike: e.f gives 0.95% less (± 0.04), c.d gives 0.90% more (± 0.04). The market is left out."
      ) == true)
  }
}
