import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · the time to first value")
struct FirstValueClockTests {
  /// The link is tapped at noon, the app launched 40 s later.
  func clock(seenAfter delay: Interval) -> FirstValueClock {
    var clock = FirstValueClock(linkTapped: noon, firstLaunched: noon + .seconds(40))
    clock.firstValueSeen = noon + .seconds(40) + delay
    return clock
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let delay: Interval
    let verdict: TimeToFirstValue.Verdict
  }

  static let twoMinutes = [
    Case(testDescription: "two minutes to the millisecond", delay: .seconds(120), verdict: .inTime),
    Case(
      testDescription: "a millisecond late", delay: .milliseconds(120_001),
      verdict: .late(by: .milliseconds(1))),
  ]

  @Test(arguments: twoMinutes)
  func `VAL-13 · under rin two minutes count from first launch`(_ example: Case) {
    let time = FirstValuePolicy.rin.time(clock(seenAfter: example.delay), budget: .seconds(120))
    #expect(time?.verdict == example.verdict)
    #expect(time?.elapsed == example.delay)
    #expect(time?.storeTime == .seconds(40))
  }

  static let oneMinute = [
    Case(testDescription: "a minute to the millisecond", delay: .seconds(20), verdict: .inTime),
    Case(
      testDescription: "a millisecond late", delay: .milliseconds(20_001),
      verdict: .late(by: .milliseconds(1))),
  ]

  @Test(arguments: oneMinute)
  func `VAL-13 · under product the minute counts from the link tap`(_ example: Case) {
    let time = FirstValuePolicy.product.time(clock(seenAfter: example.delay), budget: .seconds(60))
    #expect(time?.verdict == example.verdict)
    #expect(time?.elapsed == .seconds(40) + example.delay)
  }

  @Test func `without a link the clock starts at first launch, without a budget nothing is late`() {
    var clock = FirstValueClock(firstLaunched: noon)
    #expect(FirstValuePolicy.product.time(clock, budget: nil) == nil)
    clock.firstValueSeen = noon + .days(1)
    let time = FirstValuePolicy.product.time(clock, budget: nil)
    #expect(time?.elapsed == .days(1))
    #expect(time?.storeTime == nil)
    #expect(time?.verdict == .noBudget)
    #expect(FirstValuePolicy.design.clockStart == .firstLaunch)
  }
}
