import Statistics
import Testing

/// The expected values were computed by mpmath with 40 digits.
@Suite("Distributions · chi-square and binomial")
struct ChiSquareTests {
  @Test(arguments: [
    (0.95, 1, 3.8414588206941245), (0.999, 1, 10.827566170662731),
    (0.99, 1, 6.6348966010212136), (0.05, 1, 0.0039321400000195232),
    (1e-10, 1, 1.5707963267948967e-20), (0.5, 2, 1.3862943611198906),
    (0.025, 5, 0.83121161348666244), (0.975, 5, 12.832501994030026),
    (1e-06, 20, 2.5536375757288159), (0.3, 100, 92.128944338896696),
    (0.95, 1000, 1074.679448803441),
  ])
  func `quantiles are right to thirteen digits`(p: Double, freedom: Double, truth: Double) {
    let distribution = ChiSquare(degreesOfFreedom: freedom)
    #expect(distribution.quantile(p).isClose(to: truth))
    #expect(distribution.cumulative(distribution.quantile(p)).isClose(to: p, within: 1e-12))
  }

  @Test(arguments: [
    (0.001, 1, 10.827566170662732), (1e-12, 1, 50.844127911818156),
    (1e-12, 7, 70.838428255826074), (1e-200, 3, 927.41701085668624),
  ])
  func `so are those of tails far out`(share: Double, freedom: Double, truth: Double) {
    let distribution = ChiSquare(degreesOfFreedom: freedom)
    #expect(distribution.quantile(upperTail: share).isClose(to: truth))
    #expect(distribution.upperTail(truth).isClose(to: share, within: 1e-12))
  }

  @Test func `edges and what is not a number`() {
    let distribution = ChiSquare(degreesOfFreedom: 2)
    #expect(distribution.quantile(0) == 0)
    #expect(distribution.quantile(1) == .infinity)
    #expect(distribution.quantile(.nan).isNaN)
    #expect(ChiSquare(degreesOfFreedom: 0.5).quantile(1e-200) == 0)
    #expect(distribution.cumulative(-1) == 0)
    #expect(distribution.upperTail(-1) == 1)
    #expect(distribution.cumulative(.infinity) == 1)
  }

  @Test(arguments: [
    (10, 0.3, 2, 0.38278278640000003, 0.61721721359999997),
    (100, 0.5, 60, 0.98239989989114759, 0.017600100108852408),
    (1000, 0.01, 25, 0.99998441334947065, 1.5586650529345428e-5),
    (50, 0.9, 30, 2.3685993581841772e-8, 0.99999997631400642),
    (100000, 0.999, 99850, 1.8604062101284395e-6, 0.99999813959378987),
  ])
  func `binomial chances are right on both sides`(
    trials: Int, chance: Double, count: Int, atMost: Double, more: Double
  ) {
    let distribution = BinomialTails(trials: trials, chance: chance)
    #expect(distribution.cumulative(count).isClose(to: atMost))
    #expect(distribution.upperTail(count).isClose(to: more))
    #expect(distribution.quantile(atMost * 0.999_999) == count)
    #expect(distribution.cumulative(-1) == 0)
    #expect(distribution.cumulative(trials) == 1)
  }

  @Test func `a certain or an impossible success leaves nothing to chance`() {
    #expect(BinomialTails(trials: 5, chance: 0).cumulative(0) == 1)
    #expect(BinomialTails(trials: 5, chance: 1).cumulative(4) == 0)
    #expect(BinomialTails(trials: 5, chance: 1).quantile(0.5) == 5)
    #expect(BinomialTails(trials: 0, chance: 0.5).cumulative(0) == 1)
  }
}
