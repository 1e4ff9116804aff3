public import Attribution
public import RandomStreams
import Vocabulary

extension MatchingStudy {
  /// Returns the result of each rule, in the order of `rules`; all rules see the same clicks and
  /// launches.
  public func run(_ rules: [MatchRule], source: RandomSource) -> [MatchingOutcome] {
    let world = DeviceWorld(devices, people: people, source: source)
    let links = source.stream(for: DrawPurpose.sharing)
    let events = events(source)
    let measuredFrom = Self.start + settling
    var books = rules.map { ClickBook(rule: $0, keptFor: retention, forgetting: .asTimePasses) }
    var outcomes = rules.map { _ in MatchingOutcome() }
    // The person of each click, by its sequence.
    var clickers: [UInt32] = []
    for event in events {
      let person = Int(event.person)
      switch event.kind {
      case .click:
        while clickers.count <= Int(event.number) { clickers.append(.max) }
        clickers[Int(event.number)] = event.person
        var draw = links[UInt64(event.number)]
        let click = ClickFootprint(
          sequence: UInt64(event.number), at: event.at,
          link: draw.uniform(below: UInt64(people)), visitor: UInt64(person) + 1,
          signals: world.browser(of: person, at: event.at))
        for place in books.indices { books[place].record(click) }
      case .invitedLaunch, .organicLaunch:
        let device = world.app(of: person, at: event.at)
        for place in books.indices {
          let decision = books[place].match(device, launchedAt: event.at)
          guard event.at >= measuredFrom else { continue }
          let clicker = decision.match.map { clickers[Int($0.click)] }
          outcomes[place].count(
            decision, isInvited: event.kind == .invitedLaunch, isOwn: clicker == event.person)
        }
      }
    }
    return outcomes
  }
}
