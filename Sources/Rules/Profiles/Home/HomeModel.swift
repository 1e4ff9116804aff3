public import AddressBooks
public import HomeSections
public import Vocabulary

/// The home tab over time: what an app keeps of it, by the rules of all its parts.
///
/// Events go in by `receive(_:at:)`; `screen(at:)` is what stands on the tab then.
public struct HomeModel: Sendable {
  /// The settings that the tab follows.
  public let profile: Profile
  /// The contacts, with what the sections read of them.
  public internal(set) var home: HomeBook
  /// The user's circles, in their order.
  public let circles: [ListCircle]
  /// The clock of the place where the user lives.
  public let zone: CivilZone
  /// The app's permission to read the device's address book.
  public var access: ContactsAccess

  var shelf = SectionShelf()
  var options: ListOptions
  var review = DuplicateReview()
  var merges = MergeLedger()
  var conflictReview = ConflictReview()
  var conflicts: [UInt64: HomeConflict] = [:]
  var patterns = CirclePatternSearch()
  var proposals: [CircleProposal] = []
  var dismissed = DismissedProposals()
  var reminders: [HomeReminder] = []
  var score: ScoreWatch?
  var tier = ""
  var badge = TabBadge()
  var search = SearchMode()
  var found = SearchMode.Shown.wholeList
  var selection = MultiSelect()
  var exposures: [SectionKind: SectionExposure] = [:]
  var statusBar = SyncStatusBar()
  var syncs = SyncHistory()
  var syncingSince: Instant?
  var isSyncOfTab = false
  var isOffline = false
  var showsAllSections = false
  var hasPrompt = false

  /// Creates the tab of a user; the book and the pairs are those of an earlier sync, if any.
  public init(
    _ profile: Profile, _ book: AddressBook = AddressBook(), circles: [ListCircle] = [],
    pairs: [DuplicatePair] = [], access: ContactsAccess = .authorized, zone: CivilZone
  ) {
    self.profile = profile
    home = HomeBook(book)
    self.circles = circles
    self.access = access
    self.zone = zone
    options = profile.listOptions
    review.receive(pairs)
  }
}

extension HomeModel {
  /// What an app stores of the tab from launch to launch, beside the contacts.
  public struct Stored: Hashable, Sendable {
    /// The collapsed and hidden sections, by `SectionShelf.rawValue`.
    public var shelf: String
    /// Grouping, order and filter of the list, by `ListOptions.rawValue`.
    public var list: String

    /// Creates what was stored before.
    public init(shelf: String, list: String) {
      self.shelf = shelf
      self.list = list
    }
  }

  /// The stored part at present.
  public var stored: Stored { Stored(shelf: shelf.rawValue, list: options.rawValue) }

  /// Takes over what was stored; an unreadable part is as at first.
  public mutating func restore(_ stored: Stored) {
    shelf = SectionShelf(rawValue: stored.shelf) ?? SectionShelf()
    options = ListOptions(rawValue: stored.list) ?? profile.listOptions
  }
}

/// A conflict that a sync left to the user.
public struct HomeConflict: Hashable, Sendable {
  /// The contact whose sources differ.
  public let contact: ContactID
  /// The field that differs, as the card words it: "Name".
  public let field: String
  /// The two sources, as the card words them: "Phone", "Rin".
  public let sources: [String]

  /// Creates a conflict between two sources.
  public init(_ contact: ContactID, field: String, between first: String, and second: String) {
    self.contact = contact
    self.field = field
    sources = [first, second]
  }
}

/// A reminder that the user wrote on the page of a contact.
public struct HomeReminder: Hashable, Sendable {
  /// The contact on whose page it was written.
  public let contact: ContactID
  /// When it is due, and its words.
  public var reminder: Reminder

  /// Creates a reminder about a contact.
  public init(_ contact: ContactID, _ reminder: Reminder) {
    self.contact = contact
    self.reminder = reminder
  }
}

// The answers on the cards of Needs Attention.
extension HomeModel {
  mutating func answer(
    _ item: SectionContents.AttentionItem, of input: HomeInput, _ action: CardAction,
    at now: Instant
  ) -> Answer {
    switch item {
    case .conflict(let place): answer(conflict: input.conflicts[place], action, at: now)
    case .suggestion(let place): answer(input.pairs[place], action, at: now)
    // The documents give its card no actions.
    case .incomplete: Answer(.noSuchButton)
    }
  }

