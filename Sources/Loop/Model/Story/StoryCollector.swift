public import Prompts
public import Vocabulary

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
