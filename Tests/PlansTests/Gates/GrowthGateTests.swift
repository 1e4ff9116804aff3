import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("Gates of scenarios · a metric and its limit")
struct GrowthGateTests {
  private static let metrics = [
    MetricName("k.cohort", .number), MetricName("conversion.home", .share),
    MetricName("flow.seconds", .seconds), MetricName("cycle.days", .days),
  ]

  private static func read(_ text: String) throws -> GrowthScenario {
    let reader = ScenarioReader(
      GrowthScenario.self, loader: .memory([:]), metrics: Self.metrics)
    return try reader.read(SourceText(name: "a.yaml", text: "title: A\n" + text)).value
  }

  private static func mistakes(in text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  static let gates: [(String, String, GateLimit)] = [
    ("k.cohort > 0.008", "k.cohort", GateLimit(.above, 0.008)),
    ("k.cohort>=-1", "k.cohort", GateLimit(.atLeast, -1)),
    ("k.cohort ≤ 2e-3", "k.cohort", GateLimit(.atMost, 0.002)),
    ("k.cohort < 10k", "k.cohort", GateLimit(.below, 10_000)),
    ("conversion.home ≥ 30%", "conversion.home", GateLimit(.atLeast, 0.3)),
    ("conversion.home < 0.3", "conversion.home", GateLimit(.below, 0.3)),
    ("flow.seconds <= 2m", "flow.seconds", GateLimit(.atMost, 120)),
    ("flow.seconds < 250ms", "flow.seconds", GateLimit(.below, 0.25)),
    ("cycle.days < 36h", "cycle.days", GateLimit(.below, 1.5)),
  ]

  @Test(arguments: gates)
  func `a limit is written as the metric is`(text: String, metric: String, limit: GateLimit) throws
  {
    let gate = try #require(try Self.read("gates: ['\(text)']").gates.first)
    #expect(gate.metric == metric && gate.limit == limit)
  }

  static let mistakes: [(String, String)] = [
    (
      "gates: [k.chort > 1]",
      "a.yaml:2:9: error: 'gates[0]' is about 'k.chort', which is no metric\n"
        + "    gates: [k.chort > 1]\n            ^ did you mean k.cohort?"
    ),
    ("gates: [k.cohort]", "'gates[0]' must be a gate such as k.cohort > 0.008 or"),
    ("gates: [k.cohort = 1]", "'gates[0]' must be a gate such as"),
    ("gates: [k.cohort > 1 2]", "'gates[0]' must be a gate such as"),
    ("gates: ['> 1']", "'gates[0]' must be a gate such as"),
    ("gates: [[]]", "'gates[0]' must be a gate such as"),
    (
      "gates: [k.cohort > 30%]",
      "'gates[0]' must have a limit that is a number such as 0.5, as k.cohort has, not '30%'"
    ),
    ("gates: [conversion.home > 5s]", "a share such as 30% or 0.3, as conversion.home has"),
    ("gates: [flow.seconds < 5]", "a time such as 2m, 36h or 7d, as flow.seconds has, not '5'"),
    (
      "gates: [k.cohort > 1]\nprecision: {metric: k.cohort}",
      "a.yaml:3:12: error: 'precision' cannot stand beside gates"
    ),
    (
      "gates: [k.cohort > 1]\nreplications: 8\nmostReplications: 4",
      "a.yaml:4:19: error: 'mostReplications' must not be fewer than the 8 replications at first"
    ),
    ("gates: [k.cohort > 1]\nstudy: matching", "'gates' are of no use to a study of matching"),
  ]

  @Test(arguments: mistakes)
  func `what is no gate is told where it stands`(text: String, told: String) {
    let mistakes = Self.mistakes(in: text)
    #expect(mistakes.contains(told), "\(mistakes)")
  }

  @Test func `every mistake is told at once`() {
    let mistakes = Self.mistakes(in: "gates: [k.chort > 1, k.cohort, flow.seconds < 5]\ndays: 0")
    for told in ["gates[0]", "gates[1]", "gates[2]", "'days'"] {
      #expect(mistakes.contains(told), "\(mistakes)")
    }
  }

  @Test func `targets have the notation of gates, in words as well, and name a metric once`() throws
  {
    func targets(_ text: String) throws -> ScenarioTargets {
      try Self.read("targets: \(text)\n").targets
    }
    guard case .own(let own) = try targets("[k.cohort > 0.3, conversion.home at least 3%]") else {
      Issue.record("no targets of its own")
      return
    }
    #expect(own.map(\.limit) == [GateLimit(.above, 0.3), GateLimit(.atLeast, 0.03)])
    #expect(try targets("document") == .document)
    #expect(try targets("[]") == GrowthScenario().targets)
    for (text, told) in [
      ("[k.cohort > 0.3, k.cohort < 1]", "'targets' have two for k.cohort"),
      ("[k.chort > 1]", "'targets[0]' is about 'k.chort', which is no metric"),
      ("rin", "'targets' must be a list of targets such as"),
      ("[k.cohort > 1]\nstudy: matching", "'targets' are of no use to a study of matching"),
    ] {
      let mistakes = Self.mistakes(in: "targets: \(text)")
      #expect(mistakes.contains(told), "\(mistakes)")
    }
  }

  @Test func `a budget without gates is doubted`() throws {
    let reader = ScenarioReader(GrowthScenario.self, loader: .memory([:]))
    let outcome = try reader.read(
      SourceText(name: "a.yaml", text: "title: A\nmostReplications: 64\n"))
    #expect("\(outcome.warnings)".contains("'mostReplications' has no effect without gates"))
  }
}
