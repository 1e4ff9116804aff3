import AddressBooks
import HomeSections
import Vocabulary

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
