import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Values · rates")
struct RateTests {
  @Test(arguments: [
    ("0.3/day", Rate(0.3, per: .days(1))), ("5/minute", Rate(5, per: .minutes(1))),
    ("2/10m", Rate(2, per: .minutes(10))), ("1e-3/second", Rate(0.001, per: .seconds(1))),
    ("2/week", Rate(2, per: .days(7))), ("0/hour", Rate(0, per: .hours(1))),
  ])
  func rates(text: String, rate: Rate) {
    #expect(Rate(text) == rate)
    #expect(Rate(rate.description) == rate)
  }

  @Test(arguments: ["0.3", "/day", "0.3/", "0.3/month", "-1/day", "1/0s", "1/2/day", "0.3 / day"])
  func `what is no rate`(text: String) {
    #expect(Rate(text) == nil)
  }

  @Test func `a rate tells how often in another time`() {
    #expect(Rate(2, per: .days(7)).events(in: .days(21)) == 6)
  }
}
