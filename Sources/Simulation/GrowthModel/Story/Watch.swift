public import Prompts
public import Vocabulary

/// Somebody who looks on while a model runs: at a few people closely, or at everybody for something.
///
/// Looking on changes nothing of what happens.
public final class Watch: Onlooker {
  /// What is looked for in everybody.
  private struct Search {
    let isWanted: (StoryEntry) -> Bool
    let limit: Int
    var found: [StoryEntry] = []
    var people: Set<UInt32> = []
  }

  private var stories: [UInt32: Story] = [:]
  private var search: Search?

  /// Follows these people.
  public init(of people: some Sequence<UInt32>) {
    for person in people { stories[person] = Story(of: person) }
  }

  /// Looks for the first people, at most `limit`, to whom something happens that is wanted.
  public init(forFirst limit: Int, where isWanted: @escaping (StoryEntry) -> Bool) {
    search = Search(isWanted: isWanted, limit: limit)
  }

  /// The story of someone who was followed.
  public subscript(person: UInt32) -> Story? {
    var story = stories[person]
    story?.end()
    return story
  }

  /// The first that was found of each person, in the order of the run.
  public var found: [StoryEntry] { search?.found ?? [] }
  /// Whether as many were found as were wanted.
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

  public func hear(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    stories[person]?.hear(event, at: moment)
  }

  public func hear(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    guard search == nil else {
      return look(at: .prompt(decision, heard: 0), of: person, at: moment)
    }
    stories[person]?.hear(decision, at: moment)
  }

  public func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    decide(.answered(answer), of: person, at: moment)
    switch answer {
    case .tapped: hear(.tapped, of: person, at: moment)
    case .dismissed: hear(.dismissed, of: person, at: moment)
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
