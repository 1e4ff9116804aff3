import growthloop_bench
import Testing

@Suite("Interference · periods that switch, and joins that come later")
struct SwitchbackTests {
  @Test(arguments: [
    (1, 0.3679, 0.0758), (3, 0.6833, 0.3966), (7, 0.8573, 0.7148), (14, 0.9286, 0.8571),
  ])
  func `an exponential delay of a day, by coin and in alternation`(
    period: Double, coin: Double, alternating: Double
  ) throws {
    let switchback = Switchback(period: period, delay: .exponential(mean: 1))
    #expect((try #require(switchback.remainingEffect(.coin)) - coin).magnitude < 0.00005)
    #expect(
      (try #require(switchback.remainingEffect(.alternating)) - alternating).magnitude < 0.00006)
  }

  @Test(arguments: [(1, 0.4996), (3, 0.7186), (7, 0.8426), (14, 0.9094)])
  func `the log-normal delay to install`(period: Double, coin: Double) throws {
    let switchback = Switchback(
      period: period, delay: .logNormal(median: 9.5 / 24, sigma: 1.634))
    #expect((try #require(switchback.remainingEffect(.coin)) - coin).magnitude < 0.00005)
    #expect(switchback.remainingEffect(.alternating) == nil)
  }

  @Test(arguments: [(1, 0.50), (2, 0.36), (4, 0.23), (7, 0.16)])
  func `a kill switch does not recall the invites of the days before`(
    days: Double, later: Double
  ) {
    let switchback = Switchback(period: days, delay: .logNormal(median: 9.5 / 24, sigma: 1.634))
    #expect((1 - switchback.inOwnPeriod - later).magnitude < 0.005)
  }

  @Test func `simulated periods agree, and the time of sending is unbiased`() {
    expectAgreement(.switchback, size: 0.02)
  }
}
