import Profiles
import Rehearsals
import Scenarios
import Verdicts

/// A rehearsal, as `rehearse` does it.
struct RehearsalStage: Stage {
  /// Whom the traffic is replayed against.
  struct Service {
    /// The settings by which it goes.
    let profile: Profile
    /// The growthloop whose service it is; `nil` for this one.
    var tool: String?
    /// Where it keeps its links meanwhile; `nil` for a temporary folder.
    var folder: String?
  }

  let choice: RehearsalChoice
  let service: Service
  let repetition: Repetition

  func run(on console: any Console) throws -> any StageReport {
    guard let report = try rehearse(on: console) else { return UnbegunRehearsal(choice: choice) }
    return report
  }

  /// Rehearses; `nil` if somebody wanted no more before there was anything to replay.
  func rehearse(on console: any Console) throws -> RehearsalReport? {
    let work = RehearsalWork(choice, of: service, console)
    return try work.run().map { RehearsalReport($0, repetition: repetition) }
  }
}

/// A rehearsal that was interrupted while its script was written.
private struct UnbegunRehearsal: StageReport {
  let choice: RehearsalChoice

  var title: String { choice.plan.title }
  var gates: [GateResult] { [] }
  var note: String? { "interrupted before anything was replayed" }
  var isPartial: Bool { true }
  func files() -> [(name: String, text: String)] { [] }
}

extension RehearsalReport: StageReport {
  var title: String { plan.title }
  var isPartial: Bool { outcome.reconciliation == nil }

  var note: String? {
    guard let reconciliation = outcome.reconciliation else {
      return "interrupted before anything was compared"
    }
    return reconciliation.differences.first.map { difference in
      let rules = difference.rules.isEmpty ? "" : " (\(difference.rules.joined(separator: ", ")))"
      let words = difference.words.map { "\($0.side) \($0.said)" }.joined(separator: "; ")
      return "\(difference.subject.rawValue) of person \(difference.person)\(rules): \(words)"
    }
  }

  /// That everything came out the same, and what the plan asks of response times and errors.
  var gates: [GateResult] {
    [GateResult(of: self)] + judgements.map { GateResult($0, of: self) }
  }
}
