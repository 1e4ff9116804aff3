public import Vocabulary

/// The smart sections of the home tab, the most urgent first.
public enum SectionKind: UInt8, CaseIterable, SmallSetMember {
  /// Errors in the address book come first: they grow while unseen.
  case needsAttention
  /// A brief notice, which disappears by itself.
  case scoreChanged
  /// Missing a birthday is worse than missing a suggestion.
  case upcoming
  /// Contacts of the last seven days, from any source.
  case recentlyAdded
  /// Contacts to which the network added fields that the user has not viewed.
  case enrichmentUpdates
  /// Organising contacts is not urgent.
  case suggestedCircles

  /// A set of kinds in one word of memory; its `members` are listed the most urgent first.
  public typealias Set = SmallSet<SectionKind>
}

extension SectionKind {
  /// The fewest items with which the section is shown.
  public var leastItems: Int { self == .suggestedCircles ? 3 : 1 }

  /// The most cards that stand in the section itself.
  public var inlineCards: Int {
    switch self {
    case .needsAttention, .enrichmentUpdates, .suggestedCircles: 2
    case .scoreChanged: 1
    case .upcoming: 3
    case .recentlyAdded: 20
    }
  }

  /// The line above the cards; `nil` for the score, whose card needs none.
  public var header: String? {
    switch self {
    case .needsAttention: worded("NEEDS ATTENTION")
    case .scoreChanged: nil
    case .upcoming: worded("UPCOMING")
    case .recentlyAdded: worded("RECENTLY ADDED")
    case .enrichmentUpdates: worded("ENRICHMENT UPDATES")
    case .suggestedCircles: worded("SUGGESTED CIRCLES")
    }
  }

  /// Whether the header counts the items; a collapsed section always does.
  public var headerCounts: Bool { self == .needsAttention || self == .enrichmentUpdates }

  /// The name of the section in events.
  public var eventName: String { "\(self)".snakeCase }
}

extension SectionRules {
  static let kinds: [Rule] = [
    Rule("SEC-01", "There are six smart sections and no other."),
    Rule("SEC-03", "From the top: attention, score, upcoming, added, enriched, circles."),
    Rule("SEC-09", "Suggested circles need three items, the score a change, the others one item."),
    Rule("SEC-10", "Cards in place: 2 of attention, enrichment and circles, 3 upcoming, 20 added."),
    Rule("SCO-03", "The score's section is one card without a header."),
  ]
}

extension SectionKind {
  /// Returns the count in the header for `items`, as it is drawn; `nil` where there is none.
  public func count(of items: Int, isCollapsed: Bool) -> Int? {
    header != nil && (headerCounts || isCollapsed) ? items : nil
  }

  /// Returns the link to the items without a card in the section; `nil` if every one has a card.
  public func furtherLink(items: Int, cards: Int) -> String? {
    guard items > cards else { return nil }
    return switch self {
    case .needsAttention: worded("See All \(items) Items")
    case .scoreChanged: nil
    case .upcoming: worded("See All Upcoming")
    case .recentlyAdded: worded("+\(items - cards) more")
    case .enrichmentUpdates: worded("See All \(items) Updates")
    case .suggestedCircles: worded("See More Suggestions")
    }
  }
}

extension SectionRules {
  static let texts: [Rule] = [
    Rule("NAT-04", "The header NEEDS ATTENTION counts all items, also those without a card."),
    Rule("NAT-06", "The link says \"See All 5 Items\"."),
    Rule("RAD-03", "The header is RECENTLY ADDED."),
    Rule("RAD-06", "Behind the twentieth card a last one says \"+N more\"."),
    Rule("ENR-02", "The header is ENRICHMENT UPDATES, with their count."),
    Rule("ENR-04", "The link says \"See All 3 Updates\"."),
    Rule("SGC-04", "The header is SUGGESTED CIRCLES."),
    Rule("UPC-03", "The header is UPCOMING."),
  ]
}

/// A card of Needs Attention, ready to be drawn.
public struct AttentionCard: Hashable, Sendable {
  /// The first line: both names, "Conflict:" and a name, or the name of an incomplete contact.
  public let title: String
  /// The second line: the evidence, or the field that differs; `nil` for an incomplete contact.
  public let line: String?
  /// The labels of the buttons, from left to right; empty for an incomplete contact.
  public let actions: [String]

  /// Returns the card of two entries that may be one person; `evidence` names shared fields:
  /// "Phone", "Email".
  public static func duplicate(
    _ first: String, _ second: String, confidence: Double, evidence: [String]
  ) -> AttentionCard {
    let percent = Int((confidence * 100).rounded())
    return AttentionCard(
      title: "\(first) <-> \(second)",
      line: worded("\(percent)% match - \(evidence.joined(separator: " + "))"),
      actions: [worded("Merge"), worded("Not Same"), worded("Skip")])
  }

