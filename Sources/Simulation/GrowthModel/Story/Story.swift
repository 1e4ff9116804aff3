import Prompts
public import Vocabulary

/// One thing that happened to somebody.
public struct StoryEntry: Sendable {
  public let person: UInt32
  public let at: Instant
  public let event: StoryEvent
}

/// What happened to one person, while somebody watched.
public struct Story: Sendable {
  /// A session that began, of which it is not yet known whether anything is decided in it.
  private struct OpenSession: Sendable {
    let number: Int
    let isReturn: Bool
    let at: Instant
  }

  public let person: UInt32
  private var noted: [StoryEntry] = []
  /// All sessions, and those since the latest in which something was decided.
  public private(set) var sessions = 0
  public private(set) var quietSessions = 0
  /// What the prompt rules know of them.
  public private(set) var prompts = PromptLog()
  private var open: OpenSession?

  public init(of person: UInt32) {
    self.person = person
  }

  /// Everything that happened before `end`, in order.
  public func entries(until end: Instant) -> [StoryEntry] {
    var isGone = false
    return noted.enumerated()
      .filter { $0.element.at < end }
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
      .filter { entry in
        // Whoever deleted the account cannot stop using the app once more.
        if case .left = entry.event { return !isGone }
        if case .deletedAccount = entry.event { isGone = true }
        return true
      }
  }

  mutating func note(_ event: StoryEvent, at moment: Instant) {
    noted.append(StoryEntry(person: person, at: moment, event: event))
  }

  mutating func begin(session number: Int, isReturn: Bool, at moment: Instant) {
    if open != nil { quietSessions += 1 }
    sessions += 1
    open = OpenSession(number: number, isReturn: isReturn, at: moment)
    prompts.add(.sessionBegan, at: moment)
    if isReturn { tellSession() }
  }

  /// Notes a decision of the session that is open.
  mutating func decide(_ event: StoryEvent, at moment: Instant) {
    tellSession()
    note(event, at: moment)
  }

  /// Notes the session that is open, unless that is done.
  private mutating func tellSession() {
    guard let open else { return }
    note(
      .session(number: open.number, quietBefore: quietSessions, isReturn: open.isReturn),
      at: open.at)
    quietSessions = 0
    self.open = nil
  }

  mutating func hear(_ event: PromptEvent, at moment: Instant) {
    prompts.add(event, at: moment)
  }

  mutating func hear(_ decision: PromptDecision, at moment: Instant) {
    decide(.prompt(decision, heard: prompts.count), at: moment)
    prompts.add(decision, at: moment)
  }

  /// Counts the session that is still open as quiet: nothing more will be decided.
  mutating func end() {
    if open != nil { quietSessions += 1 }
    open = nil
  }
}
