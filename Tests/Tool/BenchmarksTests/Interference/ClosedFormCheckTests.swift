import growthloop_bench
import Statistics
import Testing

/// Expects every closed form of the mechanism within four standard errors of a small simulation.
func expectAgreement(
  _ mechanism: Mechanism, size: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  let checks = mechanism.checks(seed: 1, size: size)
  #expect(checks.count >= 3, sourceLocation: sourceLocation)
  for check in checks {
    #expect(check.agrees, "\(check)", sourceLocation: sourceLocation)
  }
}

@Suite("Interference · a closed form beside its simulation")
struct ClosedFormCheckTests {
  private func check(_ closedForm: Double, _ numbers: [Double]) throws -> ClosedFormCheck {
    ClosedFormCheck(
      "coin", "heads", closedForm: closedForm,
      try #require(SimulatedValue(RunningMoments(numbers))))
  }

  @Test func `four standard errors agree, more do not`() throws {
    // Mean 1, variance 2, standard error 1.
    #expect(try check(5, [0, 2]).z == -4)
    #expect(try check(5, [0, 2]).agrees)
    #expect(try !check(5.01, [0, 2]).agrees)
  }

  @Test func `a value below a tenth needs the narrower standard error`() throws {
    #expect(try check(0.1, [0.098, 0.102]).standardErrorLimit == 0.003)
    #expect(try check(0.1, [0.098, 0.102]).isPrecise)
    #expect(try check(0.09, [0.088, 0.092]).standardErrorLimit == 0.001)
    #expect(try !check(0.09, [0.088, 0.092]).isPrecise)
  }

  @Test func `the same seed gives the same table, another seed another`() {
    let table = Mechanism.novelty.checks(seed: 7, size: 0.1)
    #expect(table == Mechanism.novelty.checks(seed: 7, size: 0.1))
    #expect(table != Mechanism.novelty.checks(seed: 8, size: 0.1))
  }
}
