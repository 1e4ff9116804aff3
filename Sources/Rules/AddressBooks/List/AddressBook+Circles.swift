import Vocabulary

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
    let rest = circles.first(where: \.holdsEveryone)?.title ?? "Contacts"
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