  /// Returns the card of two sources that disagree on a field.
  public static func conflict(
    _ name: String, field: String, between first: String, and second: String
  ) -> AttentionCard {
    AttentionCard(
      title: worded("Conflict: \(name)"),
      line: worded("\(field) differs between \(first)/\(second)"),
      actions: ConflictReview.Action.allCases.map { worded(pattern: $0.rawValue) })
  }

  /// Returns the card of a contact with a name alone; the documents give it neither words nor
  /// actions.
  public static func incomplete(_ name: String) -> AttentionCard {
    AttentionCard(title: name, line: nil, actions: [])
  }
}

extension SectionRules {
  static let attentionCards: [Rule] = [
    Rule("NAT-07", "There are three cards: a duplicate, a conflict, an incomplete contact."),
    Rule("NAT-09", "\"John Smith <-> Jon Smith\", \"92% match - Phone + Email\", three buttons."),
    Rule("NAT-10", "\"Conflict: Alex Johnson\", \"Name differs between Phone/Rin\", its buttons."),
    Rule("NAT-16", "The card of an incomplete contact is its name."),
  ]
}

/// Two entries that may be one person, for the user to decide.
public struct MergeSuggestion: Hashable, Sendable, BitwiseCopyable {
  /// The confidence of the search, from 0 to 1.
  public var confidence: Double
  /// Whether its card is skipped until the app is launched again.
  public var isSkipped: Bool

  /// Creates a suggestion of `confidence`, from 0 to 1, by default one that is not skipped.
  public init(confidence: Double, isSkipped: Bool = false) {
    self.confidence = confidence
    self.isSkipped = isSkipped
  }

  /// Whether the user should review it: surer pairs are merged unasked, less sure ones left alone.
  public var needsReview: Bool { confidence >= 0.70 && confidence < 0.95 }
}

extension SectionRules {
  static let attention: [Rule] = [
    Rule("NAT-01", "Attention is for suggestions to review, conflicts and incomplete contacts."),
    Rule("NAT-05", "Two of them have a card in the section."),
    Rule("NAT-08", "Conflicts come first, then the surest suggestions, then the incomplete."),
  ]
}

/// The sync conflicts left to the user, with the answers.
public struct ConflictReview: Hashable, Sendable, KeptState {
  /// The unresolved conflicts, by the ids that the app gives them, the oldest first.
  public private(set) var unresolved: [UInt64] = []
  private var putOff: Set<UInt64> = []

  /// Creates a review without conflicts.
  public init() {}

  /// A user's action on the card of a conflict.
  public enum Action: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The user has resolved the conflict, which leaves the list.
    case resolve = "Resolve"
    /// The card is put off until the app is launched again; the conflict still counts.
    case notNow = "Not Now"
  }

  /// Adds a conflict that a sync found; one that waits already keeps its place.
  public mutating func receive(_ conflict: UInt64) {
    if !unresolved.contains(conflict) { unresolved.append(conflict) }
  }

  /// Answers a waiting conflict; `false` if it no longer waits.
  @discardableResult
  public mutating func answer(_ conflict: UInt64, _ action: Action) -> Bool {
    guard let place = unresolved.firstIndex(of: conflict) else { return false }
    switch action {
    case .notNow: putOff.insert(conflict)
    case .resolve:
      unresolved.remove(at: place)
      putOff.remove(conflict)
    }
    return true
  }

  /// Starts a new launch of the app: the deferred cards come back.
  public mutating func launch() { putOff = [] }

  /// Writes the conflicts into `matters`, the input of an evaluation.
  public func describe(in matters: inout SectionMatters) {
    matters.conflicts = unresolved.count
    matters.conflictsPutOff = Set(
      unresolved.indices.filter { putOff.contains(unresolved[$0]) })
  }
}

extension SectionRules {
  static let conflicts: [Rule] = [
    Rule(
      "NAT-11",
      "A pair is put off by Skip, a conflict by Not Now; an incomplete contact has no actions."),
    Rule("NAT-13", "A conflict that was put off still counts, and has its card next launch."),
  ]
}

/// The fields that the network has added to a contact, ready to be drawn.
public struct EnrichmentCard: Hashable, Sendable {
  /// The picture of the contact.
  public let avatar: Avatar
  /// The name of the contact.
  public let name: String
  /// One line for each new field.
  public let lines: [String]
  /// The mark of a network addition, beside the lines.
  public let mark: EnrichmentMark
  /// The label of the card's button, which opens the contact.
  public static var action: String { worded("View") }

