import GrowthloopFindings
import GrowthloopLoadGenerator
import Profiles
import GrowthloopPlans
import Statistics
import GrowthloopReports
import Vocabulary

extension RehearsalFindings {
  package init(_ result: RehearsalWork.Result, _ repetition: Repetition) {
    let (plan, script) = (result.choice.plan, result.script)
    let (record, reconciliation) = (result.outcome.record, result.outcome.reconciliation)
    let times = record.latencies.sorted { $0.key < $1.key }.map { (name: $0.key, times: $0.value) }
    self.init(latencies: Self.latencies(times + [(name: "all", times: record.all)]))
    command = repetition.alone.text()
    title = plan.title
    question = plan.question
    profile = script.profile.id.rawValue
    settingsOfService = Setting.all.filter {
      $0.value(in: result.profileOfService) != $0.value(in: script.profile)
    }.map { "\($0.name)=\($0.value(in: result.profileOfService))" }
    seed = plan.seed
    rate = plan.rate
    machine = Machine.description
    build = Machine.build
    partial = reconciliation == nil
    people = script.expected.referrals.count
    links = script.links
    requests = record.planned
    repeated = record.repeated
    disturbed = record.disturbed.totalCount
    errors = record.errors
    seconds = record.elapsed / .seconds(1)
    outageSeconds = record.outages.map { $0 / .seconds(1) }
    mostInFlight = record.mostInFlight
    comparisons = RehearsedSubject.allCases.map { subject in
      Comparison(
        subject.rawValue, compared: reconciliation?.count(of: subject) ?? 0,
        different: reconciliation?.differences(in: subject) ?? 0)
    }
    gates = plan.gates.map { gate in
      var judged = record.judged(gate)
      judged.next = next(after: judged, repetition)
      return judged
    }
    outcome = JudgedGate(matching: reconciliation.map { $0.differences.count })
    if outcome.verdict != .kept { outcome.next = repetition.alone.text("--out", "rehearsal") }
    differences = RehearsedSubject.allCases.flatMap { subject in
      (reconciliation?.differences ?? []).filter { $0.subject == subject }
        .prefix(Self.mostDifferences).map(DifferenceFound.init)
    }
    histograms =
      times.map { .init($0.name, $0.times) }
      + (record.disturbed.isEmpty ? [] : [.init("disturbed", record.disturbed)])
  }

  /// The limit of differences per subject in `run.json`; another file contains all of them.
  private static let mostDifferences = 20

  private static func latencies(
    _ times: [(name: String, times: HDRHistogram)]
  ) -> FigureTable {
    typealias Column = FigureTable.Declaration<(name: String, times: HDRHistogram)>
    func time(_ key: String, _ title: String, _ percentile: Double) -> Column {
      .number(key, title, .milliseconds) {
        Double($0.times.value(atPercentile: percentile) ?? 0) / 1e6
      }
    }
    return FigureTable(
      of: times,
      [
        .words("request") { $0.name }, .count("count") { $0.times.totalCount },
        time("p50Ms", "p50", 50), time("p99Ms", "p99", 99), time("maxMs", "max", 100),
      ])
  }

  private func next(after gate: JudgedGate, _ repetition: Repetition) -> String? {
    switch gate.verdict {
    case .kept: nil
    case .missed: repetition.alone.changing("rate", to: "\(max(1, rate / 2))").text()
    case .undecided: repetition.here.text()
    }
  }
}

extension ReplayRecord {
  fileprivate func judged(_ gate: LoadGate) -> JudgedGate {
    switch gate.limit {
    case .response(let percentile, let nanoseconds):
      JudgedGate(
        gate, percentile: percentile, below: nanoseconds,
        among: gate.kind.map { latencies[$0] ?? HDRHistogram(layout: all.layout) } ?? all,
        effect: effect(on: gate, above: nanoseconds))
    case .errors(let share):
      JudgedGate(gate, errors: errors, of: planned, below: share, effect: 1)
    }
  }

  /// Returns the design effect of requests that are close in time.
  private func effect(on gate: LoadGate, above limit: UInt64) -> Double {
    let samples = samples.filter { gate.kind == nil || gate.kind == $0.name }
    let seconds = (samples.map(\.second).max() ?? 0) + 1
    var totals = Array(repeating: 0, count: seconds)
    var hits = totals
    for sample in samples {
      totals[sample.second] += 1
      if sample.nanoseconds >= limit { hits[sample.second] += 1 }
    }
    return BlockEffect.factor(hits: hits, of: totals) ?? 1
  }
}

extension DifferenceFound {
  init(_ difference: Difference) {
    var said: [Difference.Side: String] = [:]
    said[difference.sides.expected] = difference.expected
    said[difference.sides.found] = difference.found
    self.init(
      subject: difference.subject.rawValue, person: difference.person, promise: said[.promise],
      simulator: said[.simulator], service: said[.service], rules: difference.rules,
      story: difference.story)
  }
}