  private mutating func answer(
    conflict: UInt64, _ action: CardAction, at now: Instant
  ) -> Answer {
    var answer = decided("NAT-13")
    answer.route = .stay
    switch action {
    case .resolve:
      conflictReview.answer(conflict, .resolve)
      answer.rule = "BDG-08"
      answer.badge = note(.resolvedConflict, at: now)
    case .notNow: conflictReview.answer(conflict, .notNow)
    case .view, .merge, .notSame, .skip, .review, .dismiss: return Answer(.noSuchButton)
    }
    return answer
  }

  private mutating func answer(
    _ pair: DuplicatePair, _ action: CardAction, at now: Instant
  ) -> Answer {
    let evidence = pair.evidence.members.map { $0.word.lowercased() }
    func logged(_ tap: HomeTap, _ answer: HomeEvent.DuplicateAnswer) -> Answer {
      Answer(
        tap, .duplicateAnswered(answer, confidence: pair.confidence, evidence: evidence))
    }
    var result: Answer
    switch action {
    case .merge:
      review.answer(pair.entries, .merge)
      merge(pair.entries)
      result = logged(.merge, .merge)
      result.badge = note(.merged, at: now)
    case .notSame:
      review.answer(pair.entries, .notSame)
      result = logged(.notSame, .notSame)
      result.badge = note(.markedDistinct, at: now)
    case .skip:
      review.answer(pair.entries, .skip)
      result = logged(.skip, .skip)
      result.badge = note(.skipped, at: now)
    case .view, .resolve, .notNow, .review, .dismiss: return Answer(.noSuchButton)
    }
    return result
  }

  private mutating func merge(_ pair: EntryPair) {
    guard let one = home.book[pair.first], let other = home.book[pair.second],
      let merge = merges.merge([one, other])
    else { return }
    let gone = merge.originals.map(\.id).filter { $0 != merge.merged.id }
    home.apply([.put(merge.merged)] + gone.map(BookEdit.remove))
    review.follow(merges)
  }
}

/// What an evaluation of the sections reads, with the contacts behind its places.
struct HomeInput {
  var ids: [ContactID]
  var facts: [SectionContact]
  var matters = SectionMatters()
  var pairs: [DuplicatePair] = []
  var conflicts: [UInt64] = []
  var reminders: [HomeReminder] = []
}

extension HomeModel {
  /// Returns all that the sections may show; in a search, what concerns the contacts found.
  func input(narrowed isNarrowed: Bool) -> HomeInput {
    // What refers to a contact that has left the book has nothing to show.
    func keeps(_ id: ContactID) -> Bool {
      home.place(of: id) != nil && (!isNarrowed || search.keeps(id, of: home.book))
    }
    var input = HomeInput(ids: home.ids, facts: home.facts)
    if isNarrowed {
      let places = home.ids.indices.filter { keeps(home.ids[$0]) }
      input.ids = places.map { home.ids[$0] }
      input.facts = places.map { home.facts[$0] }
    }
    addConflicts(to: &input, keeping: keeps)
    addPairs(to: &input, keeping: keeps)
    input.reminders = reminders.filter { keeps($0.contact) }
    input.matters.reminders = input.reminders.map(\.reminder)
    input.matters.proposals = proposals.filter { proposal in
      dismissed.allow(proposal)
        && proposal.contacts.contains { keeps(ContactID(rawValue: $0)) }
    }
    // The score is about no contact.
    input.matters.score = isNarrowed ? nil : score
    return input
  }

  private func addConflicts(to input: inout HomeInput, keeping keeps: (ContactID) -> Bool) {
    var all = SectionMatters()
    conflictReview.describe(in: &all)
    let unresolved = conflictReview.unresolved
    let kept = unresolved.indices.filter { place in
      conflicts[unresolved[place]].map { keeps($0.contact) } ?? false
    }
    input.conflicts = kept.map { unresolved[$0] }
    input.matters.conflicts = kept.count
    input.matters.conflictsPutOff = Set(
      kept.indices.filter { all.conflictsPutOff.contains(kept[$0]) })
  }

