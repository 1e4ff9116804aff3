public import Vocabulary

/// The contents of the sections: places in the evaluated columns, the first card first.
public struct SectionContents: Hashable, Sendable {
  /// An item of Needs Attention, by its place in the evaluated input.
  public enum AttentionItem: Hashable, Sendable {
    /// The place of the conflict among the unresolved ones, from 0.
    case conflict(Int)
    /// The place of the pair in ``SectionMatters/suggestions``.
    case suggestion(Int)
    /// The place of the contact.
    case incomplete(Int)
  }

  /// An event of Upcoming, by its place in the evaluated input, with its day.
  public enum UpcomingItem: Hashable, Sendable {
    /// The place of the contact.
    case birthday(Int, on: CivilDate)
    /// The place in ``SectionMatters/reminders``, and the due day where the user lives.
    case reminder(Int, on: CivilDate)
  }

  /// The number of items of each kind, also of those without a card.
  public internal(set) var counts: [Int]
  /// The cards of Needs Attention, at most two: conflicts, then the surest pairs, then incomplete
  /// contacts.
  public internal(set) var attention: [AttentionItem] = []
  /// The cards of Upcoming, at most three, the soonest first.
  public internal(set) var upcoming: [UpcomingItem] = []
  /// The places of the contacts with a card in Recently Added, at most twenty, the newest first.
  public internal(set) var recent: [Int] = []
  /// The places of the contacts with a card in Enrichment Updates, at most two, the newest first.
  public internal(set) var enriched: [Int] = []
  /// The places in ``SectionMatters/proposals`` of those with a card, at most two, the largest
  /// first.
  public internal(set) var proposals: [Int] = []
  /// The number of pairs to review, without skipped ones.
  public internal(set) var suggestions = 0
  /// The number of items that wait for the user's decision: suggestions, skipped ones too, and
  /// conflicts.
  public internal(set) var undecided = 0
  /// The number of contacts with a name and neither number nor address.
  public internal(set) var incomplete = 0

  /// Returns the number of items of `kind`, also of those without a card.
  ///
  /// For suggested circles it is the number of proposed contacts.
  public func count(_ kind: SectionKind) -> Int { counts[Int(kind.rawValue)] }

  /// Returns the number of cards in the section.
  public func cards(_ kind: SectionKind) -> Int {
    switch kind {
    case .needsAttention: attention.count
    case .scoreChanged: count(.scoreChanged)
    case .upcoming: upcoming.count
    case .recentlyAdded: recent.count
    case .enrichmentUpdates: enriched.count
    case .suggestedCircles: proposals.count
    }
  }

  /// Returns the link to the items of the section without a card; `nil` if every one has a card.
  public func furtherLink(_ kind: SectionKind, in matters: SectionMatters) -> String? {
    let items = kind == .suggestedCircles ? matters.proposals.count : count(kind)
    return kind.furtherLink(items: items, cards: cards(kind))
  }
}

/// The sections above the list of the home tab: a decision on every kind, and the contents.
public struct SectionEvaluation: Hashable, Sendable {
  /// One for each kind, the most urgent first.
  public let decisions: [SectionDecision]
  /// The cards and the counts of every section, shown or not.
  public let contents: SectionContents

  /// The sections that are shown, in place or behind the link to more.
  public var shown: SectionKind.Set {
    SectionKind.Set(decisions.lazy.filter(\.isShown).map(\.kind))
  }

  /// Returns the decision on the section of `kind`, with the reason if it is not shown.
  public func decision(_ kind: SectionKind) -> SectionDecision { decisions[Int(kind.rawValue)] }
}

extension HomePolicy {
  /// Evaluates every section from local data, in one pass over the contacts.
  ///
  /// Equal input gives equal output: a section appears only after a change or with time.
  public func evaluate(
    _ contacts: Span<SectionContact>, _ matters: SectionMatters, shelf: SectionShelf,
    at now: Instant, zone: CivilZone
  ) -> SectionEvaluation {
    let scan = SectionScan(contacts, at: now, zone: zone)
    let contents = SectionContents(scan, matters, at: now, zone: zone)
    return SectionEvaluation(
      decisions: SectionKind.allCases.map { kind in
        let items = contents.count(kind)
        let suppression =
          hasSections
          ? want(of: kind, items, matters.score, at: now) ?? shelf.hiding(of: kind, at: now)
          : .noSections
        return SectionDecision(kind: kind, items: items, suppression: suppression)
      }, contents: contents)
  }

