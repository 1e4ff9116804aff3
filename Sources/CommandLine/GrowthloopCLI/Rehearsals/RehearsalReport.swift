import Experiments
import Gates
import LoadTrials
import Profiles
import Rehearsals
import Scenarios
import Statistics
import Vocabulary

/// What a rehearsal came to, for people and for programs.
struct RehearsalReport {
  let choice: RehearsalChoice
  let profileOfService: Profile
  let script: Script
  let outcome: Rehearsal.Outcome
  let repetition: Repetition

  init(_ result: RehearsalWork.Result, repetition: Repetition) {
    choice = result.choice
    profileOfService = result.profileOfService
    script = result.script
    outcome = result.outcome
    self.repetition = repetition
  }

  var plan: RehearsalPlan { choice.plan }
  var record: ReplayRecord { outcome.record }

  var exitCode: ExitCode {
    guard let reconciliation = outcome.reconciliation else { return .interrupted }
    return reconciliation.isExact ? ExitCode(of: judgements.map(\.verdict)) : .gateMissed
  }

  var judgements: [GateJudgement] {
    plan.gates.map { gate in
      switch gate.limit {
      case .response(let percentile, let nanoseconds):
        GateJudgement(
          gate, percentile: percentile, below: nanoseconds,
          among: gate.kind.map { record.latencies[$0] ?? HDRHistogram(layout: record.all.layout) }
            ?? record.all, effect: effect(on: gate, above: nanoseconds))
      case .errors(let share):
        GateJudgement(
          gate, errors: record.errors, of: record.planned, below: share, effect: 1)
      }
    }
  }
}

extension RehearsalReport {
  /// How much alike requests are that come together.
  private func effect(on gate: LoadGate, above limit: UInt64) -> Double {
    let samples = record.samples.filter { gate.kind == nil || gate.kind == $0.name }
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

extension RehearsalReport: Encodable {
  private enum Key: String, CodingKey {
    case kind, command, title, question, profile, settingsOfService, seed, rate, machine, build,
      partial
    case people, requests, repeated, errors, seconds, outageSeconds, mostInFlight, comparisons
    case latencies, gates, differences
  }

  private struct Comparison: Encodable {
    let subject: String
    let compared: Int
    let different: Int
  }

  private struct Times: Encodable {
    let request: String
    let count: Int
    let p50Ms: Double
    let p99Ms: Double
    let maxMs: Double
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("rehearse", forKey: .kind)
    try fields.encode(repetition.alone.text(), forKey: .command)
    try fields.encode(plan.title, forKey: .title)
    try fields.encode(plan.question, forKey: .question)
    try fields.encode(script.profile.id.rawValue, forKey: .profile)
    try fields.encode(settingsOfService, forKey: .settingsOfService)
    try fields.encode(plan.seed, forKey: .seed)
    try fields.encode(plan.rate, forKey: .rate)
    try fields.encode(Machine.description, forKey: .machine)
    try fields.encode(Machine.build, forKey: .build)
    try fields.encode(outcome.reconciliation == nil, forKey: .partial)
    try fields.encode(script.expected.referrals.count, forKey: .people)
    try fields.encode(record.planned, forKey: .requests)
    try fields.encode(record.repeated, forKey: .repeated)
    try fields.encode(record.errors, forKey: .errors)
    try fields.encode(record.elapsed / .seconds(1), forKey: .seconds)
    try fields.encode(record.outages.map { $0 / .seconds(1) }, forKey: .outageSeconds)
    try fields.encode(record.mostInFlight, forKey: .mostInFlight)
    try fields.encode(
      RehearsedSubject.allCases.map { subject in
        Comparison(
          subject: subject.rawValue, compared: outcome.reconciliation?.count(of: subject) ?? 0,
          different: outcome.reconciliation?.differences(in: subject) ?? 0)
      }, forKey: .comparisons)
    try fields.encode(
      times.map {
        Times(request: $0.name, count: $0.count, p50Ms: $0.p50, p99Ms: $0.p99, maxMs: $0.most)
      }, forKey: .latencies)
    try fields.encode(judgements.map(LoadReport.Gate.init), forKey: .gates)
    try fields.encode(fewDifferences.map(ToldDifference.init), forKey: .differences)
  }

  /// The first differences of each subject; the folder of a run has all of them in a file of their own.
  private var fewDifferences: [Difference] {
    let all = outcome.reconciliation?.differences ?? []
    return RehearsedSubject.allCases.flatMap { subject in
      all.filter { $0.subject == subject }.prefix(20)
    }
  }

  /// What the service was told otherwise than the simulator.
  var settingsOfService: [String] {
    Setting.all.filter { $0.value(in: profileOfService) != $0.value(in: script.profile) }
      .map { "\($0.name)=\($0.value(in: profileOfService))" }
  }

  /// Response times in milliseconds, of each kind of request and of all.
  var times: [(name: String, count: Int, p50: Double, p99: Double, most: Double)] {
    (record.latencies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [("all", record.all)])
      .map { name, times in
        let values = [50, 99, 100].map { Double(times.value(atPercentile: $0) ?? 0) / 1e6 }
        return (name, times.totalCount, values[0], values[1], values[2])
      }
  }
}

/// A difference as a program reads it.
struct ToldDifference: Encodable {
  let subject: String
  let person: UInt32
  /// What was promised, in place of one of the others.
  private(set) var promise: String?
  private(set) var simulator: String?
  private(set) var service: String?
  let rules: [String]
  let story: [String]

  init(_ difference: Difference) {
    subject = difference.subject.rawValue
    person = difference.person
    rules = difference.rules
    story = difference.story
    for (side, said) in [
      (difference.sides.expected, difference.expected), (difference.sides.found, difference.found),
    ] {
      switch side {
      case .promise: promise = said
      case .simulator: simulator = said
      case .service: service = said
      }
    }
  }
}
