import Foundation
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing

@testable import GrowthloopStudies

/// With GROWTHLOOP_ALARMS, as `make alarms` sets it, all twenty are fitted, in a market of 100,000.
@Suite(
  "Observed · fits hit planted values on seeds that they did not use", .timeLimit(.minutes(60)))
struct ObservedFitTests {
  private static let isLong = ProcessInfo.processInfo.environment["GROWTHLOOP_ALARMS"] != nil

  private static let town = """
    title: A product
    profile: product
    days: \(isLong ? 180 : 60)
    market: {people: \(isLong ? 100_000 : 8_000), iOSShare: 100%}
    arrivals: {seeds: \(isLong ? 4_000 : 800), organicPerDay: \(isLong ? 75 : 12)}
    use: {retention: {1: 35%, 7: 15%, 30: 8%}}
    """

  /// What was planted, by input, and the outputs to which a scenario without it is fitted.
  struct Planted: Sendable, CustomTestStringConvertible {
    let inputs: [(key: String, value: String)]
    let observed: [String]
    /// Whether it is fitted without `make alarms` too.
    var isShort = false
    /// What else the town has: more people are searched among fewer.
    var market: [(key: String, value: String)] = []

    var testDescription: String {
      "\(observed.joined(separator: ", ")) of \(inputs.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
    }
  }

  static let planted: [Planted] = [
    Planted(inputs: [("sharing.visit", "6%")], observed: ["sends.senderShare"], isShort: true),
    Planted(inputs: [("sharing.promptTap", "12%")], observed: ["sends.senderShare"]),
    Planted(
      inputs: [("sharing.visit", "6%")], observed: ["sends.senderShare"], isShort: true,
      market: [
        ("market.people", "24_000"), ("arrivals.seeds", "1_600"), ("arrivals.organicPerDay", "24"),
      ]),
    Planted(
      inputs: [
        ("sharing.visit", "0.4%"), ("sharing.promptTap", "10%"), ("use.keyAction", "1.5%"),
        ("use.socialContent", "1.5%"), ("use.emptyState", "0.7%"),
      ], observed: ["sends.senderShare"]),
    Planted(inputs: [("sharing.visit", "5%")], observed: ["sends.perActiveMonth"]),
    Planted(inputs: [("sharing.recipients", "3")], observed: ["sends.recipientsPerActiveMonth"]),
    Planted(inputs: [("sharing.recipients", "9")], observed: ["sends.perSender"]),
    Planted(inputs: [("recipients.tap", "22%")], observed: ["conversion.tapped"]),
    Planted(inputs: [("recipients.install", "45%")], observed: ["conversion.launched"]),
    Planted(inputs: [("firstRun.dropPerScreen", "6%")], observed: ["onboarding.completion"]),
    Planted(inputs: [("recipients.install", "60%")], observed: ["k.month"]),
    Planted(inputs: [("recipients.install", "50%")], observed: ["members.invitedHome"]),
    Planted(inputs: [("arrivals.seeds", "2_000")], observed: ["members.active"]),
    Planted(inputs: [("arrivals.seeds", "6_000")], observed: ["use.activeDaily"]),
    Planted(inputs: [("use.retention.7", "20%")], observed: ["retention.active.day7"]),
    Planted(
      inputs: [
        ("use.retention.1", "45%"), ("use.retention.7", "24%"), ("use.retention.30", "12%"),
      ],
      observed: ["retention.active.day1", "retention.active.day7", "retention.active.day30"]),
    Planted(
      inputs: [("recipients.tap", "25%"), ("recipients.install", "40%")],
      observed: ["conversion.tapped", "conversion.launched"], isShort: true),
    Planted(
      inputs: [("arrivals.seeds", "3_000"), ("sharing.visit", "5%")],
      observed: ["members.active", "sends.senderShare"]),
    Planted(
      inputs: [("sharing.visit", "4%"), ("sharing.recipients", "8"), ("recipients.tap", "30%")],
      observed: ["sends.senderShare", "sends.perSender", "conversion.tapped"]),
    Planted(
      inputs: [
        ("arrivals.seeds", "2_500"), ("firstRun.dropPerScreen", "5%"),
        ("recipients.install", "50%"),
      ], observed: ["members.active", "onboarding.completion", "members.invitedHome"]),
    Planted(
      inputs: [
        ("arrivals.seeds", "6_000"), ("sharing.promptTap", "30%"), ("recipients.tap", "55%"),
        ("sharing.complete", "60%"),
      ],
      observed: [
        "members.active", "sends.senderShare", "conversion.tapped", "flow.sheetCompletion",
      ]),
  ]

  private static func read(
    _ changes: [(key: String, value: String)]
  ) throws(DiagnosticList) -> ScenarioOutcome<GrowthScenario> {
    try ScenarioReader(GrowthScenario.self, loader: .disk(), metrics: Metric.names).read(
      SourceText(name: "town", text: town),
      overrides: changes.map { ScenarioOverride($0.key, to: $0.value, option: "--set") })
  }

