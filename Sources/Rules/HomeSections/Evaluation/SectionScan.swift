import Vocabulary

/// The result of one pass over the contacts for the sections.
struct SectionScan {
  var incomplete = Leading(SectionKind.needsAttention.inlineCards)
  var incompleteCount = 0
  var recent = Leading(SectionKind.recentlyAdded.inlineCards)
  var recentCount = 0
  var enriched = Leading(SectionKind.enrichmentUpdates.inlineCards)
  var enrichedCount = 0
  var birthdays = Leading(SectionKind.upcoming.inlineCards)
  var birthdayCount = 0

  /// Reads every contact once; allocates nothing for any of them.
  init(_ contacts: Span<SectionContact>, at now: Instant, zone: CivilZone) {
    let window = UpcomingWindow(at: now, zone: zone)
    let newSince = now - SectionContact.newFor
    for place in contacts.indices {
      let contact = contacts[place]
      if contact.addedAt > newSince {
        recentCount += 1
        recent.offer(place, key: -contact.addedAt.milliseconds)
      }
      if contact.newFields > 0 {
        enrichedCount += 1
        enriched.offer(place, key: -contact.enriched.milliseconds)
      }
      if contact.isIncomplete {
        incompleteCount += 1
        incomplete.offer(place, key: 0)
      }
      if window.mayHold(contact.birthday) { look(at: contact, place, within: window) }
    }
  }

  private mutating func look(
    at contact: SectionContact, _ place: Int, within window: UpcomingWindow
  ) {
    guard let date = window.date(of: contact.birthday), Int(contact.dismissedYear) != date.year
    else { return }
    birthdayCount += 1
    birthdays.offer(place, key: date.daysSinceEpoch)
  }
}

/// The first few of many: those with the least keys, of equal keys the first in place.
struct Leading {
  struct Entry: BitwiseCopyable {
    let key: Int64
    let place: Int
  }

  /// In order.
  private(set) var entries: [Entry] = []
  private let capacity: Int
  /// The key from which on entries are rejected; places only grow.
  private var bar = Int64.max

  init(_ capacity: Int) {
    self.capacity = capacity
    entries.reserveCapacity(capacity)
  }

  var places: [Int] { entries.map(\.place) }

  /// Adds the next place, if its key is small enough; places must ascend.
  @inline(__always)
  mutating func offer(_ place: Int, key: Int64) {
    if key < bar || entries.count < capacity { take(Entry(key: key, place: place)) }
  }

  private mutating func take(_ entry: Entry) {
    if entries.count < capacity { entries.append(entry) }
    var slot = entries.count - 1
    while slot > 0, entry.key < entries[slot - 1].key {
      entries[slot] = entries[slot - 1]
      slot -= 1
    }
    entries[slot] = entry
    if entries.count == capacity { bar = entries[capacity - 1].key }
  }
}

extension SectionContents {
  init(_ scan: SectionScan, _ matters: SectionMatters, at now: Instant, zone: CivilZone) {
    counts = Array(repeating: 0, count: SectionKind.allCases.count)
    recent = scan.recent.places
    enriched = scan.enriched.places
    set(.recentlyAdded, to: scan.recentCount)
    set(.enrichmentUpdates, to: scan.enrichedCount)
    set(.scoreChanged, to: matters.score.map { $0.delta == 0 ? 0 : 1 } ?? 0)
    findAttention(scan, matters)
    findUpcoming(scan, matters, at: now, zone: zone)
    findProposals(matters)
  }

  private mutating func set(_ kind: SectionKind, to count: Int) {
    counts[Int(kind.rawValue)] = count
  }

  private mutating func findAttention(_ scan: SectionScan, _ matters: SectionMatters) {
    let most = SectionKind.needsAttention.inlineCards
    var surest = Leading(most)
    var (open, skipped) = (0, 0)
    for (place, suggestion) in matters.suggestions.enumerated() where suggestion.needsReview {
      if suggestion.isSkipped {
        skipped += 1
        continue
      }
      open += 1
      // The bits of numbers from 0 to 1 sort as the numbers do.
      surest.offer(place, key: -Int64(bitPattern: suggestion.confidence.bitPattern))
    }
    suggestions = open
    undecided = matters.conflicts + open + skipped
    incomplete = scan.incompleteCount
    set(.needsAttention, to: matters.conflicts + open + scan.incompleteCount)
    attention = (0..<matters.conflicts).lazy.filter { !matters.conflictsPutOff.contains($0) }
      .prefix(most).map { .conflict($0) }
    attention += surest.places.map { .suggestion($0) }
    attention += scan.incomplete.places.map { .incomplete($0) }
    attention = Array(attention.prefix(most))
  }

  private mutating func findUpcoming(
    _ scan: SectionScan, _ matters: SectionMatters, at now: Instant, zone: CivilZone
  ) {
    let date = CivilDate(of: now, in: zone)
    let today = date.start(in: zone)
    let end = date.adding(days: Int64(UpcomingWindow.days) + 1).start(in: zone)
    var soonest = Leading(SectionKind.upcoming.inlineCards)
    var count = scan.birthdayCount
    for (place, reminder) in matters.reminders.enumerated()
    where !reminder.isComplete && reminder.due >= today && reminder.due < end {
      count += 1
      soonest.offer(place, key: reminder.due.milliseconds)
    }
    set(.upcoming, to: count)
    // A birthday lasts all day, and so comes before the day's reminders.
    let birthdays = scan.birthdays.entries.map { entry in
      let date = CivilDate(daysSinceEpoch: entry.key)
      return (date.start(in: zone), UpcomingItem.birthday(entry.place, on: date))
    }
    let reminders = soonest.entries.map { entry in
      let due = Instant(milliseconds: entry.key)
      return (due, UpcomingItem.reminder(entry.place, on: CivilDate(of: due, in: zone)))
    }
    upcoming = Self.merged(birthdays, reminders)
  }

  private static func merged(
    _ birthdays: [(Instant, UpcomingItem)], _ reminders: [(Instant, UpcomingItem)]
  ) -> [UpcomingItem] {
    var (left, right) = (birthdays[...], reminders[...])
    var items: [UpcomingItem] = []
    while items.count < SectionKind.upcoming.inlineCards {
      guard let first = left.first else { return items + room(for: right, beside: items) }
      guard let second = right.first else { return items + room(for: left, beside: items) }
      items.append(first.0 <= second.0 ? left.removeFirst().1 : right.removeFirst().1)
    }
    return items
  }

  private static func room(
    for rest: ArraySlice<(Instant, UpcomingItem)>, beside items: [UpcomingItem]
  ) -> [UpcomingItem] {
    rest.prefix(SectionKind.upcoming.inlineCards - items.count).map(\.1)
  }

  private mutating func findProposals(_ matters: SectionMatters) {
    var largest = Leading(SectionKind.suggestedCircles.inlineCards)
    var contacts = 0
    for (place, proposal) in matters.proposals.enumerated() {
      contacts += proposal.contacts.count
      largest.offer(place, key: -Int64(proposal.contacts.count))
    }
    set(.suggestedCircles, to: contacts)
    proposals = largest.places
  }
}
