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
