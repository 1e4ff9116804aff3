public import Prompts
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
    if case .wasThere(_, let past) = event { prompts.begin(with: past) }
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

/// The events and decisions of the prompt rules for one person.
///
/// They suffice to rebuild the rules' history, also under another policy.
public struct PromptLog: Sendable {
  private enum Happening: Sendable {
    case event(PromptEvent)
    case decision(PromptDecision)
  }

  /// The history before the first entry.
  private var past = PromptHistory()
  private var happenings: [(what: Happening, at: Instant)] = []

  /// The number of entries.
  public var count: Int { happenings.count }

  mutating func begin(with past: PromptHistory) { self.past = past }

  mutating func add(_ event: PromptEvent, at moment: Instant) {
    happenings.append((.event(event), moment))
  }

  mutating func add(_ decision: PromptDecision, at moment: Instant) {
    happenings.append((.decision(decision), moment))
  }

  /// Returns the history after the first `count` entries, as `policy` would have kept it.
  ///
  /// Events stay the same: the same prompts were shown and got the same answers.
  public func history(after count: Int, under policy: PromptPolicy) -> PromptHistory {
    var history = past
    for (what, moment) in happenings.prefix(count) {
      switch what {
      case .event(let event): policy.record(event, in: &history, at: moment)
      case .decision(let decision): policy.record(decision, in: &history, at: moment)
      }
    }
    return history
  }
}

/// Collects the stories of some people, or searches all people for an event.
///
/// Observation does not change the run.
public final class StoryCollector: GrowthObserver {
  /// A search among all people.
  private struct Search {
    let isWanted: (StoryEntry) -> Bool
    let limit: Int
    var found: [StoryEntry] = []
    var people: Set<UInt32> = []
  }

  private var stories: [UInt32: Story] = [:]
  private var search: Search?

  /// Creates a collector of the stories of these people.
  public init(of people: some Sequence<UInt32>) {
    for person in people { stories[person] = Story(of: person) }
  }

  /// Creates a collector that finds the first people, at most `limit`, with an event that
  /// `isWanted` accepts.
  public init(forFirst limit: Int, where isWanted: @escaping (StoryEntry) -> Bool) {
    search = Search(isWanted: isWanted, limit: limit)
  }

  /// The story of one of the people; `nil` for others.
  public subscript(person: UInt32) -> Story? {
    var story = stories[person]
    story?.end()
    return story
  }

  /// The first entry found of each person, in the order of the run.
  public var found: [StoryEntry] { search?.found ?? [] }
  /// Whether the search has reached its limit.
  public var hasEnough: Bool { search.map { $0.found.count >= $0.limit } ?? false }

  public func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    guard search == nil else { return look(at: event, of: person, at: moment) }
    stories[person]?.note(event, at: moment)
  }

  public func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    guard search == nil else { return look(at: event, of: person, at: moment) }
    stories[person]?.decide(event, at: moment)
  }

  public func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {
    if search != nil, isReturn {
      look(
        at: .session(number: number, quietBefore: 0, isReturn: true), of: person, at: moment)
    }
    stories[person]?.begin(session: number, isReturn: isReturn, at: moment)
  }

  public func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    stories[person]?.observe(event, at: moment)
  }

  public func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    guard search == nil else {
      return look(at: .prompt(decision, heard: 0), of: person, at: moment)
    }
    stories[person]?.observe(decision, at: moment)
  }

  public func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    decide(.answered(answer), of: person, at: moment)
    switch answer {
    case .tapped: observe(.tapped, of: person, at: moment)
    case .dismissed: observe(.dismissed, of: person, at: moment)
    case .ignored: break
    }
  }

  private func look(at event: StoryEvent, of person: UInt32, at moment: Instant) {
    let entry = StoryEntry(person: person, at: moment, event: event)
    guard !hasEnough, search?.isWanted(entry) == true,
      search?.people.insert(person).inserted == true
    else { return }
    search?.found.append(entry)
  }
}
