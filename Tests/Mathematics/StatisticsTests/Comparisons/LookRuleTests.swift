import Statistics
import Testing

@Suite("Comparisons · rules of looks")
struct LookRuleTests {
  /// Armitage, McPherson and Rowe's recursion; what a team gets that stops when the result is green.
  @Test(arguments: [(7, 0.1662), (14, 0.2196), (28, 0.2747), (30, 0.2802)])
  func `two-sided looks at 1.96 add up`(looks: Int, rate: Double) {
    let habit = LookPlan(.daily, at: Self.evenly(looks))
    #expect((habit.falsePositiveRateOfAllLooks - rate).magnitude < 0.0001)
  }

  @Test(arguments: [(2, 0.0801), (5, 0.1300), (7, 0.1500), (14, 0.1925), (30, 0.2393)])
  func `one-sided looks at 1.645 add up`(looks: Int, rate: Double) {
    let habit = LookPlan(.daily, at: Self.evenly(looks), isOneSided: true)
    #expect((habit.falsePositiveRateOfAllLooks - rate).magnitude < 0.0001)
  }

  /// A day's information of a share p is p(1 - p): two days of 10 and of 50%; three of 5, four of 25%.
  @Test(arguments: [
    ([0.09, 0.18, 0.43, 0.68], 0.1304),
    ([0.0475, 0.095, 0.1425, 0.33, 0.5175, 0.705, 0.8925], 0.1754),
  ])
  func `looking daily at the documents' ramps`(information: [Double], rate: Double) {
    let habit = LookPlan(.daily, at: information, isOneSided: true)
    #expect((habit.falsePositiveRateOfAllLooks - rate).magnitude < 0.0001)
  }

  @Test func `a name is one rule; a mixture goes over what a fixed test finds in four of five`() {
    let rules = LookRule.Name.allCases.map { LookRule($0, plannedFor: 10_000) }
    #expect(Set(rules).count == LookRule.Name.allCases.count)
    #expect(LookRule.Name.allCases.filter { !$0.isValid } == [.daily])
    guard case .mixture(let spread) = rules.last else {
      Issue.record("the last one is the mixture")
      return
    }
    // Of two halves of 5,000: 2.8016 standard errors of √(2 / 5,000).
    #expect((spread - 2.8016 * 0.02).magnitude < 1e-5)
  }

  /// What counts as information, people or parts of the plan, is nothing to a rule of that name.
  @Test(arguments: LookRule.Name.allCases)
  func `a plan of 4,000 people has the bounds of its parts`(_ name: LookRule.Name) {
    let people = LookPlan(LookRule(name, plannedFor: 4_000), at: [1_000, 2_000, 4_000])
    let parts = LookPlan(LookRule(name, plannedFor: 1), at: [0.25, 0.5, 1])
    for (one, other) in zip(people.bounds, parts.bounds) {
      #expect(one == other || (one / other - 1).magnitude < 1e-9)
    }
    #expect(name.decidesOnTheWay == people.bounds[0].isFinite)
  }

  /// R's gsDesign prints these bounds of five equal looks; an integral by NumPy gives 3.3570.
  @Test(arguments: [
    (LookRule.obrienFleming, [4.8769, 3.3569, 2.6803, 2.2898, 2.0310]),
    (.pocock, [2.4380, 2.4268, 2.4101, 2.3966, 2.3859]),
  ])
  func `bounds of Lan and DeMets`(rule: LookRule, bounds: [Double]) {
    let plan = LookPlan(rule, at: Self.evenly(5))
    for (bound, truth) in zip(plan.bounds, bounds) {
      #expect((bound - truth).magnitude < 0.00015)
    }
  }

  @Test(arguments: [LookRule.fixed, .pocock, .obrienFleming], [false, true])
  func `planned looks spend exactly what is permitted`(rule: LookRule, isOneSided: Bool) {
    let plan = LookPlan(
      rule, at: [3, 10, 40], isOneSided: isOneSided, falsePositiveRate: 0.025)
    #expect(plan.falsePositiveRateOfAllLooks.isClose(to: 0.025, within: 1e-6))
  }

  /// Fourteen looks at a confidence sequence are too careful by far: .0096 of .05.
  @Test func `a confidence sequence spends less than is permitted`() {
    let two = LookPlan(.confidenceSequence(), at: Self.evenly(14))
    #expect((two.falsePositiveRateOfAllLooks - 0.0096).magnitude < 0.0003)
    let one = LookPlan(.confidenceSequence(), at: Self.evenly(14), isOneSided: true)
    #expect(one.falsePositiveRateOfAllLooks < 0.05)
    #expect(zip(one.bounds, two.bounds).allSatisfy { $0 < $1 })
  }

  /// Half-widths of the mixture test with τ² = .01 at n 100, 1,000 and 10,000.
  @Test func `a mixture test is the confidence sequence of its spread`() {
    let plan = LookPlan(.mixture(spread: 0.1), at: [100, 1_000, 10_000])
    let truth = [(100.0, 0.36564), (1_000, 0.09606), (10_000, 0.03273)]
    for (bound, (count, width)) in zip(plan.bounds, truth) {
      #expect((bound / count.squareRoot() - width).magnitude < 0.00001)
    }
    let sequence = ConfidenceSequence(mixedOver: 0.1)
    #expect((plan.bounds[0] / 10).isClose(to: sequence.halfWidth(after: 100), within: 1e-12))
  }

  @Test func `the last look alone decides a fixed horizon`() {
    let plan = LookPlan(.fixed, at: Self.evenly(3))
    #expect(!plan.crosses(8, at: 0) && !plan.crosses(8, at: 1))
    #expect(plan.crosses(1.97, at: 2) && plan.crosses(-1.97, at: 2))
    #expect(!plan.crosses(1.95, at: 2))
  }

  @Test func `one side is deaf to the other`() {
    let plan = LookPlan(.daily, at: [1, 2], isOneSided: true)
    #expect(plan.crosses(1.65, at: 0) && !plan.crosses(-4, at: 1))
  }

  private static func evenly(_ looks: Int) -> [Double] {
    (1...looks).map { Double($0) }
  }
}
