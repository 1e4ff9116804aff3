public import Vocabulary

/// A row of the list, ready to be drawn.
public struct ContactRow: Hashable, Sendable {
  /// The content of the second line, where a search does not replace it.
  public enum Subtitle: String, CaseIterable, Sendable {
    /// The primary number, or else the primary e-mail address; the default.
    case phoneOrEmail
    /// The company that the network has added; or else the number, the circles, the address.
    case contextual
  }

  /// The id of the contact, which a tap on the row opens or selects.
  public let id: ContactID
  /// The picture at the beginning of the row.
  public let avatar: Avatar
  /// One line, truncated at its end.
  public let title: String
  /// The second line: the found text, or the one that `Subtitle` names; empty for a row without.
  public let subtitle: String
  /// The circles that have a dot.
  public let dots: [CircleID]
  /// The number of circles without a dot, for lack of room.
  public let furtherCircles: Int
  /// Whether the row has the mark of a network addition.
  public let isEnriched: Bool

  /// The least height of a row in points.
  public static let leastHeight = 64

  /// The most dots of a row.
  private static let mostDots = 4

  /// Creates the row of `contact`; `found` is the text that a search matched, if not the name.
  ///
  /// Without a `subtitle` a row has a second line in a search only. `circles` are the user's.
  public init(
    _ contact: Contact, found: String? = nil, subtitle kind: Subtitle? = .phoneOrEmail,
    circles named: [ListCircle] = []
  ) {
    id = contact.id
    avatar = contact.avatar
    title = contact.title
    subtitle = found ?? kind.map { $0.text(of: contact, named) } ?? ""
    let circles = contact.circles.members
    dots = Array(circles.prefix(circles.count > Self.mostDots ? Self.mostDots - 1 : Self.mostDots))
    furtherCircles = circles.count - dots.count
    isEnriched = !contact.enriched.isEmpty
  }

  /// The text beside the dots if there are more circles: "+2".
  public var furtherText: String? { furtherCircles == 0 ? nil : "+\(furtherCircles)" }
}

extension ContactRow.Subtitle {
  /// Returns the second line of `contact`.
  fileprivate func text(of contact: Contact, _ circles: [ListCircle]) -> String {
    let known =
      switch self {
      case .phoneOrEmail: contact.phones.first?.text ?? contact.emails.first
      case .contextual:
        contact.addedCompany ?? contact.phones.first?.text ?? contact.circleNames(among: circles)
          ?? contact.emails.first
      }
    return known ?? worded("No contact info")
  }
}

extension Contact {
  /// The picture of the contact: the photo, or initials.
  public var avatar: Avatar { hasPhoto ? .photo(until: initials) : .initials(initials) }

  fileprivate var addedCompany: String? {
    enriched.contains(.company) && !name.organisation.isEmpty ? name.organisation : nil
  }