  /// Creates the card in the app named `app`; `fields` are the names and values of the new fields,
  /// in the order of the lines.
  public init(
    name: String, avatar: Avatar, fields: [(name: String, value: String)], app: String
  ) {
    self.name = name
    self.avatar = avatar
    mark = EnrichmentMark(app: app)
    lines = fields.map { "+ \($0.name): \($0.value)" }
  }
}

extension SectionRules {
  static let enrichment: [Rule] = [
    Rule("ENR-01", "A contact with something new from the network has an update."),
    Rule("ENR-03", "Two cards have room, the newest first; the others are behind the link."),
    Rule("ENR-05", "A card has avatar and name, the new fields with their mark, and \"View\"."),
    Rule("ENR-06", "A new field is a line: \"+ Company: Acme Corp\"."),
  ]
}

/// A recently added contact, ready to be drawn.
public struct RecentCard: Hashable, Sendable {
  /// The size in points.
  public static let size = (width: 72, height: 88)

  /// The picture of the contact.
  public let avatar: Avatar
  /// One line, truncated at its end.
  public let name: String
  /// The age in words: "now" below an hour, "5h" below a day, then "2d"; rounded down.
  public let age: String

  /// Creates the card of a contact added at `addedAt`, as it reads at `now`.
  public init(name: String, avatar: Avatar, addedAt: Instant, at now: Instant) {
    self.name = name
    self.avatar = avatar
    age = Self.text(of: now - addedAt)
  }

  /// Returns "2d"; an age below a day in hours, below an hour as "now".
  private static func text(of age: Interval) -> String {
    let hours = age.milliseconds / Interval.hours(1).milliseconds
    return hours < 1 ? worded("now") : hours < 24 ? "\(hours)h" : "\(hours / 24)d"
  }
}

extension SectionContact {
  /// The age up to which a contact counts as new.
  static let newFor = Interval.days(7)
}

extension SectionRules {
  static let recent: [Rule] = [
    Rule("RAD-01", "Contacts of the last seven days are new; after exactly seven days no more."),
    Rule("RAD-02", "It does not matter how they came."),
    Rule("RAD-04", "A card has the avatar, the name and an age such as 2d."),
    Rule("RAD-05", "The newest comes first."),
    Rule("RAD-09", "Without a new contact the section is gone by itself."),
    Rule("RAD-11", "A card is 72 points wide and 88 high."),
  ]
}

/// The card of a changed score, ready to be drawn.
public struct ScoreCard: Hashable, Sendable {
  /// The direction in which the score went, in the word of the card.
  public enum Arrow: String, CaseIterable, Sendable {
    /// A rise, or a drop.
    case up, down
  }

  /// The first line: "Your Rin Score", with the name of the app.
  public let title: String
  /// The score after the change, in digits.
  public let score: String
  /// The change since the user's last visit, with its sign: "+5", "-3".
  public let delta: String
  /// The direction of the change.
  public let arrow: Arrow
  /// The name of the colour of arrow and delta.
  public let colour: String
  /// The tier and the previous score: "Good - up from 69".
  public let tierLine: String
  /// The label of the card's button, which switches to the tab of the score.
  public let action = worded("View Score")

  /// Creates the card; `tier` is the name of the score's tier: "Good".
  ///
  /// The documents give no words for a drop; "down from" is ours, by the words for a rise.
  public init?(_ watch: ScoreWatch, tier: String, app: String) {
    guard watch.delta != 0 else { return nil }
    arrow = watch.delta > 0 ? .up : .down
    title = worded("Your \(app) Score")
    score = "\(watch.score)"
    delta = "\(arrow == .up ? "+" : "")\(watch.delta)"
    colour = "\(app.lowercased()).score.\(tier.lowercased())"
    tierLine =
      arrow == .up
      ? worded("\(tier) - up from \(watch.previous)")
      : worded("\(tier) - down from \(watch.previous)")
  }
}

extension SectionRules {
  static let scoreCard: [Rule] = [
    Rule("SCO-04", "The card: \"Your Rin Score\", the score, its change, \"Good - up from 69\"."),
    Rule("SCO-05", "The arrow points where the score went, in the colour of the tier."),
    Rule("SCO-06", "The label has the tier and the previous score."),
  ]
}

/// The score, with the state of the card about its last change.
public struct ScoreWatch: Hashable, Sendable, KeptState {
  /// The present score.
  public private(set) var score: Int
  /// The score that the user was last shown before it changed.
  public private(set) var previous: Int
  /// The time of the last change; `nil` before the first.
  public private(set) var changedAt: Instant?
  /// Whether the user has tapped the card since the last change.
  public private(set) var isTapped = false
  /// Whether the user has been to the home tab since the last change.
  private var isSeen = true

  /// Creates a watch of a score that has not changed yet.
  public init(score: Int) {
    self.score = score
    previous = score
  }

