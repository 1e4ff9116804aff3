import Foundation
import GrowthloopTransport
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("SelfCheck · the truth about servers whose answers are known", .timeLimit(.minutes(60)))
struct SelfCheckTests {
  @Test func `the script of full stops gives the truth in closed form`() {
    var script = AnswerScript(
      .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(20)))
    #expect(script.answerTime(at: 0) == 20_000_000)
    #expect(script.answerTime(at: 7_979_999_999) == 7_999_999_999)
    #expect(script.answerTime(at: 7_980_000_000) == 10_000_000_000)
    #expect(script.answerTime(at: 9_979_999_999) == 10_000_000_000)
    #expect(script.answerTime(at: 9_980_000_000) == 10_000_000_000)
    #expect(script.answerTime(at: 9_990_000_000) == 10_010_000_000)
  }

  @Test func `a tenth of the requests waits half of a stop or more`() throws {
    let check = SelfCheck.Case(
      "stops", .stalls(every: .seconds(10), lasting: .seconds(2), delay: .milliseconds(20)),
      rate: 1_000, for: .seconds(100))
    let truth = SelfCheck.truth(check, since: .zero)
    let p90 = try #require(truth.value(atPercentile: 90))
    #expect(abs(Double(p90) - 1.02e9) < 0.02e9)
    #expect(abs(Double(truth.value(atPercentile: 99) ?? 0) - 1.92e9) < 0.02e9)
  }

  @Test func `one in a hundred is late, and one at a time makes a queue`() {
    var script = AnswerScript(
      .oneInMany(100, late: .milliseconds(5), delay: .milliseconds(1)))
    let answers = (0..<200).map { _ in script.answerTime(at: 0) }
    #expect(answers.count { $0 == 5_000_000 } == 2)
    #expect(answers.count { $0 == 1_000_000 } == 198)
    var single = AnswerScript(.oneAtATime(.microseconds(100)))
    #expect((0..<3).map { _ in single.answerTime(at: 50) } == [100_050, 200_050, 300_050])
    #expect(single.answerTime(at: 1_000_000) == 1_100_000)
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["GROWTHLOOP_SELF_CHECK"] != nil,
      "takes a minute and a quiet machine"),
    arguments: SelfCheck.cases.indices)
  func `what is reported is true within 1 %`(_ number: Int) throws {
    let outcome = try SelfCheck().run(SelfCheck.cases[number])
    for comparison in outcome.comparisons {
      let (told, truth) = (Double(comparison.reported) / 1e6, Double(comparison.truth) / 1e6)
      print("\(outcome.name): p\(comparison.percentile) \(told) ms, truly \(truth) ms")
    }
    print("\(outcome.name): \(outcome.record.validity)")
    #expect(outcome.isTrue || outcome.isClosedLoop)
  }

  @Test func `a figure is true within 1 % and no further`() {
    func isTrue(_ reported: UInt64, _ truth: UInt64) -> Bool {
      SelfCheck.Comparison(percentile: 50, reported: reported, truth: truth).isTrue
    }
    #expect(isTrue(101_000, 100_000) && isTrue(99_000, 100_000) && isTrue(64, 0))
    #expect(!isTrue(101_001, 100_000) && !isTrue(98_999, 100_000))
  }

  @Test(arguments: HTTPVersion.allCases)
  func `nothing is measured faster than the script allows, and no request is lost`(
    _ version: HTTPVersion
  ) throws {
    let check = SelfCheck.Case(
      "one in ten", .oneInMany(10, late: .milliseconds(20), delay: .milliseconds(5)), rate: 500,
      for: .milliseconds(400), over: version)
    let outcome = try SelfCheck().run(check)
    #expect(outcome.record.counts.isBalanced)
    #expect(outcome.record.counts.errors == 0)
    #expect((outcome.record.latencies.response.min ?? 0) >= 5_000_000 * 999 / 1_000)
    let late = outcome.record.counts.answered / 10
    #expect(
      outcome.record.latencies.response.count(atOrBelow: 19_900_000)
        <= outcome.record.counts.answered - late)
    #expect(outcome.comparisons.map(\.percentile) == SelfCheck.percentiles)
  }
}