  /// Returns the names of the contact's circles; `nil` for a contact in none.
  public func circleNames(among circles: [ListCircle]) -> String? {
    let names = circles.filter { self.circles.contains($0.id) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension ContactRow {
  /// The parts of the list and its tab that have a name of their own in the design.
  public enum Part: String, CaseIterable, Sendable {
    /// The contact's picture, in every row.
    case avatar = "AvatarView"
    /// A dot in the colour of one circle, of which a row has up to four.
    case circleDot = "CircleDot"
    /// The mark of a contact with additions from the network.
    case enrichmentBadge = "EnrichmentBadge"
    /// The badge on the tab, which is no part of a row.
    case tabBadge = "TabBadge"
  }

  /// The named parts that the row is drawn with, from its beginning to its end.
  public var parts: [Part] {
    [.avatar] + dots.map { _ in .circleDot } + (isEnriched ? [.enrichmentBadge] : [])
  }
}

extension ContactRules {
  static let rows: [Rule] = [
    Rule("ROW-01", "A row has an avatar, a name, a second line, dots, and perhaps the mark."),
    Rule("ROW-02", "The avatar is the photo, or initials."),
    Rule("ROW-03", "The first line is the name that is shown."),
    Rule("ROW-04", "The second line is the primary number, or else the primary e-mail address."),
    Rule("ROW-05", "Without either it is \"No contact info\"."),
    Rule("ROW-06", "Each of up to four circles has a dot."),
    Rule("ROW-07", "More than four circles are three dots and the number of the others."),
    Rule("ROW-08", "The mark is there if the network has added at least one thing."),
    Rule("ROW-12", "The names of the circles are not written beside the dots."),
    Rule("ROW-13", "In a search the second line may show what was found instead."),
    Rule("ROW-14", "A row is at least 64 points high."),
    Rule(
      "ROW-15", "A row has an AvatarView, CircleDots in their circles' colours, an EnrichmentBadge."
    ),
  ]
}

extension AddressBook {
  /// Groups each contact under its primary circle: the smallest of its own circles, the most
  /// specific.
  ///
  /// The circles stand in the user's order; contacts without a circle come last, under "Contacts".
  func circleGroups(
    of shown: [Slot], under options: ListOptions, circles: [ListCircle]
  ) -> [(title: String, slots: ArraySlice<Slot>)] {
    let own = circles.filter { !$0.holdsEveryone }
    let ranked = ranked(own)
    var members = [[Slot]](repeating: [], count: own.count)
    var others: [Slot] = []
    for slot in shown {
      let joined = entries[slot]?.circles ?? []
      if let primary = ranked.first(where: { joined.contains(own[$0].id) }) {
        members[primary].append(slot)
      } else {
        others.append(slot)
      }
    }
    let rest = circles.first(where: \.holdsEveryone)?.title ?? worded("Contacts")
    return (zip(own.map(\.title), members) + [(rest, others)]).map { title, slots in
      (title, sorted(slots[...], by: options.sort))
    }
  }

  /// Returns the places of `circles`, the one with the fewest members first; of equals, the user's
  /// first.
  private func ranked(_ circles: [ListCircle]) -> [Int] {
    var sizes = [Int](repeating: 0, count: circles.count)
    for slot in order.slots {
      guard let joined = entries[slot]?.circles, !joined.isEmpty else { continue }
      for place in circles.indices where joined.contains(circles[place].id) { sizes[place] += 1 }
    }
    return circles.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
  }
}

extension ContactRules {
  static let circleHeadings: [Rule] = [
    Rule(
      "LST-08", "By circle: the circle's emoji and name, over those whose primary circle it is."),
    Rule("LST-09", "Who is in several circles stands once, under the smallest of them."),
    Rule("LST-10", "Who is in no circle of the user's stands under Contacts, at the bottom."),
    Rule("LST-16", "The circles stand in the user's order; a bare number is its own title."),
  ]
}

extension AddressBook {
  /// Returns the list under `options`; `circles` are the user's, in their order.
  public func list(
    _ options: ListOptions = ListOptions(), circles: [ListCircle] = []
  ) -> ContactList {
    let shown = shown(under: options)
    let groups =
      switch options.grouping {
      case .alphabetical: letterGroups(of: shown, under: options)
      case .byCircle: circleGroups(of: shown, under: options, circles: circles)
      }
    return ContactList(groups.filter { !$0.slots.isEmpty }, of: self, under: options)
  }

  /// Returns the contacts that pass the filter, by name.
  private func shown(under options: ListOptions) -> [Slot] {
    guard !options.showsAll else { return order.slots }
    return order.slots.filter { slot in
      entries[slot].map { !$0.circles.isDisjoint(with: options.circles) } ?? false
    }
  }

  /// Groups the contacts under their letters; "#" is last, in either direction of the letters.
  private func letterGroups(
    of shown: [Slot], under options: ListOptions
  ) -> [(title: String, slots: ArraySlice<Slot>)] {
    var groups: [(title: String, slots: ArraySlice<Slot>)] = []
    var start = 0
    while start < shown.count {
      let letter = order.letter(of: shown[start])
      let end = firstIndex(in: shown, from: start) { order.letter(of: $0) > letter }
      let title = letter == NameOrder.otherLetter ? "#" : order.collation.letters[Int(letter)]
      groups.append((title, sorted(shown[start..<end], by: options.sort)))
      start = end
    }
    guard options.sort == .nameDescending else { return groups }
    let last = groups.last?.title == "#" ? groups.suffix(1) : []
    return groups.dropLast(last.count).reversed() + last
  }

  /// Returns the first place from `start` on at which `isBehind` holds, as it does for all later
  /// ones.
  private func firstIndex(
    in slots: [Slot], from start: Int, where isBehind: (Slot) -> Bool
  ) -> Int {
    var (low, high) = (start, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(slots[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Sorts places that are in the order of names.
  func sorted(_ slots: ArraySlice<Slot>, by sort: ListOptions.Sort) -> ArraySlice<Slot> {
    switch sort {
    case .nameAscending: slots
    case .nameDescending: ArraySlice(slots.reversed())
    case .recentlyAdded: newestFirst(slots) { $0.addedAt }
    case .recentlyUpdated: newestFirst(slots) { $0.updatedAt }
    }
  }

  /// Sorts by newness; of equally new contacts, the first by name comes first.
  private func newestFirst(
    _ slots: ArraySlice<Slot>, by time: (Contact) -> Instant
  ) -> ArraySlice<Slot> {
    let dated = slots.enumerated().map { place, slot in
      (time: entries[slot].map(time) ?? Instant(milliseconds: 0), place: place, slot: slot)
    }
    let newest = dated.sorted { ($1.time, $0.place) < ($0.time, $1.place) }
    return ArraySlice(newest.map(\.slot))
  }
}

extension ContactRules {
  static let headings: [Rule] = [
    Rule("LST-04", "Alphabetical: under the first letter of the name that is shown, A to Z."),
    Rule("LST-05", "Names that begin with no Latin letter stand under #; É stands under E."),
    Rule("LST-06", "Who has no name stands under #."),
    Rule("LST-07", "The heading # is the last."),
    Rule("LST-14", "Sorting is within the groups; Z-A turns the letters round, but not #."),
    Rule("FLT-02", "Names run from A to Z or from Z to A."),
    Rule("FLT-03", "Recently added: the newest contact first."),
    Rule("FLT-04", "Recently updated: what was last synced or edited first."),
    Rule("FLT-06", "Chosen circles leave those in the list who are in any of them."),
  ]
}

/// The list as it is shown: every contact of it once, under one heading.
public struct ContactList: Sendable {
  /// A heading, and the range of its rows.
  public struct Section: Hashable, Sendable {
    /// The text of the heading: a letter, "#", or a circle's emoji and name.
    public let title: String
    /// The rows of the list under this heading, at least one.
    public let rows: Range<Int>
  }

  /// The headings from top to bottom, which together cover every row once.
  public let sections: [Section]
  /// The options under which the list was made.
  public let options: ListOptions
  let slots: [Slot]
  private let entries: EntryTable
  /// The headings that names may have, in the order of their language, without "#".
  let letters: [String]
  /// The number of contacts in the book, whatever the filter.
  public let total: Int

  init(
    _ groups: [(title: String, slots: ArraySlice<Slot>)], of book: AddressBook,
    under options: ListOptions
  ) {
    var start = 0
    sections = groups.map { group in
      defer { start += group.slots.count }
      return Section(title: group.title, rows: start..<start + group.slots.count)
    }
    slots = groups.flatMap(\.slots)
    entries = book.entries
    letters = book.order.collation.letters
    total = book.count
    self.options = options
  }

  /// The number of rows under all headings.
  public var count: Int { slots.count }

  /// The contact of one row; rows are read one by one, as they become visible.
  public subscript(row: Int) -> Contact {
    guard let contact = entries[slots[row]] else {
      preconditionFailure("row \(row) has no contact")
    }
    return contact
  }

  /// Returns the rows of a page, at most `limit` from row `offset` on; the list stores none of them.
  public func page(
    from offset: Int, limit: Int, subtitle: ContactRow.Subtitle? = .phoneOrEmail,
    circles: [ListCircle] = []
  ) -> [ContactRow] {
    let start = min(max(offset, 0), count)
    return (start..<min(start + max(limit, 0), count)).map {
      ContactRow(self[$0], subtitle: subtitle, circles: circles)
    }
  }

  /// The header above the list, with all contacts counted, shown or not.
  public var header: String { Self.header(of: total) }

  /// Returns the header above the list of a book of so many contacts.
  public static func header(of total: Int) -> String { worded("ALL CONTACTS (\(total))") }

  /// Returns the first row of a heading; `nil` if the list has none of it.
  public func start(of title: String) -> Int? {
    sections.first { $0.title == title }?.rows.lowerBound
  }
}

extension ContactRules {
  static let list: [Rule] = [
    Rule("LST-01", "The header counts the contacts: ALL CONTACTS (342)."),
    Rule("LST-02", "A button in the header opens grouping, sorting and filter as a sheet."),
    Rule("LST-11", "Every contact of the list stands under one heading, once."),
    Rule("LST-15", "The count in the header is the total, under a filter too."),
    Rule("HTB-11", "The list shows all contacts as the user groups them."),
    Rule("ROW-10", "Rows are made for what is in sight, one by one."),
    Rule("HPF-06", "The list is read in pages, whatever its length."),
    Rule("IDX-03", "Where each heading begins is known before anyone jumps there."),
  ]
}

/// The rule book of the contact list.
public enum ContactRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    home, matrix, steady, empty, list, headings, circleHeadings, options, scrubber, rows, search,
    selection, deletion, syncing, statusBar, offline, intake, picker, duplicateBands,
    duplicateReview,
  ].flatMap { $0 }
}

/// The grouping, order and filter of the list, as the options sheet offers them.
public struct ListOptions: Hashable, Sendable {
  /// The kind of headings over the contacts.
  public enum Grouping: String, CaseIterable, Sendable {
    /// The first letters of the names, with "#" for all others; the default.
    case alphabetical
    /// The circles, each contact under the smallest of its own; those in none come last.
    case byCircle

    /// The words of this choice in the options sheet.
    public var title: String {
      switch self {
      case .alphabetical: worded("Alphabetical")
      case .byCircle: worded("By Circle")
      }
    }
  }

  /// The order of the contacts under each heading.
  public enum Sort: String, CaseIterable, Sendable {
    /// From A to Z; the default.
    case nameAscending
    /// From Z to A, with the letters reversed too, but "#" last.
    case nameDescending
    /// The last added contact first; of equals, the first by name.
    case recentlyAdded
    /// The last synced or edited contact first; of equals, the first by name.
    case recentlyUpdated

    /// The words of this choice in the options sheet.
    public var title: String {
      switch self {
      case .nameAscending: worded("Name A-Z")
      case .nameDescending: worded("Name Z-A")
      case .recentlyAdded: worded("Recently Added")
      case .recentlyUpdated: worded("Recently Updated")
      }
    }
  }

  /// The kind of headings; independent of the order under them.
  public var grouping: Grouping
  /// The order within each group.
  public var sort = Sort.nameAscending
  /// The circles whose members are listed; empty is the "All" chip.
  public var circles: CircleSet = []

  /// Creates options that list all contacts from A to Z.
  public init(grouping: Grouping = .alphabetical) { self.grouping = grouping }

  /// Whether the "All" chip is the chosen one.
  public var showsAll: Bool { circles.isEmpty }

  /// Selects or deselects a circle's chip; after the last deselection "All" is chosen again.
  public mutating func toggle(_ circle: CircleID) {
    if circles.contains(circle) { circles.remove(circle) } else { circles.insert(circle) }
  }

  /// Returns the chips below the header of the list; none without a filter.
  public func chipBar(of circles: [ListCircle]) -> [ListCircle] {
    circles.filter { self.circles.contains($0.id) }
  }

  /// Whether a list under these options has the letters at its edge.
  public var showsScrubber: Bool { grouping == .alphabetical }
}

extension ListOptions: RawRepresentable {
  /// The choices in the form that is stored between sessions.
  public var rawValue: String {
    let circles = circles.members.map { String($0.rawValue) }.joined(separator: "+")
    return "\(grouping.rawValue) \(sort.rawValue) \(circles)"
  }

  /// Creates choices from the stored form; `nil` if the text is invalid.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let grouping = Grouping(rawValue: String(parts[0])),
      let sort = Sort(rawValue: String(parts[1]))
    else { return nil }
    self.init(grouping: grouping)
    self.sort = sort
    for part in parts[2].split(separator: "+") {
      guard let circle = UInt8(part).flatMap(CircleID.init) else { return nil }
      circles.insert(circle)
    }
  }
}

extension ContactRules {
  static let options: [Rule] = [
    Rule("LST-03", "The list is grouped alphabetically or by circle."),
    Rule("LST-12", "What was chosen is kept from session to session."),
    Rule("LST-13", "At first the list is alphabetical, from A to Z, with all contacts."),
    Rule("FLT-01", "The list is sorted in one of four ways."),
    Rule("FLT-05", "Every circle is a chip with its emoji and name; several can be chosen."),
    Rule("FLT-07", "The chip \"All\" is chosen at first, and means no filter."),
    Rule(
      "FLT-08", "The chosen chips stand in a bar below the header; without any there is no bar."),
    Rule("IDX-01", "The letters at the edge are there in the alphabetical list only."),
  ]
}

/// A circle as the list shows it.
public struct ListCircle: Hashable, Sendable {
  /// The id by which contacts refer to the circle.
  public let id: CircleID
  /// The circle's name, which in lower case also names its colour.
  public var name: String
  /// The emoji before the name; empty for none.
  public var emoji: String
  /// Whether the circle holds everyone, and so is no contact's primary circle.
  public var holdsEveryone: Bool

  /// Creates a circle; by default without an emoji, and not the one that holds everyone.
  public init(id: CircleID, name: String, emoji: String = "", holdsEveryone: Bool = false) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.holdsEveryone = holdsEveryone
  }

  /// The emoji and the name, as chips and headings have them.
  public var title: String { emoji.isEmpty ? name : "\(emoji) \(name)" }

  /// The token of the colour that the circle's dot has.
  public var colour: String { "rin.circle.\(name.lowercased())" }
}

/// The letters at the edge of the list, under a moving finger.
public struct SectionScrubber: Hashable, Sendable {
  /// The response to a touch.
  public struct Jump: Hashable, Sendable {
    /// The row that comes to the top.
    public let row: Int
    /// Whether there is haptic feedback, once for each letter reached.
    public let isFelt: Bool
  }

  /// A letter, and the row that it leads to.
  public struct Letter: Hashable, Sendable {
    /// A letter of the collation, or "#".
    public let title: String
    /// The first row of the letter's heading, or of the next one; the last row if none follows.
    public let row: Int
  }

  /// The letters, "#" last.
  public let letters: [Letter]
  private var current: Int?

  /// Creates the letters of `list`; `nil` where the list is not alphabetical.
  ///
  /// A letter without names leads to the next one that has names.
  public init?(_ list: ContactList) {
    guard list.options.showsScrubber else { return nil }
    let isReversed = list.options.sort == .nameDescending
    let titles = (isReversed ? list.letters.reversed() : list.letters) + ["#"]
    var next = list.count
    let last = max(0, list.count - 1)
    var letters: [Letter] = []
    for title in titles.reversed() {
      next = list.start(of: title) ?? next
      letters.append(Letter(title: title, row: min(next, last)))
    }
    self.letters = letters.reversed()
  }

  /// Moves the finger to a letter.
  public mutating func touch(_ place: Int) -> Jump? {
    guard letters.indices.contains(place) else { return nil }
    defer { current = place }
    return Jump(row: letters[place].row, isFelt: current != place)
  }

  /// Lifts the finger.
  public mutating func lift() { current = nil }
}

extension ContactRules {
  static let scrubber: [Rule] = [
    Rule("IDX-02", "A letter leads to its heading, and a moving finger from letter to letter."),
    Rule("IDX-04", "Every new letter is felt once; staying on one is not felt."),
  ]
}
