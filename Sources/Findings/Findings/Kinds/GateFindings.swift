/// The findings of `gate`: the result of a whole gate plan.
public struct GateFindings: RunFindings {
  public static let kind = "gate"

  public let command: String
  public let title: String
  public let question: String?
  public let stages: [StageFindings]
  /// The worst verdict on any stage.
  public let verdict: GateVerdict
  public let seconds: Double

  public init(command: String, title: String, question: String?, stages: [StageFindings]) {
    self.command = command
    self.title = title
    self.question = question
    self.stages = stages
    verdict = stages.map(\.verdict).worst
    seconds = stages.reduce(0) { $0 + $1.seconds }
  }

  public var judged: [JudgedGate] { stages.flatMap(\.gates) }
  /// The goals of all simulated documents.
  public var goals: [Measured<GoalFound>] { stages.flatMap { $0.goals ?? [] } }
  public var isPartial: Bool { stages.contains { $0.ending == .interrupted } }

  /// Returns the number of gates with a verdict.
  public func count(of verdict: GateVerdict) -> Int { judged.count { $0.verdict == verdict } }

  /// The verdict with the numbers behind it.
  public var sentence: String {
    let counts = [GateVerdict.missed, .undecided].compactMap { verdict in
      count(of: verdict) > 0 ? "\(count(of: verdict)) \(verdict)" : nil
    }
    let failed = stages.count { $0.ending == .failed }
    let rest =
      counts + (failed > 0 ? ["\(failed) of \(stages.count) stages could not run"] : [])
      + (isPartial ? ["interrupted"] : [])
    return "\(verdict): \(count(of: .kept)) of \(judged.count) gates kept"
      + (rest.isEmpty ? "" : ", " + rest.joined(separator: ", "))
  }
}

/// The result of one stage of a plan.
public struct StageFindings: Codable, Sendable {
  /// The command that runs such a stage by itself.
  public var kind: String
  public var name: String
  /// The folder of its files, below that of the whole run; `nil` where it left none.
  public var folder: String?
  public var title: String
  public var seconds: Double
  /// A further remark on the stage, such as the reason why it could not run.
  public var note: String?
  public var gates: [JudgedGate]
  /// The goals of the simulated document; left out where the stage has none.
  public var goals: [Measured<GoalFound>]?
  /// The inputs on which the answer of the stage rests, in a sentence.
  public var basis: String?
  /// The way in which the stage ended; gates without a measurement are undecided.
  public var ending: Ending

  public enum Ending: String, Codable, Sendable {
    case complete, interrupted
    /// It could not run.
    case failed
    /// It ran, and its measurements decide no gate.
    case empty
  }

  public init(
    kind: String, name: String, folder: String?, title: String, seconds: Double,
    note: String? = nil, gates: [JudgedGate] = [], goals: [Measured<GoalFound>]? = nil,
    basis: String? = nil, ending: Ending = .complete
  ) {
    self.kind = kind
    self.name = name
    self.folder = folder
    self.title = title
    self.seconds = seconds
    self.note = note
    self.gates = gates
    self.goals = goals
    self.basis = basis
    self.ending = ending
  }

  /// The lines of the note, each a remark of its own.
  public var remarks: [String] {
    (note ?? "").split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " }) }
      .filter { !$0.isEmpty }
  }

  /// The worst verdict on a gate; an incomplete stage is never kept.
  public var verdict: GateVerdict {
    (gates.map(\.verdict) + (ending == .complete ? [] : [.undecided])).worst
  }
}