  /// Returns the means of the outputs over many replications.
  private static func means(
    _ plan: GrowthPlan, of keys: [String], seed: UInt64
  ) async throws -> [Double] {
    var moments = keys.map { MetricMoments(at: Metric.place(of: $0) ?? 0) }
    // Each seed has other members before the start.
    for further in 0..<6 {
      let batch = Batch(
        [plan], seed: seed + 1_000 * UInt64(further), replications: isLong ? 6 : 20,
        workers: Workers(2), meter: nil)
      _ = try await batch.run { row in
        for place in moments.indices {
          moments[place].record(row[0].replicate.readings[moments[place].place])
        }
        return true
      }
    }
    return try moments.map { try #require($0.mean) }
  }

  @Test(arguments: planted.filter { isLong ? $0.market.isEmpty : $0.isShort })
  func `what was planted comes out, within 2%`(planted: Planted) async throws {
    let targets = try await Self.means(
      Self.read(planted.market + planted.inputs).value.plan, of: planted.observed, seed: 101)
    // The first input is that of the table of usual ones which was planted for it, if any.
    var taken = Set<String>()
    let names: [[ObservedOutput.Mover]] = planted.observed.map { output in
      let usual = ObservedOutput.inputs(of: output).filter { !taken.contains($0.name) }
      let own = usual.filter { mover in planted.inputs.contains { $0.key == mover.name } }
      let chosen = planted.observed.count > 1 && !own.isEmpty ? [own[0]] : usual
      taken.formUnion(chosen.map(\.name))
      return chosen
    }
    let parameters = Dictionary(
      try Self.read(planted.market).parameters.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let pairs = try planted.observed.indices.map { place in
      let inputs = names[place].compactMap { mover -> ObservedFit.Input? in
        guard let range = parameters[mover.name]?.range, let axis = range.axis else { return nil }
        let isSize = mover.name.hasPrefix("arrivals.")
        return ObservedFit.Input(
          axis, usual: isSize ? nil : axis.ends, isAssumed: range.isAssumed, lessens: mover.lessens)
      }
      try #require(inputs.count == names[place].count)
      return ObservedFit.Pair(
        try #require(Metric.named(planted.observed[place])), target: targets[place], by: inputs)
    }
    @Sendable func changes(_ values: ObservedFit.Values) -> [(key: String, value: String)] {
      zip(names, values).flatMap { names, values in
        zip(names, values).compactMap { name, value in value.map { (name.name, $0) } }
      }
    }
    let processorTime = clock()
    let outcome = try await ObservedFit(pairs, on: Workers(2)) { values in
      try? Self.read(planted.market + changes(values)).value.plan
    }.run()
    let seconds = Double(clock() - processorTime) / 1_000_000
    guard case .fitted(let values, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let found = try await Self.means(
      Self.read(planted.market + changes(values)).value.plan, of: planted.observed,
      seed: 202)
    for (target, found) in zip(targets, found) {
      #expect((found / target - 1).magnitude < 0.02, "\(changes(values))")
    }
    if Self.isLong {
      let misses = zip(targets, found).map { NumberText.decimal(100 * ($1 / $0 - 1), 2) + "%" }
      print(
        "alarms: fitted \(planted.testDescription): \(misses.joined(separator: ", ")) in "
          + "\(NumberText.decimal(seconds, 1)) s of processor time")
    }
  }

  /// A way of two inputs: a guess, and one whose range has a source.
  private static func path(lessens: Bool = false) -> InputPath {
    func axis(_ value: Double, _ ends: ClosedRange<Double>) -> ParameterAxis {
      ParameterAxis(.chance, at: value, within: ends) { "\($0)" }
    }
    return InputPath([
      ObservedFit.Input(
        axis(0.02, 0.01...0.04), usual: 0.01...0.04, isAssumed: true, lessens: false),
      ObservedFit.Input(
        axis(0.2, 0.1...0.6), usual: 0.1...0.6, isAssumed: false, lessens: lessens),
    ])
  }

  @Test func `the first input moves alone, and none leaves its range while another has not moved`()
    throws
  {
    let path = Self.path()
    let places = stride(from: path.ends.lowerBound, through: path.ends.upperBound, by: 0.05)
    for place in places {
      let values = path.values(at: place)
      let first = values[0].flatMap(Double.init) ?? 0.02
      let second = values[1].flatMap(Double.init) ?? 0.2
      if values[1] == nil { #expect((0.01...0.04).contains(first)) }
      if first < 0.009_99 { #expect(second <= 0.100_01) }
      if second < 0.099_99 { #expect(first < 0.002_6, "the sourced range is left last") }
    }
    #expect(path.values(at: 0.1)[1] == nil)
    #expect(path.values(at: 0) == [nil, nil])
    #expect(path.values(at: nil) == [nil, nil])
  }

  @Test func `an input that lessens the output moves against the others`() throws {
    let path = Self.path(lessens: true)
    let values = path.values(at: 1.2)
    let first = try #require(values[0].flatMap(Double.init))
    let second = try #require(values[1].flatMap(Double.init))
    #expect(first > 0.02 && second < 0.2)
  }
}
