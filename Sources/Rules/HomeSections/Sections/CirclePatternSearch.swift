public import Vocabulary

/// The search for contacts that may belong in a circle, by what its members have in common.
public struct CirclePatternSearch: Hashable, Sendable {
  /// A circle of the user, by the app's own number.
  public struct Circle: Hashable, Sendable {
    /// The number by which persons refer to the circle.
    public let id: UInt64
    /// The name that the user gave it.
    public let name: String
    /// The emoji before the name; empty for none.
    public let emoji: String

    /// Creates a circle.
    public init(id: UInt64, name: String, emoji: String = "") {
      self.id = id
      self.name = name
      self.emoji = emoji
    }
  }

  /// The time from one search in the background to the next; no document gives one.
  public static let period = Interval.days(1)
  /// The fewest members that make a pattern; no document gives a number.
  public static let leastMembers = 2

  /// The start of the last search; `nil` before the first.
  public private(set) var lastRun: Instant?

  /// Creates a search that has not run yet.
  public init() {}

  /// Returns whether a search is due at `now`.
  public func isDue(at now: Instant) -> Bool {
    lastRun.map { now - $0 >= Self.period } ?? true
  }

  /// Searches `people`, and returns at most one proposal for each circle, in the order of `circles`.
  ///
  /// The pattern is the one that most members fit among those that propose a contact.
  public mutating func run(
    _ circles: [Circle], among people: [CirclePattern.Person], at now: Instant
  ) -> [CircleProposal] {
    lastRun = now
    return circles.compactMap { circle in
      CirclePattern.common(to: people.filter { $0.circles.contains(circle.id) }).lazy.compactMap {
        CircleProposal(
          circle: circle.id, name: circle.name, emoji: circle.emoji, pattern: $0, among: people)
      }.first
    }
  }
}

extension CirclePattern {
  /// Returns the patterns that more than half of `members` fit, the most frequent first.
  ///
  /// Of equally frequent ones a domain comes before an area code, and that before a family name.
  public static func common(to members: [Person]) -> [CirclePattern] {
    var counts: [CirclePattern: Int] = [:]
    for member in members {
      for pattern in member.patterns { counts[pattern, default: 0] += 1 }
    }
    let least = max(CirclePatternSearch.leastMembers, members.count / 2 + 1)
    return counts.filter { $0.value >= least }
      .sorted {
        (-$0.value, $0.key.order.0, $0.key.order.1) < (-$1.value, $1.key.order.0, $1.key.order.1)
      }.map(\.key)
  }

  private var order: (Int, String) {
    switch self {
    case .domain(let text): (0, text)
    case .areaCode(let text): (1, text)
    case .familyName(let text): (2, text)
    }
  }
}

extension CirclePattern.Person {
  fileprivate var patterns: [CirclePattern] {
    domains.map { .domain($0) } + areaCodes.map { .areaCode($0) }
      + (familyName.map { [.familyName($0)] } ?? [])
  }
}

extension SectionRules {
  static let patternSearch: [Rule] = [
    Rule("SGC-12", "Once a day circles are searched for what most of their members share.")
  ]
}
