public import AddressBooks
public import HomeSections
public import Vocabulary

/// A card in a section of the home tab, ready to be drawn, with the contact it is about.
public struct HomeCard: Hashable, Sendable {
  /// The words and the picture of the card, by its section.
  public enum Face: Hashable, Sendable {
    /// A card of Needs Attention; a pair's has a label of its own for a screen reader.
    case attention(AttentionCard, spoken: SpokenLabel?)
    /// The card of a changed score.
    case score(ScoreCard)
    /// A birthday or a reminder.
    case upcoming(UpcomingCard, UpcomingCard.Event)
    /// A new contact.
    case recent(RecentCard)
    /// What the network has added to a contact.
    case enriched(EnrichmentCard)
    /// Contacts that may belong in a circle.
    case proposal(CircleProposal)
  }

  /// What the card shows.
  public let face: Face
  /// The contact that the card is about, the first of a pair; `nil` for score and circles.
  public let contact: ContactID?
}

extension HomeModel {
  /// Returns the cards of a section, in their order.
  func cards(_ kind: SectionKind, of input: HomeInput, _ contents: SectionContents, at now: Instant)
    -> [HomeCard]
  {
    switch kind {
    case .needsAttention: contents.attention.compactMap { attentionCard($0, of: input) }
    case .scoreChanged:
      score.flatMap { ScoreCard($0, tier: tier, app: profile.app.name) }
        .map { [HomeCard(face: .score($0), contact: nil)] } ?? []
    case .upcoming: contents.upcoming.compactMap { upcomingCard($0, of: input, at: now) }
    case .recentlyAdded: contents.recent.compactMap { recentCard(input.ids[$0], at: now) }
    case .enrichmentUpdates: contents.enriched.compactMap { enrichmentCard(input.ids[$0]) }
    case .suggestedCircles:
      contents.proposals.map {
        HomeCard(face: .proposal(input.matters.proposals[$0]), contact: nil)
      }
    }
  }

  private func title(_ id: ContactID) -> String { home.book[id]?.title ?? "" }

  private func attentionCard(
    _ item: SectionContents.AttentionItem, of input: HomeInput
  ) -> HomeCard? {
    switch item {
    case .conflict(let place):
      return conflicts[input.conflicts[place]].map { conflict in
        HomeCard(
          face: .attention(
            .conflict(
              title(conflict.contact), field: conflict.field, between: conflict.sources[0],
              and: conflict.sources[1]), spoken: nil),
          contact: conflict.contact)
      }
    case .suggestion(let place):
      let pair = input.pairs[place]
      let (first, second) = (title(pair.entries.first), title(pair.entries.second))
      return HomeCard(
        face: .attention(
          .duplicate(
            first, second, confidence: pair.confidence, evidence: pair.evidence.members.map(\.word)),
          spoken: .duplicate(first, second, confidence: pair.confidence)),
        contact: pair.entries.first)
    case .incomplete(let place):
      let id = input.ids[place]
      return HomeCard(face: .attention(.incomplete(title(id)), spoken: nil), contact: id)
    }
  }

  private func upcomingCard(
    _ item: SectionContents.UpcomingItem, of input: HomeInput, at now: Instant
  ) -> HomeCard? {
    let today = CivilDate(of: now, in: zone)
    switch item {
    case .birthday(let place, let date):
      return home.book[input.ids[place]].map {
        HomeCard(
          face: .upcoming(
            UpcomingCard(.birthday, of: $0.title, avatar: $0.avatar, on: date, today: today),
            .birthday), contact: $0.id)
      }
    case .reminder(let place, let date):
      let reminder = input.reminders[place]
      return home.book[reminder.contact].map {
        HomeCard(
          face: .upcoming(
            UpcomingCard(
              .reminder, of: $0.title, avatar: $0.avatar, note: reminder.reminder.text, on: date,
              today: today), .reminder), contact: $0.id)
      }
    }
  }

  private func recentCard(_ id: ContactID, at now: Instant) -> HomeCard? {
    home.book[id].map {
      HomeCard(
        face: .recent(
          RecentCard(name: $0.title, avatar: $0.avatar, addedAt: $0.addedAt, at: now)),
        contact: id)
    }
  }

  private func enrichmentCard(_ id: ContactID) -> HomeCard? {
    home.book[id].map {
      HomeCard(
        face: .enriched(
          EnrichmentCard(
            name: $0.title, avatar: $0.avatar, fields: (home.news[id] ?? []).map(\.words),
            app: profile.app.name)), contact: id)
    }
  }
}

extension DuplicateEvidence {
  /// The word of the evidence on a card: "Phone".
  public var word: String {
    switch self {
    case .phone: worded("Phone")
    case .email: worded("Email")
    case .name: worded("Name")
    case .address: worded("Address")
    }
  }
}