  /// The change since the user's last visit; previous and delta add up to the score.
  public var delta: Int { score - previous }
}

extension ScoreWatch {
  /// Records the score of the daily batch; several changes between two visits are one.
  public mutating func receive(_ score: Int, at now: Instant) {
    guard score != self.score else { return }
    if isSeen { previous = self.score }
    self.score = score
    changedAt = now
    isTapped = false
    isSeen = false
  }

  /// Records that the home tab has become visible; the card stays.
  public mutating func visit() { isSeen = true }

  /// Records a tap on the card.
  public mutating func tap() {
    isSeen = true
    isTapped = true
  }

  /// Returns the reason for the absence of a card at `now`; `nil` if there is a card.
  func suppression(at now: Instant, under policy: HomePolicy) -> SectionSuppression? {
    guard let changedAt, delta != 0 else { return .scoreUnchanged }
    if isTapped { return .scoreTapped }
    if let life = policy.scoreCardLife, now >= changedAt + life {
      return .scoreExpired(at: changedAt + life)
    }
    return nil
  }
}

extension SectionRules {
  static let score: [Rule] = [
    Rule("SCO-01", "A change since the last visit has a card, which one look does not end."),
    Rule("SCO-02", "What went up and down again to where it was has none."),
    Rule("SCO-08", "A tap ends the card, and so do 48 hours since the change."),
    Rule("SCO-09", "The next change brings a new card."),
  ]
}

/// An upcoming event, ready to be drawn.
public struct UpcomingCard: Hashable, Sendable {
  /// The kind of an upcoming event, by its logged name.
  public enum Event: String, CaseIterable, Sendable {
    /// The birthday of a contact.
    case birthday
    /// A reminder that the user set.
    case reminder

    var title: String { self == .birthday ? worded("Birthday") : worded("Reminder") }
  }

  /// The picture of the contact.
  public let avatar: Avatar
  /// The name and the kind: "Sarah Chen - Birthday".
  public let title: String
  /// The reminder's words in quotes, one line, truncated at its end; `nil` for a birthday.
  public let note: String?
  /// The day in words: "Today, Feb 15", "Tomorrow, Feb 16", "In 2 days, Feb 17", then "Feb 19".
  public let date: String
  /// The card's buttons.
  public static var actions: [String] { [worded("View"), worded("Dismiss")] }

  /// Creates the card of an event of `name`; `note` is put into one line and in quotes.
  public init(
    _ event: Event, of name: String, avatar: Avatar, note: String? = nil, on date: CivilDate,
    today: CivilDate
  ) {
    self.avatar = avatar
    title = "\(name) - \(event.title)"
    self.note = note.map { note in
      let line = note.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "\"\(line)\""
    }
    self.date = Self.text(of: date, today: today)
  }

  /// Returns "Tomorrow, Feb 16" for the next days, "Feb 19" from the third on.
  private static func text(of date: CivilDate, today: CivilDate) -> String {
    let words = date.dayInWords ?? date.inWords
    return switch date.daysSinceEpoch - today.daysSinceEpoch {
    case 0: worded("Today, \(words)")
    case 1: worded("Tomorrow, \(words)")
    case 2: worded("In 2 days, \(words)")
    default: words
    }
  }
}

extension SectionRules {
  static let upcomingCard: [Rule] = [
    Rule("UPC-04", "A card: the avatar, \"Sarah Chen - Birthday\", and the date."),
    Rule("UPC-05", "Less than three days ahead the date is given as a day, later as a date."),
    Rule("UPC-06", "\"Tomorrow, Feb 16\": both are there."),
    Rule("UPC-07", "A reminder's card has its text in quotes, in one line."),
    Rule("UPC-08", "Cards run soonest first, birthdays and reminders mixed."),
    Rule("UPC-09", "Three cards have room; the others are behind \"See All Upcoming\"."),
    Rule("UPC-10", "A card has \"View\", which opens the contact, and \"Dismiss\"."),
  ]
}

/// A reminder that a user set for a contact.
public struct Reminder: Hashable, Sendable, Codable {
  /// The time at which it is due; it is upcoming from seven days ahead until that day is over.
  public var due: Instant
  /// The words of the reminder, as its owner typed them.
  public var text: String
  /// Whether it was dismissed, which completes it.
  public private(set) var isComplete = false

  /// Creates a reminder that is not complete.
  public init(due: Instant, text: String) {
    self.due = due
    self.text = text
  }

  /// Dismisses the card, which completes the reminder.
  public mutating func dismiss() { isComplete = true }
}

extension SectionRules {
  static let reminders: [Rule] = [
    Rule("UPC-02", "A reminder is upcoming on the same days as a birthday."),
    Rule("UPC-13", "To dismiss a reminder is to complete it."),
  ]
}
