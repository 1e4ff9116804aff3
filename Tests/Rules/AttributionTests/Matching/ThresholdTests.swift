import Testing
import TestSupport
import Vocabulary

@testable import Attribution

@Suite("Matching · thresholds that move, and scores that fade")
struct ThresholdTests {
  /// A threshold to which ten parts may be told.
  private var threshold: MatchThreshold {
    var threshold = MatchThreshold(500)
    threshold.telling = [.address: 4, .agent: 4, .screen: 1, .language: 1]
    return threshold
  }

  private func device(telling signals: [Signal]) -> DeviceSignals {
    var device = DeviceSignals()
    for signal in signals { device[signal] = 7 }
    return device
  }

  @Test(arguments: [
    (-1, 460), (0, 540), (13 * 3_600_000 - 1, 540), (13 * 3_600_000, 460),
  ])
  func `from 9 to 22 o'clock the threshold is raised, and lowered at night`(
    afterNine: Int, value: Int
  ) {
    var threshold = MatchThreshold(500)
    threshold.byDay = 40
    let nine = noon(5) - .hours(3)
    let launch = nine + .milliseconds(Int64(afterNine))
    #expect(threshold.value(for: .phone(), at: launch) == value)
    #expect(threshold.least == 460)
  }

  @Test(
    arguments: [
      ([], 600), ([.screen], 600), ([.address], 500), ([.address, .agent], 500),
      ([.address, .agent, .screen], 300), ([.address, .agent, .screen, .language], 300),
    ] as [([Signal], Int)])
  func `more than four fifths told lowers it, less than two fifths raises it`(
    signals: [Signal], value: Int
  ) {
    var threshold = threshold
    let device = device(telling: signals)
    #expect(threshold.value(for: device, at: noon(0)) == 500)
    threshold.ifTelling = 200
    threshold.ifSilent = 100
    #expect(threshold.value(for: device, at: noon(0)) == value)
    #expect(threshold.least == 300)
    threshold.lowest = 350
    threshold.highest = 550
    #expect(threshold.value(for: device, at: noon(0)) == min(max(value, 350), 550))
    #expect(threshold.least == 350)
  }

  @Test(arguments: [
    (1, 600), (20, 600), (39, 600), (40, 500), (41, 500), (79, 500), (80, 500), (81, 300),
    (99, 300),
  ])
  func `two fifths of the signals are not too few, and four fifths not more than that`(
    percent: Int, value: Int
  ) {
    var threshold = MatchThreshold(500)
    threshold.telling = [.address: percent, .agent: 100 - percent]
    threshold.ifTelling = 200
    threshold.ifSilent = 100
    #expect(threshold.value(for: device(telling: [.address]), at: noon(0)) == value)
  }

  @Test func `without bounds of its own a threshold lies between nothing and a thousand`() {
    #expect(
      [-5, 0, 1, 999, 1_000, 1_005].map { MatchThreshold($0).least } == [
        0, 0, 1, 999, 1_000, 1_000,
      ])
  }

  @Test func `a thousandth is enough to move a threshold`() {
    var threshold = threshold
    let (quiet, open) = (device(telling: []), device(telling: [.address, .agent, .screen]))
    threshold.ifTelling = 1
    #expect(threshold.value(for: open, at: noon(0)) == 499)
    #expect(threshold.value(for: quiet, at: noon(0)) == 500)
    threshold.ifTelling = 0
    threshold.ifSilent = 1
    #expect(threshold.value(for: quiet, at: noon(0)) == 501)
    threshold.byDay = 1
    #expect(threshold.value(for: quiet, at: noon(0)) == 502)
  }

  @Test func `a threshold that only silence or only telling moves is moved by that`() {
    let quiet = device(telling: [.screen])
    let open = device(telling: [.address, .agent, .screen])
    var silent = threshold
    silent.ifSilent = -100
    #expect(silent.value(for: quiet, at: noon(0)) == 400)
    #expect(silent.value(for: open, at: noon(0)) == 500)
    #expect(silent.least == 400)
    var telling = threshold
    telling.ifTelling = -100
    #expect(telling.value(for: quiet, at: noon(0)) == 500)
    #expect(telling.value(for: open, at: noon(0)) == 600)
    #expect(telling.least == 500)
  }

  @Test func `a score fades in proportion to its age, or by steps`() {
    let linear = ScoreDecay.linear(lost: 300)
    #expect(linear.applied(to: 900, age: .zero, window: .days(10)) == 900)
    #expect(linear.applied(to: 900, age: .days(5), window: .days(10)) == 750)
    #expect(linear.applied(to: 900, age: .days(10), window: .days(10)) == 600)
    #expect(linear.applied(to: 900, age: .zero, window: .zero) == 900)
    #expect(linear.greatest(of: 900) == 900)
    #expect(ScoreDecay.linear(lost: -50).greatest(of: 900) == 950)
    #expect(ScoreDecay.none.applied(to: 900, age: .days(5), window: .days(10)) == 900)
    #expect(ScoreDecay.none.greatest(of: 900) == 900)

    let steps = AgeSteps([(.hours(1), 1_000), (.hours(4), 500)], after: 100)
    let stepped = ScoreDecay.stepped(steps)
    let hour = Interval.hours(1)
    for (age, left) in [
      (Interval.zero, 800), (hour, 800), (hour + .milliseconds(1), 400), (.hours(4), 400),
      (.hours(4) + .milliseconds(1), 80), (.days(99), 80),
    ] {
      #expect(stepped.applied(to: 800, age: age, window: .days(10)) == left)
    }
    #expect(stepped.greatest(of: 800) == 800 && stepped.greatest(of: 1_000) == 1_000)
    #expect(stepped.applied(to: 1_000, age: hour, window: .days(10)) == 1_000)
    #expect(steps.lastAge(leaving: 1_001) == nil)
    #expect(steps.lastAge(leaving: 1_000) == .hours(1))
    #expect(steps.lastAge(leaving: 501) == .hours(1))
    #expect(steps.lastAge(leaving: 500) == .hours(4))
    #expect(steps.lastAge(leaving: 100) == Interval(milliseconds: .max))
    #expect(AgeSteps([], after: 0).lastAge(leaving: 0) == Interval(milliseconds: .max))
  }

  @Test func `seven stretches of age have each a factor, and what is beyond has another`() {
    let steps = AgeSteps(
      (1...7).map { (.hours($0), 1_000 - 100 * Int($0)) }, after: 50)
    for hour in 1...7 as ClosedRange<Int64> {
      #expect(steps.factor(at: .hours(hour)) == 1_000 - 100 * Int(hour))
      #expect(steps.lastAge(leaving: 1_000 - 100 * Int(hour)) == .hours(hour))
    }
    #expect(steps.factor(at: .hours(7) + .milliseconds(1)) == 50)
    #expect(steps.factor(at: .days(9_999)) == 50)
    #expect(steps.lastAge(leaving: 50) == Interval(milliseconds: .max))
    #expect(steps.lastAge(leaving: 51) == .hours(7))
  }

  @Test func `weights add up over the signals that are named`() {
    let weights: MatchWeights = [.address: 400, .agent: -30, .screen: 5]
    #expect(weights.signals == [.address, .agent, .screen])
    #expect(weights.total(of: weights.signals) == 375)
    #expect(weights.total(of: [.agent, .language]) == -30)
    #expect(!weights.isEmpty)
    #expect(MatchWeights().isEmpty)
    #expect(MatchWeights().signals == [])
  }
}