  private func addPairs(to input: inout HomeInput, keeping keeps: (ContactID) -> Bool) {
    input.pairs = review.pending.filter { pair in
      let both = [pair.entries.first, pair.entries.second]
      return both.allSatisfy { home.place(of: $0) != nil } && both.contains(where: keeps)
    }
    let cards = Set(review.cards.map(\.entries))
    input.matters.suggestions = input.pairs.map {
      MergeSuggestion(confidence: $0.confidence, isSkipped: !cards.contains($0.entries))
    }
  }

  /// Decides on every section.
  func evaluation(of input: HomeInput, at now: Instant) -> SectionEvaluation {
    profile.home.evaluate(
      input.facts.span, input.matters, shelf: shelf, at: now, zone: zone)
  }

  /// Returns the items above the list; a search leaves the prompt's card out, as it is no contact's.
  func layout(of evaluation: SectionEvaluation) -> SectionLayout {
    profile.layout(
      of: evaluation, withPrompt: hasPrompt && !search.isNarrowing, isExpanded: showsAllSections)
  }

  /// The number of items on the badge, which a search does not change.
  func badgeItems(at now: Instant) -> Int {
    profile.home.badgeCount(of: evaluation(of: input(narrowed: false), at: now).contents)
  }

  /// The state of the connection, as the badge asks for it.
  var connection: TabBadge.Connection {
    if isOffline { return .offline }
    if syncingSince != nil { return .syncing }
    return syncs.lastFailed ? .syncFailed : .atRest
  }
}

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

// The tab in a sync: what starts it, and what it brings.
extension HomeModel {
  /// Begins a sync if the occasion calls for one.
  mutating func begin(_ occasion: SyncOccasion, at now: Instant) -> Answer {
    let decision = SyncPolicy().decide(occasion, after: syncs, isOffline: isOffline, at: now)
    var answer = decided(decision.rule)
    switch decision {
    case .run:
      syncingSince = now
      isSyncOfTab = occasion == .pulled
      statusBar.receive(.started(occasion), at: now)
    case .stay:
      answer.refusal = .noSync
      if occasion == .pulled {
        syncs.isOwed = true
        statusBar.receive(.refusedOffline, at: now)
      }
    }
    return answer
  }

  mutating func pull(at now: Instant) -> Answer {
    let age = syncs.lastSuccess.map { now - $0 } ?? .zero
    var answer = begin(.pulled, at: now)
    answer.events = [.pulledToRefresh(sinceLastSync: age)]
    return answer
  }

  mutating func connect(_ isOnline: Bool, at now: Instant) -> Answer {
    isOffline = !isOnline
    return isOnline ? begin(.reconnected, at: now) : decided("MTX-07")
  }

  mutating func failSync(at now: Instant) -> Answer {
    syncingSince = nil
    syncs.lastFailed = true
    statusBar.receive(.failed, at: now)
    return decided("OFF-07")
  }

  /// Takes the results of a sync: the sections, then the list, then the badge.
  mutating func finish(_ report: Report, at now: Instant) -> Answer {
    var answer = decided("PTR-13")
    let change = home.take(report.delta, at: now)
    for addition in report.additions {
      home.add(addition.fields, to: addition.contact, at: now)
    }
    let pairsBefore = Set(review.pending.map(\.entries))
    if let pairs = report.pairs { review.receive(pairs) }
    for (id, conflict) in report.conflicts.sorted(by: { $0.key < $1.key }) {
      conflicts[id] = conflict
      conflictReview.receive(id)
    }
    if search.isNarrowing { found = search.type(search.text, in: home.book) }
    let began = syncingSince ?? now
    syncingSince = nil
    syncs = SyncHistory(lastSuccess: now)
    statusBar.receive(.succeeded, at: now)
    answer.badge = note(.syncCompleted, at: now)
    if isSyncOfTab {
      let newPairs = review.pending.filter { !pairsBefore.contains($0.entries) }
      answer.events = [
        .syncCompleted(
          contacts: change.inserted.count, duplicates: newPairs.count,
          enrichments: report.additions.count, took: now - began)
      ]
    }
    isSyncOfTab = false
    return answer
  }
}
