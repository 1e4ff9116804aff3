import HomeSections
import RandomStreams
import Vocabulary

/// A measurement of the cost of evaluating the home tab's sections as address books grow.
public struct SectionBenchmark: Sendable {
  public var sizes = [500, 5_000, 10_000, 50_000, 100_000]
  /// The number of evaluations of each book.
  public var rounds = 1_000

  public init() {}

  /// The history of the book, which determines the cost of the search for the newest contacts.
  public enum Book: String, CaseIterable, Sendable {
    /// The contacts of one year, in random order.
    case grown = "a book of a year"
    /// The first import: all contacts are new, at one instant.
    case imported = "a book just imported"
    /// All contacts are new, and each newer than the one before: the worst case.
    case ascending = "every contact newer than the last"
  }

  /// One row of the table; times are milliseconds.
  public struct Row: Encodable, Sendable {
    public let contacts: Int
    public let book: String
    public let samples: Int
    public let median: Double
    public let ninetyNinth: Double
    public let most: Double
  }

  /// Measures books of `size` contacts.
  public func measure(_ size: Int) -> [Row] {
    Book.allCases.map { row(size, $0) }
  }

  private func row(_ size: Int, _ book: Book) -> Row {
    let contacts = Self.contacts(size, book)
    let matters = Self.matters(size)
    let shelf = SectionShelf()
    let clock = ContinuousClock()
    var items = 0
    let samples = (0..<rounds).map { round in
      let now = Self.now + .seconds(Int64(round))
      let elapsed = clock.measure {
        let evaluation = HomePolicy.rin.evaluate(
          contacts.span, matters, shelf: shelf, at: now, zone: .utc)
        items &+=
          SectionLayout(evaluation).visible.count
          &+ HomePolicy.rin.badgeCount(of: evaluation.contents)
      }
      return Double(elapsed.components.seconds) * 1e3
        + Double(elapsed.components.attoseconds) / 1e15
    }.sorted()
    precondition(items > 0)
    return Row(
      contacts: size, book: book.rawValue, samples: rounds, median: samples[rounds / 2],
      ninetyNinth: samples[rounds * 99 / 100], most: samples[rounds - 1])
  }

  private static let now = Instant(milliseconds: 1_767_268_800_000)

  private static func contacts(_ size: Int, _ book: Book) -> [SectionContact] {
    let stream = RandomStream(key: 7)
    return (0..<size).map { place in
      var draws = stream[UInt64(place)]
      let age: Interval =
        switch book {
        case .grown: .minutes(Int64(Int.random(in: 0..<525_600, using: &draws)))
        case .imported: .hours(1)
        case .ascending: .seconds(Int64(size - place))
        }
      var contact = SectionContact(
        addedAt: now - age, isReachable: Int.random(in: 0..<50, using: &draws) > 0,
        birthday: Int.random(in: 0..<3, using: &draws) > 0
          ? .none
          : YearDay(
            month: 1 + Int.random(in: 0..<12, using: &draws),
            day: 1 + Int.random(in: 0..<28, using: &draws)) ?? .none)
      if Int.random(in: 0..<20, using: &draws) == 0 {
        contact.receive(
          fields: 2, from: .network, at: now - .hours(Int64(Int.random(in: 0..<99, using: &draws))))
      }
      return contact
    }
  }

  /// Returns two suggestions and a reminder for every hundred contacts, and a changed score.
  private static func matters(_ size: Int) -> SectionMatters {
    var matters = SectionMatters()
    matters.conflicts = 1
    matters.suggestions = (0..<size / 50).map {
      MergeSuggestion(confidence: 0.70 + Double($0 % 25) / 100)
    }
    matters.reminders = (0..<size / 100).map {
      Reminder(due: now + .hours(Int64($0 % 999)), text: "Follow up")
    }
    matters.score = ScoreWatch(score: 69)
    matters.score?.receive(72, at: now)
    return matters
  }
}
