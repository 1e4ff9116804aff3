/// The findings of `explain`: the story of one person, or the people with a matching event.
public struct ExplanationFindings: RunFindings {
  public static let kind = "explain"

  public var command = ""
  public var title = ""
  public var question: String?
  public var profile = ""
  public var seed: UInt64 = 0
  public var replication: UInt32 = 0
  public var isPartial = false
  /// The profile, the seed and the days in a sentence.
  public var circumstances = ""
  /// The person of the story; left out after a search for people, as the four below are.
  public var person: UInt32?
  public var isMember: Bool?
  public var sessions: Int?
  /// The sessions without a decision, which the story leaves out.
  public var quietSessions: Int?
  public var story: [StoryLine]?
  /// The search; left out for the story of one person, as the people are.
  public var query: String?
  public var people: [Found]?

  /// A person with the first matching event of their story.
  public struct Found: Codable, Sendable {
    public let person: UInt32
    public let entry: StoryLine
    /// The command that prints the whole story.
    public let command: String

    public init(person: UInt32, entry: StoryLine, command: String) {
      self.person = person
      self.entry = entry
      self.command = command
    }
  }

  public init() {}
}

/// One event of a story: the same facts for people and for programs.
public struct StoryLine: Codable, Sendable, Hashable {
  public let at: String
  /// The day of the run, from 0, and the time on it.
  public let day: Int
  public let time: String
  public let kind: String
  /// The detail of the kind, in one word.
  public let detail: String?
  /// The other person concerned.
  public let person: UInt32?
  public let rule: String?
  public let text: String
  public let notes: [Note]

  /// The explanation of an event: a reason, a step, a click.
  public struct Note: Codable, Sendable, Hashable {
    public let text: String
    public let reason: String?
    public let rule: String?
    /// The time at which the reason no longer holds, where time alone ends it.
    public let until: String?
    /// The changes of settings that would have led to another decision.
    public let changes: [Relief]?

    public init(
      text: String, reason: String?, rule: String?, until: String?, changes: [Relief]?
    ) {
      self.text = text
      self.reason = reason
      self.rule = rule
      self.until = until
      self.changes = changes
    }
  }

  /// Another value of a setting, the nearest one that is enough.
  public struct Relief: Codable, Sendable, Hashable {
    public let setting: String
    public let from: String
    public let to: String

    public init(setting: String, from: String, to: String) {
      self.setting = setting
      self.from = from
      self.to = to
    }
  }

  public init(
    at: String, day: Int, time: String, kind: String, detail: String?, person: UInt32?,
    rule: String?, text: String, notes: [Note]
  ) {
    self.at = at
    self.day = day
    self.time = time
    self.kind = kind
    self.detail = detail
    self.person = person
    self.rule = rule
    self.text = text
    self.notes = notes
  }
}

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
