import Prompts
public import Vocabulary

/// An event in the story of a person.
public struct StoryEntry: Sendable {
  public let person: UInt32
  public let at: Instant
  public let event: StoryEvent
}

/// The events of one person in an observed run.
public struct Story: Sendable {
  /// A session that may still contain a decision.
  private struct OpenSession: Sendable {
    let number: Int
    let isReturn: Bool
    let at: Instant
  }

  public let person: UInt32
  private var noted: [StoryEntry] = []
  /// The number of sessions, and of those since the last session with a decision.
  public private(set) var sessions = 0
  public private(set) var quietSessions = 0
  /// The events and decisions of the prompt rules.
  public private(set) var prompts = PromptLog()
  private var open: OpenSession?

  public init(of person: UInt32) {
    self.person = person
  }

  /// Returns the entries before `end`, in order of time.
  public func entries(until end: Instant) -> [StoryEntry] {
    var isGone = false
    return noted.enumerated()
      .filter { $0.element.at < end }
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
      .filter { entry in
        // A person who deleted the account does not leave once more.
        if case .left = entry.event { return !isGone }
        if case .deletedAccount = entry.event { isGone = true }
        return true
      }
  }

  mutating func note(_ event: StoryEvent, at moment: Instant) {
    // A member whose stay changed leaves only once.
    if case .left = event {
      noted.removeAll { if case .left = $0.event { true } else { false } }
    }
    noted.append(StoryEntry(person: person, at: moment, event: event))
  }

  mutating func begin(session number: Int, isReturn: Bool, at moment: Instant) {
    if open != nil { quietSessions += 1 }
    sessions += 1
    open = OpenSession(number: number, isReturn: isReturn, at: moment)
    prompts.add(.sessionBegan, at: moment)
    if isReturn { noteSession() }
  }

  /// Records a decision in the open session.
  mutating func decide(_ event: StoryEvent, at moment: Instant) {
    noteSession()
    note(event, at: moment)
  }

  /// Records the open session, unless that is done.
  private mutating func noteSession() {
    guard let open else { return }
    note(
      .session(number: open.number, quietBefore: quietSessions, isReturn: open.isReturn),
      at: open.at)
    quietSessions = 0
    self.open = nil
  }

  mutating func observe(_ event: PromptEvent, at moment: Instant) {
    prompts.add(event, at: moment)
  }

  mutating func observe(_ decision: PromptDecision, at moment: Instant) {
    decide(.prompt(decision, heard: prompts.count), at: moment)
    prompts.add(decision, at: moment)
  }

  /// Ends the story: counts the open session as one without a decision.
  mutating func end() {
    if open != nil { quietSessions += 1 }
    open = nil
  }
}