/// What stands on the home tab at one moment, from top to bottom.
public struct HomePicture: Hashable, Sendable {
  /// A section above the list.
  public struct Section: Hashable, Sendable {
    /// The kind of the section.
    public let kind: SectionKind
    /// The number in the header; `nil` for a header without one, and for none.
    public let count: Int?
    /// Whether it is collapsed to its header and count.
    public let isCollapsed: Bool
    /// The cards; empty while it is collapsed.
    public let cards: [HomeCard]
    /// The link to the items without a card; `nil` if every one has a card, or it is collapsed.
    public let further: String?
    /// The header for a screen reader; `nil` for a section without one.
    public let spoken: SpokenLabel?
  }

  /// A heading of the list with the rows of it that are in sight.
  public struct ListGroup: Hashable, Sendable {
    /// The heading: a letter, "#", or a circle's emoji and name.
    public let title: String
    /// The rows in sight.
    public let rows: [ContactRow]
  }

  /// The state of the tab, as the matrix has it.
  public let state: HomeState
  /// The regions of the screen.
  public let regions: [HomeTab.Region]
  /// The title, and the buttons at the end of the navigation bar.
  public let title: String
  /// The buttons at the end of the navigation bar.
  public let buttons: [HomeTab.Button]
  /// The reach of the search bar.
  public let search: HomeCells.Search
  /// The line below the search bar; `nil` without one.
  public let status: String?
  /// The items above the list and those behind the link.
  public let layout: SectionLayout
  /// The sections that stand above the list.
  public let sections: [Section]
  /// One decision for each kind of section.
  public let decisions: [SectionDecision]
  /// The screen in place of the list; `nil` shows the list.
  public let empty: EmptyState?
  /// The header of the list, with all contacts counted.
  public let listHeader: String
  /// The headings and rows in sight; those that a search found stand under no heading.
  public let groups: [ListGroup]
  /// The badge on the tab.
  public let badge: TabBadge
}

extension HomeModel {
  /// Returns what stands on the tab at `now`, with so many rows of the list.
  public func picture(at now: Instant, rows limit: Int = 14) -> HomePicture {
    let input = input(narrowed: search.isNarrowing)
    let evaluation = evaluation(of: input, at: now)
    let layout = layout(of: evaluation)
    // A search narrows what is shown, and not what there is.
    let facts = facts(
      sections: search.isNarrowing
        ? shownSections(at: now, narrowed: false) : evaluation.shown.count)
    let state = HomeState(facts)
    let cells = state.cells(facts)
    let empty = EmptyState(facts, at: now)
    let sections: [HomePicture.Section] = layout.visible.compactMap { item in
      guard case .section(let kind) = item else { return nil }
      return section(kind, of: input, evaluation, at: now)
    }
    return HomePicture(
      state: state,
      regions: HomeTab.regions(
        sections: layout.visible.count, searchIsHidden: cells.search == .hidden),
      title: selection.title(app: profile.app.name),
      buttons: selection.buttons(by: profile.list.multiSelectEntry), search: cells.search,
      status: status(at: now), layout: layout, sections: sections,
      decisions: evaluation.decisions, empty: empty,
      listHeader: ContactList.header(of: home.book.count),
      groups: groups(limit), badge: TabBadge(count: cells.badge.shown ?? 0))
  }

  /// Returns the words of the status bar, whose report of a success ends with time.
  private func status(at now: Instant) -> String? {
    var bar = statusBar
    bar.receive(.timePassed, at: now)
    return bar.state.text
  }

  private func section(
    _ kind: SectionKind, of input: HomeInput, _ evaluation: SectionEvaluation, at now: Instant
  ) -> HomePicture.Section {
    let isCollapsed = shelf.isCollapsed(kind)
    let contents = evaluation.contents
    let items = contents.count(kind)
    return HomePicture.Section(
      kind: kind, count: kind.count(of: items, isCollapsed: isCollapsed), isCollapsed: isCollapsed,
      cards: isCollapsed ? [] : cards(kind, of: input, contents, at: now),
      further: isCollapsed ? nil : contents.furtherLink(kind, in: input.matters),
      spoken: .header(kind, items: items))
  }

  private func groups(_ limit: Int) -> [HomePicture.ListGroup] {
    let subtitle = profile.list.rowSubtitle
    switch found {
    case .nothing: return []
    case .found(let results):
      let rows = results.nearest.prefix(limit).compactMap { home.book[$0] }.map {
        ContactRow(
          $0, found: SearchMode.foundBy(search.text, in: $0), subtitle: subtitle, circles: circles)
      }
      return [HomePicture.ListGroup(title: "", rows: rows)]
    case .wholeList:
      let list = home.book.list(options, circles: circles)
      return list.sections.prefix { $0.rows.lowerBound < limit }.map { section in
        HomePicture.ListGroup(
          title: section.title,
          rows: list.page(
            from: section.rows.lowerBound,
            limit: min(section.rows.count, limit - section.rows.lowerBound), subtitle: subtitle,
            circles: circles))
      }
    }
  }

  /// The facts that determine the state of the tab.
  private func facts(sections: Int) -> HomeFacts {
    HomeFacts(
      access: access, contacts: home.book.count, syncingSince: syncingSince,
      hasSynced: syncs.lastSuccess != nil, lastSyncFailed: syncs.lastFailed, isOffline: isOffline,
      sections: sections, badge: badge.count, lastBadge: badge.count)
  }
}
