import Experiments
import Gates
import LoadGenerator
import LoadTrials
import Profiles
import Verdicts
import Vocabulary

/// What a load run came to, for people and for programs.
struct LoadReport: StageReport {
  let outcome: LoadOutcome
  let place: LoadPlace
  let repetition: Repetition

  init(_ outcome: LoadOutcome, at place: LoadPlace, repetition: Repetition) {
    self.outcome = outcome
    self.place = place
    self.repetition = repetition
  }

  var title: String { scenario.title }
  var gates: [GateResult] { outcome.judgements.map { GateResult($0, of: self) } }
  var isPartial: Bool { record.wasCancelled }
  /// What is to be known before the figures are believed.
  var note: String? {
    let words = doubts.map { $0.drop { $0 == " " } }
    return words.isEmpty ? nil : words.joined(separator: "\n")
  }

  var scenario: LoadScenario { outcome.scenario }
  var record: LoadRecord { outcome.record }

  var exitCode: ExitCode {
    if record.wasCancelled { return .interrupted }
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
    case kind, command, title, question, profile, seed, target, loop, machine, build, partial
    case valid, because, seconds, all, kinds, warmUp, generator, gates, parameters
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("load", forKey: .kind)
    try fields.encode(repetition.alone.text(), forKey: .command)
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
    try fields.encode(RunParameter.all(of: scenario), forKey: .parameters)
  }
}
