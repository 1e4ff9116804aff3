import Vocabulary

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
