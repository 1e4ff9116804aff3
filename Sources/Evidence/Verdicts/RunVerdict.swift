public import Gates

/// What a whole plan of gates came to.
public struct RunVerdict: Sendable, Hashable {
  /// What gives it again.
  public var command: String
  public var title: String
  public var question: String?
  public var stages: [StageResult]

  public init(command: String, title: String, question: String?, stages: [StageResult]) {
    self.command = command
    self.title = title
    self.question = question
    self.stages = stages
  }

  /// The worst that became of a stage.
  public var verdict: GateVerdict { stages.map(\.verdict).worst }

  public var seconds: Double { stages.reduce(0) { $0 + $1.seconds } }

  public var isPartial: Bool { stages.contains { $0.ending == .interrupted } }

  /// How many gates came to a verdict.
  public func count(of verdict: GateVerdict) -> Int {
    stages.reduce(0) { $0 + $1.gates.count { $0.verdict == verdict } }
  }

  /// The verdict with the numbers behind it.
  public var sentence: String {
    let gates = stages.reduce(0) { $0 + $1.gates.count }
    let counts = [GateVerdict.missed, .undecided].compactMap { verdict in
      count(of: verdict) > 0 ? "\(count(of: verdict)) \(verdict)" : nil
    }
    let failed = stages.count { $0.ending == .failed }
    let rest =
      counts + (failed > 0 ? ["\(failed) of \(stages.count) stages could not run"] : [])
      + (isPartial ? ["interrupted"] : [])
    return "\(verdict): \(count(of: .kept)) of \(gates) gates kept"
      + (rest.isEmpty ? "" : ", " + rest.joined(separator: ", "))
  }
}
