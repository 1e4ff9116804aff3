import Experiments
import Gates
import LoadGenerator
import LoadTrials
import Profiles
import Statistics
import Vocabulary

/// What a load run came to, for people and for programs.
struct LoadReport {
  let outcome: LoadOutcome
  let place: LoadPlace

  init(_ outcome: LoadOutcome, at place: LoadPlace) {
    self.outcome = outcome
    self.place = place
  }

  var scenario: LoadScenario { outcome.scenario }
  var record: LoadRecord { outcome.record }

  var exitCode: ExitCode {
    if record.wasCancelled { return .interrupted }
    // A run that is not valid decides nothing, whether it has gates or not.
    return ExitCode(of: [outcome.verdict])
  }

  /// What makes the next request come.
  var loop: String {
    if let closed = scenario.closedLoop {
      return "closed loop: \(closed.users) users, each waits for its answer, so that a server that "
        + "stalls is asked less and looks better than it is"
    }
    return "open loop: \(scenario.arrivals.course.rawValue) arrivals planned beforehand, "
      + "times count from the planned moment"
  }

  static let percentiles: [Double] = [50, 90, 99, 99.9, 99.99, 100]

  static func name(of percentile: Double) -> String {
    if percentile == 100 { return "max" }
    return percentile == percentile.rounded() ? "p\(Int(percentile))" : "p\(percentile)"
  }
}

extension LoadReport: Encodable {
  private enum Key: String, CodingKey {
    case title, question, profile, seed, target, loop, machine, build, partial, valid, because
    case seconds, all, kinds, warmUp, generator, gates
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(scenario.title, forKey: .title)
    try fields.encode(scenario.question, forKey: .question)
    try fields.encode(scenario.profile.id.rawValue, forKey: .profile)
    try fields.encode(scenario.seed, forKey: .seed)
    try fields.encode(place.description, forKey: .target)
    try fields.encode(loop, forKey: .loop)
    try fields.encode(Machine.description, forKey: .machine)
    try fields.encode(Machine.build, forKey: .build)
    try fields.encode(record.wasCancelled, forKey: .partial)
    try fields.encode(outcome.validity.isValid, forKey: .valid)
    try fields.encode(outcome.validity.reasons, forKey: .because)
    try fields.encode(record.elapsed / .seconds(1), forKey: .seconds)
    try fields.encode(Figures("all", record.counts, record.latencies), forKey: .all)
    try fields.encode(
      record.kinds.map { Figures($0.name, $0.counts, $0.latencies) }, forKey: .kinds)
    try fields.encode(Figures.Counts(record.warmUpCounts), forKey: .warmUp)
    try fields.encode(Generator(record.health), forKey: .generator)
    try fields.encode(outcome.judgements.map(Gate.init), forKey: .gates)
  }
}

extension LoadReport {
  /// The counts and times of one kind of request, in milliseconds.
  struct Figures: Encodable {
    struct Counts: Encodable {
      let planned, answered, failed, notSent, unwanted: Int
      let byClass: [String: Int]
      let byFailure: [String: Int]

      init(_ counts: RequestCounts) {
        planned = counts.planned
        answered = counts.answered
        failed = counts.failed
        notSent = counts.notSent
        unwanted = counts.unwanted
        byClass = Dictionary(
          uniqueKeysWithValues: (1...5).map { ("\($0)xx", counts.answered(inClass: $0)) })
        byFailure = Dictionary(
          uniqueKeysWithValues: Failure.allCases.map { ($0.name, counts[$0]) })
      }
    }

    let name: String
    let counts: Counts
    /// By the name of the percentile.
    let response, service, lag: [String: Double]

    init(_ name: String, _ counts: RequestCounts, _ latencies: Latencies) {
      self.name = name
      self.counts = Counts(counts)
      response = Self.times(latencies.response)
      service = Self.times(latencies.service)
      lag = Self.times(latencies.lag)
    }

    private static func times(_ histogram: HDRHistogram) -> [String: Double] {
      var times: [String: Double] = [:]
      for percentile in percentiles {
        times[LoadReport.name(of: percentile)] = histogram.value(atPercentile: percentile).map {
          Double($0) / 1e6
        }
      }
      return times
    }
  }

  /// How the generator itself was.
  struct Generator: Encodable {
    let sent, due: Int
    let lackedConnections, isFallingBehind: Bool
    let ownLagP50Milliseconds, ownLagP99Milliseconds: Double?
    let busy, waiting, foreign, stolen: Double?

    init(_ health: GeneratorHealth) {
      (sent, due) = (health.sent, health.due)
      lackedConnections = health.lackedConnections
      isFallingBehind = health.isFallingBehind
      ownLagP50Milliseconds = health.ownLag.value(atPercentile: 50).map { Double($0) / 1e6 }
      ownLagP99Milliseconds = health.ownLag.value(atPercentile: 99).map { Double($0) / 1e6 }
      busy = health.processor?.busy
      waiting = health.processor?.waiting
      foreign = health.processor?.foreign
      stolen = health.processor?.stolen
    }
  }

  /// A gate with what was measured: milliseconds, or a share.
  struct Gate: Encodable {
    let gate: String
    let verdict: GateVerdict
    let count: Int
    let blockEffect: Double
    let unit: String
    let measured, low, high: Double?

    init(_ judgement: GateJudgement) {
      let isTime = judgement.gate.responseLimit != nil
      gate = judgement.gate.description
      verdict = judgement.verdict
      count = judgement.count
      blockEffect = judgement.effect
      unit = isTime ? "ms" : "share"
      let scale = isTime ? 1e-6 : 1
      measured = judgement.value.map { $0 * scale }
      low = judgement.low.map { $0 * scale }
      high = judgement.high.map { $0 * scale }
    }
  }
}
