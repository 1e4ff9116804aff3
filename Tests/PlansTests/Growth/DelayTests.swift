import GrowthloopFindings
import GrowthloopModel
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Growth scenarios · delays in three forms")
struct DelayTests {
  static let base = ["base.yaml": "title: x\nrecipients: {tapDelay: {median: 3h, sigma: 2}}\n"]

  /// The delay until a tap, of lines over a log-normal one of three hours.
  private func delay(_ text: String, set: [String] = []) throws -> Delay {
    let lines = "extends: base.yaml\nrecipients: {tapDelay: \(text)}\n"
    return try readGrowth(lines, set: set, beside: Self.base).value.behaviour.recipients.tapDelay
  }

  @Test func `a form replaces another, and refines its own`() throws {
    #expect(try delay("{sigma: 1}") == .logNormal(median: .hours(3), sigma: 1))
    #expect(try delay("{median: 1h}") == .logNormal(median: .hours(1), sigma: 2))
    #expect(try delay("{mean: 2d}") == .exponential(mean: .days(2)))
    #expect(try delay("36h") == .fixed(.hours(36)))
    #expect(try delay("{value: 36h, source: y, grade: B}") == .fixed(.hours(36)))
    #expect(try delay("{value: {mean: 1d}, grade: D}") == .exponential(mean: .days(1)))
    #expect(try delay("{mean: 2d, source: y, grade: B}") == .exponential(mean: .days(2)))
  }

  @Test func `a change of the form wins over the file, whatever stood there`() throws {
    let tap = "recipients.tapDelay"
    #expect(try delay("{mean: 2d}", set: ["\(tap).mean=3d"]) == .exponential(mean: .days(3)))
    #expect(
      try delay("{mean: 2d}", set: ["\(tap)={median: 1h, sigma: 0}"])
        == .logNormal(median: .hours(1), sigma: 0))
    #expect(
      try delay("{value: 2d, grade: D}", set: ["\(tap).mean=3d"]) == .exponential(mean: .days(3)))
    #expect(try delay("{sigma: 1}", set: ["\(tap)=0s"]) == .fixed(.zero))
  }

  @Test func `a delay is written as it is read`() throws {
    let format = ValueFormat<Delay>.delay
    for delay: Delay in [
      .fixed(.hours(36)), .exponential(mean: .minutes(90)),
      .logNormal(median: .minutes(570), sigma: 1.634),
    ] {
      #expect(try self.delay(format.encode(delay).asYAML) == delay)
    }
  }

  @Test(arguments: [
    ("{mean: 2d, median: 1h}", "'recipients.tapDelay.mean' cannot stand beside a median or sigma"),
    ("{mean: 0s}", "'recipients.tapDelay.mean' must be a time of at least 1ms, not '0s'"),
    (
      "{median: 1h, sigma: -1}",
      "'recipients.tapDelay.sigma' must be a number from 0 to 10, not '-1'"
    ),
    ("{meen: 2d}", "unknown key 'recipients.tapDelay.meen'"),
    ("{value: 2d, mean: 1d}", "unknown key 'recipients.tapDelay.mean'"),
    ("2 days", "'recipients.tapDelay' must be a time such as 36h"),
    ("[1d]", "'recipients.tapDelay' must be a time such as 36h"),
    ("", "'recipients.tapDelay' is empty: it must be a time such as 36h"),
  ])
  func `what is no delay is told`(text: String, told: String) {
    let lines = "title: x\nrecipients: {tapDelay: \(text)}\n"
    #expect(growthMistakes(in: lines).contains("error: \(told)"), "\(growthMistakes(in: lines))")
  }

  @Test func `half of a distribution is not enough where there was none`() {
    let lines = "title: x\nrecipients: {tapDelay: {value: 2d}}\n"
    #expect(growthMistakes(in: lines) == "")
    let findings = Findings()
    let node = YAMLReader.read(
      .init(name: "a", text: "{median: 1h}"), within: YAMLLimits(), noting: findings)
    if let node {
      _ = ValueFormat<Delay>.delay.read(
        node, ValuePlace(name: "tapDelay", findings: findings), .fixed(.days(2)))
    }
    #expect(
      findings.list.first?.message == "'tapDelay' needs a mean, or a median and a sigma")
  }
}
