import AddressBooks
import HomeSections
import Vocabulary

// The search, the options of the list, and the selection of rows.
extension HomeModel {
  mutating func beginSearch(at now: Instant) -> Answer {
    search.begin()
    return Answer(
      .enterSearch,
      .searchActivated(contacts: home.book.count, sections: shownSections(at: now, narrowed: false))
    )
  }

  mutating func type(_ text: String) -> Answer {
    guard search.isActive else { return Answer(.noSearch) }
    found = search.type(text, in: home.book)
    return decided("SRH-03")
  }

  mutating func cancelSearch() -> Answer {
    search.cancel()
    found = .wholeList
    return Answer(.cancelSearch)
  }

  mutating func choose(_ choice: ListChoice) -> Answer {
    let before = options
    switch choice {
    case .grouping(let grouping): options.grouping = grouping
    case .sort(let sort): options.sort = sort
    case .circle(let circle): options.toggle(circle)
    }
    var answer = choice.tap.map { Answer($0) } ?? decided("LST-03")
    answer.events = HomeEvent.filterChanged(from: before, to: options).map { [$0] } ?? []
    return answer
  }

  mutating func select(_ event: MultiSelect.Event, at now: Instant) -> Answer {
    let entry = profile.list.multiSelectEntry
    let wasActive = selection.isActive
    let action = selection.receive(event, by: entry)
    var answer = decided("SEL-07")
    switch action {
    case .openContact(let id): answer = open(id)
    case .showMenu(let titles): answer.offered = titles
    case .pickCircles: answer = Answer(.addToCircle)
    case .confirmRemoval: answer.rule = "SEL-13"
    case .remove(let ids):
      home.remove(ids)
      answer.events = [.bulkActionCompleted(.delete, selected: ids.count)]
    case .none:
      if !wasActive, !selection.isActive, event.isWayIn { return Answer(.noWayToSelect) }
    }
    if !wasActive, selection.isActive {
      answer.rule = entry == .longPress ? "SEL-01" : "CNF-57"
      answer.events = [.multiSelectStarted(contacts: home.book.count)]
    }
    return answer
  }

  /// Adds the selected contacts to a circle; they stay selected.
  mutating func addSelected(to circle: CircleID) -> Answer {
    let selected = selection.selected.sorted()
    guard !selected.isEmpty, let name = circles.first(where: { $0.id == circle })?.name else {
      return Answer(.nothingSelected)
    }
    home.add(selected, to: circle)
    var answer = decided("SEL-10")
    answer.events = [.bulkActionCompleted(.addToCircle(name), selected: selected.count)]
    return answer
  }

  /// Opens the page of a contact from its row, of the list or of a search.
  private func open(_ id: ContactID) -> Answer {
    guard home.book[id] != nil else { return Answer(.noSuchContact) }
    let name = String(id.rawValue)
    let isSearching: Bool
    if case .found = found { isSearching = true } else { isSearching = false }
    return Answer(
      isSearching ? .searchResult(id: name) : .contactRow(id: name), selected(id))
  }

  /// Returns the event of a tap on a row; `nil` for a contact that is not in sight.
  private func selected(_ id: ContactID) -> HomeEvent? {
    guard let contact = home.book[id], let place = rowPlace(of: id) else { return nil }
    return .contactSelected(
      contact: String(id.rawValue), isEnriched: !contact.enriched.isEmpty,
      circles: contact.circles.count, place: place, grouping: options.grouping.rawValue)
  }

  private func rowPlace(of id: ContactID) -> Int? {
    switch found {
    case .nothing: return nil
    case .found(let results): return results.nearest.firstIndex(of: id)
    case .wholeList:
      let list = home.book.list(options, circles: circles)
      return (0..<list.count).first { list[$0].id == id }
    }
  }
}

extension HomeModel.ListChoice {
  /// The control that the choice is made by; the options sheet has no route of its own.
  fileprivate var tap: HomeTap? {
    if case .circle = self { .circleChip } else { nil }
  }
}

extension MultiSelect.Event {
  /// Whether it may lead into the mode.
  fileprivate var isWayIn: Bool {
    switch self {
    case .longPressed, .selectChosen: true
    case .tapped, .allChosen, .removedFromBook, .toolTapped, .deleteConfirmed, .done,
      .tappedOutside, .swipedBack:
      false
    }
  }
}

extension HomeEvent {
  /// Returns the event of a choice in the options; `nil` if it changes nothing.
  static func filterChanged(
    from before: ListOptions, to after: ListOptions
  ) -> HomeEvent? {
    guard before != after else { return nil }
    return .filterChanged(
      grouping: after.grouping.rawValue, sort: after.sort.rawValue, circles: after.circles.count)
  }
}
