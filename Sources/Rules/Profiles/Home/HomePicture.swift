public import AddressBooks
public import HomeSections
public import Vocabulary

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
