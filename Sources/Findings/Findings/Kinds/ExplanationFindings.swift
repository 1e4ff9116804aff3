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
