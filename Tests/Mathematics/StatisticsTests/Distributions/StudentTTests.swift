import Statistics
import Testing

/// The expected values were computed by mpmath with 40 digits.
@Suite("Distributions · Student's t")
struct StudentTTests {
  @Test(arguments: [
    (0.5, 1, 0.35241638234956673), (12.706, 1, 0.025000401179066594),
    (2, 2.5, 0.078695747878982993), (4.303, 2, 0.024996262492607251),
    (1.96, 30, 0.029671156448025238), (7, 10, 1.8577961408428446e-5),
    (40, 5, 9.2059810858864772e-8), (8, 1000, 1.7133307411957372e-15),
    (6, 1_000_000, 9.8692490617721733e-10),
  ])
  func `both tails are right, far out as well`(t: Double, freedom: Double, tail: Double) {
    let distribution = StudentT(degreesOfFreedom: freedom)
    #expect(distribution.upperTail(t).isClose(to: tail))
    #expect(distribution.cumulative(-t).isClose(to: tail))
    #expect(distribution.cumulative(t).isClose(to: 1 - tail))
  }

  @Test(arguments: [
    (0.025, 1, 12.706204736174704), (0.025, 2, 4.3026527297494637),
    (0.025, 4.7, 2.6207260753531704), (0.025, 9, 2.2621571627982055),
    (0.025, 29, 2.0452296421327043), (0.025, 1999, 1.961151420170562),
    (0.005, 7, 3.4994832973504939), (1e-12, 3, 10331.108244292486),
    (1e-12, 100, 8.0258255944932531), (0.4, 1, 0.32491969623290625),
    (0.4, 50, 0.25469934298858811), (0.0001, 0.5, 10284911.563163385),
  ])
  func `quantiles are right to thirteen digits`(share: Double, freedom: Double, truth: Double) {
    let distribution = StudentT(degreesOfFreedom: freedom)
    #expect(distribution.quantile(upperTail: share).isClose(to: truth))
    #expect(distribution.quantile(share).isClose(to: -truth))
  }

  @Test func `a tail so heavy that squares overflow is still a tail`() {
    let distribution = StudentT(degreesOfFreedom: 0.6)
    let far = distribution.quantile(upperTail: 1e-180)
    #expect(far.isClose(to: 1.4502117135942506e+299, within: 1e-12))
    #expect(distribution.upperTail(far).isClose(to: 1e-180, within: 1e-12))
  }

  @Test func `with no end of freedom it is the normal distribution`() {
    let distribution = StudentT(degreesOfFreedom: .infinity)
    #expect(distribution.criticalValue(confidence: 0.95).isClose(to: 1.959963984540054))
    #expect(distribution.upperTail(5).isClose(to: 2.866515718791939117e-7))
  }

  @Test(arguments: [-3.2, -0.4, 0, 1.5, 6])
  func `the normal score is as rare`(t: Double) {
    let distribution = StudentT(degreesOfFreedom: 7)
    let normal = StudentT(degreesOfFreedom: .infinity)
    let score = distribution.normalScore(of: t)
    #expect((normal.cumulative(score) - distribution.cumulative(t)).magnitude < 1e-12)
    #expect((normal.normalScore(of: t) - t).magnitude < 1e-9)
    // So rare that no tail tells: far over every bound either way.
    #expect(normal.normalScore(of: -40) == -40)
  }

  @Test func `edges and what is not a number`() {
    let distribution = StudentT(degreesOfFreedom: 3)
    #expect(distribution.quantile(0) == -.infinity)
    #expect(distribution.quantile(1) == .infinity)
    #expect(distribution.quantile(0.5) == 0)
    #expect(distribution.quantile(.nan).isNaN)
    #expect(distribution.quantile(2).isNaN)
    #expect(distribution.upperTail(.infinity) == 0)
    #expect(distribution.cumulative(-.infinity) == 0)
    #expect(distribution.upperTail(0) == 0.5)
    #expect(distribution.upperTail(.nan).isNaN)
  }
}
