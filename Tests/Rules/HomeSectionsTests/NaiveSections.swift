import HomeSections
import Vocabulary

/// The sections of a home, found the slow way: filter everything, sort everything, take the first.
struct NaiveSections {
  var attention: [SectionContents.AttentionItem]
  var upcoming: [SectionContents.UpcomingItem]
  var recent: [Int]
  var enriched: [Int]
  var proposals: [Int]
  var counts: [Int]
  var shown: [SectionKind]
  var badge: Int

  init(_ home: Home) {
    let (contacts, matters) = (home.contacts, home.matters)
    let places = contacts.indices
    func firsts(_ places: [Int], _ most: Int, by key: (Int) -> Int64) -> [Int] {
      // A stable sort: equal keys keep their order.
      Array(places.sorted { (key($0), $0) < (key($1), $1) }.prefix(most))
    }
    let new = places.filter { home.now - contacts[$0].addedAt < .days(7) }
    recent = firsts(new, 20) { -contacts[$0].addedAt.milliseconds }
    let updated = places.filter { contacts[$0].enrichedAt != nil }
    enriched = firsts(updated, 2) { -(contacts[$0].enrichedAt?.milliseconds ?? 0) }
    proposals = firsts(Array(matters.proposals.indices), 2) {
      -Int64(matters.proposals[$0].contacts.count)
    }
    let incomplete = places.filter { contacts[$0].isIncomplete }
    let pairs = matters.suggestions.indices.filter {
      (0.70..<0.95).contains(matters.suggestions[$0].confidence)
    }
    let open = pairs.filter { !matters.suggestions[$0].isSkipped }
    let surest = firsts(open, open.count) {
      -Int64(matters.suggestions[$0].confidence * 1_000)
    }
    let items =
      (0..<matters.conflicts).map { SectionContents.AttentionItem.conflict($0) }
      + surest.map { .suggestion($0) } + incomplete.map { .incomplete($0) }
    attention = Array(items.prefix(2))
    badge = matters.conflicts + pairs.count
    let events = Self.events(home)
    upcoming = Array(events.prefix(3))
    counts = [
      items.count, (matters.score?.delta ?? 0) == 0 ? 0 : 1, events.count, new.count,
      updated.count, matters.proposals.reduce(0) { $0 + $1.contacts.count },
    ]
    let counted = counts
    shown = SectionKind.allCases.filter { kind in
      guard home.shelf.hiding(of: kind, at: home.now) == nil else { return false }
      if kind == .scoreChanged {
        guard let watch = matters.score, let changed = watch.changedAt else { return false }
        return watch.delta != 0 && home.now - changed < .hours(48)
      }
      return counted[Int(kind.rawValue)] >= (kind == .suggestedCircles ? 3 : 1)
    }
  }

  /// Every event of the next days, found by asking of each day whose it is.
  private static func events(_ home: Home) -> [SectionContents.UpcomingItem] {
    typealias Event = (at: Instant, rank: Int, place: Int, item: SectionContents.UpcomingItem)
    let today = CivilDate(of: home.now, in: home.zone)
    var events: [Event] = []
    for ahead in 0...7 {
      let date = today.adding(days: Int64(ahead))
      let isLeap = CivilDate(year: date.year, month: 2, day: 29).isReal
      for place in home.contacts.indices {
        let contact = home.contacts[place]
        var days = [YearDay(month: date.month, day: date.day)]
        if date.month == 2, date.day == 28, !isLeap { days.append(YearDay(month: 2, day: 29)) }
        guard days.contains(contact.birthday), contact.birthday != .none,
          contact.dismissedYear != date.year
        else { continue }
        events.append((date.start(in: home.zone), 0, place, .birthday(place, on: date)))
      }
      for (place, reminder) in home.matters.reminders.enumerated()
      where !reminder.isComplete && CivilDate(of: reminder.due, in: home.zone) == date {
        events.append((reminder.due, 1, place, .reminder(place, on: date)))
      }
    }
    return events.sorted { ($0.at, $0.rank, $0.place) < ($1.at, $1.rank, $1.place) }.map(\.item)
  }
}