  /// Returns the unmet condition of a section's trigger; `nil` if the trigger holds.
  private func want(
    of kind: SectionKind, _ items: Int, _ score: ScoreWatch?, at now: Instant
  ) -> SectionSuppression? {
    if kind == .scoreChanged {
      guard let score else { return .nothing }
      return score.suppression(at: now, under: self)
    }
    if items == 0 { return .nothing }
    return items < kind.leastItems ? .tooFew(least: kind.leastItems) : nil
  }
}

extension SectionRules {
  static let evaluation: [Rule] = [
    Rule("SEC-02", "A section is there while its trigger holds; hiding is another matter."),
    Rule("SEC-12", "What nothing has changed looks as it did; time is a change."),
    Rule("SEC-13", "An evaluation works from what is at hand, without a network."),
    Rule("SEC-14", "The cards of sections are all made at once; the rows of the list are not."),
  ]
}

/// The decision whether a section is shown, with the reason against it.
public struct SectionDecision: Hashable, Sendable {
  /// The section that is decided on.
  public let kind: SectionKind
  /// The number of its items.
  public let items: Int
  /// The reason against it; `nil` for a section that is shown.
  public let suppression: SectionSuppression?

  /// Whether the section is shown, in place or behind the link to more.
  public var isShown: Bool { suppression == nil }

  /// The deciding rule: the one that withholds the section, or the one that shows it.
  public var rule: RuleID { suppression?.rule ?? kind.rule }
}

/// The reason why a section is not shown.
public enum SectionSuppression: Hashable, Sendable {
  /// The product has no home tab with sections.
  case noSections
  /// The section has no items.
  case nothing
  /// The section has fewer items than it requires.
  case tooFew(least: Int)
  /// The score is the one that the user was last shown.
  case scoreUnchanged
  /// The user has tapped the card since the last change.
  case scoreTapped
  /// The card's lifetime has ended, at the given time.
  case scoreExpired(at: Instant)
  /// The user hid it for 24 hours.
  case hidden(until: Instant)
  /// The user hid it for the rest of a day.
  case hiddenToday(until: Instant)
  /// The user hid it for good; Settings > Home Sections brings it back.
  case hiddenForGood
}

extension SectionSuppression {
  /// The rule that withholds the section.
  public var rule: RuleID {
    switch self {
    case .noSections: "CNF-57"
    case .nothing: "SEC-02"
    case .tooFew: "SEC-09"
    case .scoreUnchanged: "SCO-02"
    case .scoreTapped, .scoreExpired: "SCO-08"
    case .hidden: "HID-04"
    case .hiddenToday: "HID-12"
    case .hiddenForGood: "HID-06"
    }
  }
}

extension SectionKind {
  /// The rule that shows the section.
  public var rule: RuleID {
    switch self {
    case .needsAttention: "NAT-01"
    case .scoreChanged: "SCO-01"
    case .upcoming: "UPC-01"
    case .recentlyAdded: "RAD-01"
    case .enrichmentUpdates: "ENR-01"
    case .suggestedCircles: "SGC-03"
    }
  }
}

/// The facts that an evaluation needs beside the contacts; all are local, without a network.
public struct SectionMatters: Hashable, Sendable {
  /// The number of unresolved sync conflicts.
  public var conflicts = 0
  /// The places of conflicts whose cards are deferred until the app is launched again.
  public var conflictsPutOff: Set<Int> = []
  /// The pairs of entries that may be one person; an evaluation counts those that need a review.
  public var suggestions: [MergeSuggestion] = []
  /// The user's reminders; an evaluation counts those that are not complete and are due today or
  /// within seven days.
  public var reminders: [Reminder] = []
  /// The proposals that the user has not dismissed.
  public var proposals: [CircleProposal] = []
  /// The score and its last change; `nil` withholds the section of the score.
  public var score: ScoreWatch?

  /// Creates matters without conflicts, suggestions, reminders, proposals and score.
  public init() {}
}

extension SectionMatters {
  /// Returns the list behind "See All" of Needs Attention, in the order of its cards.
  ///
  /// It contains every item that the section counts.
  public func attentionList(
    among contacts: Span<SectionContact>
  ) -> [SectionContents.AttentionItem] {
    var items = (0..<conflicts).map { SectionContents.AttentionItem.conflict($0) }
    let open = suggestions.indices.filter {
      suggestions[$0].needsReview && !suggestions[$0].isSkipped
    }
    items += open.sorted {
      (-suggestions[$0].confidence, $0) < (-suggestions[$1].confidence, $1)
    }.map { .suggestion($0) }
    for place in contacts.indices where contacts[place].isIncomplete {
      items.append(.incomplete(place))
    }
    return items
  }
}

extension SectionRules {
  static let attentionList: [Rule] = [
    Rule("NAT-15", "The review of duplicates lists conflicts and incomplete contacts, too.")
  ]
}
