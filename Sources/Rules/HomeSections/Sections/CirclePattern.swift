public import Vocabulary

/// A common feature of a circle's members.
public enum CirclePattern: Hashable, Sendable {
  /// The domain of an employer's e-mail addresses: `acme.com`.
  case domain(String)
  /// An area code of the members' numbers, in the app's own form.
  case areaCode(String)
  /// A family name; upper and lower case are different.
  case familyName(String)

  /// The fields of a person that a pattern may read.
  public struct Person: Hashable, Sendable {
    /// The app's own number of the person's contact.
    public let id: UInt64
    /// The domains of the employers' addresses, such as `acme.com`.
    public var domains: Set<String>
    /// The area codes of all numbers of the person.
    public var areaCodes: Set<String>
    /// The family name; `nil` if it is unknown, which fits no pattern.
    public var familyName: String?
    /// The circles of which the person is a member, by the app's own numbers.
    public var circles: Set<UInt64>

    /// Creates a person with the fields that are known; a field left out fits no pattern.
    public init(
      id: UInt64, domains: Set<String> = [], areaCodes: Set<String> = [],
      familyName: String? = nil, circles: Set<UInt64> = []
    ) {
      self.id = id
      self.domains = domains
      self.areaCodes = areaCodes
      self.familyName = familyName
      self.circles = circles
    }
  }

  func fits(_ person: Person) -> Bool {
    switch self {
    case .domain(let domain): person.domains.contains(domain)
    case .areaCode(let code): person.areaCodes.contains(code)
    case .familyName(let name): person.familyName == name
    }
  }

  /// The reason for proposing a person, as the card words it.
  ///
  /// The document words the domain alone; the others follow it.
  public var reason: String {
    switch self {
    case .domain(let domain): worded("Shared domain: @\(domain)")
    case .areaCode(let code): worded("Shared area code: \(code)")
    case .familyName(let name): worded("Shared name: \(name)")
    }
  }
}

/// The search for contacts that may belong in a circle, by what its members have in common.
public struct CirclePatternSearch: Hashable, Sendable, KeptState {
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

/// Contacts that may belong in a circle they are not in.
public struct CircleProposal: Hashable, Sendable {
  /// The circle, and the contacts, by the app's own numbers.
  public let circle: UInt64
  /// The name of the circle, which its owner wrote.
  public let name: String
  /// The emoji of the circle.
  public let emoji: String
  /// The pattern that every proposed contact fits.
  public let pattern: CirclePattern
  /// The proposed contacts in ascending order; never empty.
  public let contacts: [UInt64]

  /// Creates a proposal of those `people` who fit the circle's pattern and are not in it.
  ///
  /// `nil` if there are none.
  public init?(
    circle: UInt64, name: String, emoji: String, pattern: CirclePattern,
    among people: some Sequence<CirclePattern.Person>
  ) {
    contacts = people.filter { pattern.fits($0) && !$0.circles.contains(circle) }
      .map(\.id).sorted()
    guard !contacts.isEmpty else { return nil }
    self.circle = circle
    self.name = name
    self.emoji = emoji
    self.pattern = pattern
  }

  /// The card's text, the reason in its second line.
  public var lines: [String] {
    let contacts = contacts.count == 1 ? worded("1 contact") : worded("\(contacts.count) contacts")
    return [worded("\(contacts) may belong in \"\(name)\""), pattern.reason]
  }

  /// The card's buttons.
  public static var actions: [String] { [worded("Review"), worded("Dismiss")] }
}

extension SectionRules {
  static let circles: [Rule] = [
    Rule("SGC-01", "Proposed is who fits the pattern of a circle and is not in it."),
    Rule("SGC-02", "A pattern is an employer's domain, an area code or a family name."),
    Rule("SGC-03", "The section needs three proposed contacts, on however many cards."),
    Rule("SGC-05", "A card has the circle's name and emoji, how many contacts, and why."),
    Rule("SGC-06", "The card: 5 contacts may belong in \"Colleagues\", then the reason."),
    Rule("SGC-11", "Two cards have room, the largest first; further ones are behind a link."),
  ]
}

/// The half-sheet in which the user confirms a proposal.
public struct CircleReview: Hashable, Sendable {
  /// The proposal under review.
  public let proposal: CircleProposal
  /// The contacts selected to join the circle; at first all.
  public private(set) var selected: Set<UInt64>

  /// Creates a review of `proposal` with every contact selected.
  public init(_ proposal: CircleProposal) {
    self.proposal = proposal
    selected = Set(proposal.contacts)
  }

  /// Selects or deselects a contact of the proposal.
  public mutating func toggle(_ contact: UInt64) {
    guard proposal.contacts.contains(contact) else { return }
    if selected.remove(contact) == nil { selected.insert(contact) }
  }

  /// The contacts that join the circle on confirming, in the order of the list.
  public var confirmed: [UInt64] { proposal.contacts.filter(selected.contains) }
}

/// The proposals that the user has dismissed.
public struct DismissedProposals: Hashable, Sendable {
  private struct Group: Hashable {
    let circle: UInt64
    let contacts: [UInt64]
  }

  private var groups: Set<Group> = []

  /// Creates a record without dismissals.
  public init() {}

  /// Dismisses a proposal for ever: this circle for exactly these contacts.
  public mutating func dismiss(_ proposal: CircleProposal) {
    groups.insert(Group(circle: proposal.circle, contacts: proposal.contacts))
  }

  /// Returns whether the proposal may be shown.
  public func allow(_ proposal: CircleProposal) -> Bool {
    !groups.contains(Group(circle: proposal.circle, contacts: proposal.contacts))
  }
}

extension SectionRules {
  static let circleReview: [Rule] = [
    Rule("SGC-07", "Review opens a half-sheet with the contacts and the circle."),
    Rule("SGC-08", "Contacts can be left out; only the selected join."),
    Rule("SGC-09", "Dismiss is for ever, for this circle and exactly these contacts."),
    Rule("SGC-10", "Other contacts by the same pattern may be proposed again."),
  ]
}
