import AddressBooks
import HomeSections
import Vocabulary

// Gestures on headers, taps on cards, links to more.
extension HomeModel {
  mutating func touch(
    _ gesture: SectionGesture, on kind: SectionKind, at now: Instant
  ) -> Answer {
    guard isVisible(kind, at: now) else { return Answer(.notShown) }
    let answer = shelf.receive(gesture, on: kind, at: now, zone: zone)
    var result = decided(answer.rule)
    switch answer {
    case .collapsed: result.events = [.sectionTapped(kind, .collapse)]
    case .expanded: result.events = [.sectionTapped(kind, .expand)]
    case .hidden(let hiding): result.events = [.sectionDismissed(kind, hiding)]
    case .offered(let choices): result.offered = choices.map(\.rawValue)
    case .nothing: return Answer(.noHeader)
    }
    return result
  }

  mutating func showAgain(_ kind: SectionKind) -> Answer {
    shelf.unhide(kind)
    return decided("HID-07")
  }

  mutating func seeAll(_ kind: SectionKind, at now: Instant) -> Answer {
    let input = input(narrowed: search.isNarrowing)
    let evaluation = evaluation(of: input, at: now)
    guard isVisible(kind, at: now) else { return Answer(.notShown) }
    guard !shelf.isCollapsed(kind), evaluation.contents.furtherLink(kind, in: input.matters) != nil
    else { return Answer(.noLink) }
    if kind == .enrichmentUpdates { home.viewAll() }
    let tap = HomeTap.seeAll(kind)
    return tap.eventName == nil ? Answer(tap) : Answer(tap, .sectionTapped(kind, .seeAll))
  }

  mutating func showMore(at now: Instant) -> Answer {
    let evaluation = evaluation(of: input(narrowed: search.isNarrowing), at: now)
    guard layout(of: evaluation).link != nil else { return Answer(.noLink) }
    showsAllSections = true
    return Answer(.moreSections)
  }

  mutating func see(_ kind: SectionKind, _ share: Double, at now: Instant) -> Answer {
    let evaluation = evaluation(of: input(narrowed: search.isNarrowing), at: now)
    guard let position = layout(of: evaluation).position(of: .section(kind)) else {
      return Answer(.notShown)
    }
    var answer = decided("ANA-05")
    if exposures[kind, default: SectionExposure()].note(visible: share, at: now) {
      answer.events = [
        .sectionViewed(kind, items: evaluation.contents.count(kind), place: position - 1)
      ]
    }
    return answer
  }

  private func isVisible(_ kind: SectionKind, at now: Instant) -> Bool {
    let evaluation = evaluation(of: input(narrowed: search.isNarrowing), at: now)
    return layout(of: evaluation).visible.contains(.section(kind))
  }

  /// Applies a tap on the card with that number, from 1, of a section that is open.
  mutating func tap(
    _ number: Int, of kind: SectionKind, _ action: CardAction, at now: Instant
  ) -> Answer {
    guard isVisible(kind, at: now) else { return Answer(.notShown) }
    let input = input(narrowed: search.isNarrowing)
    let contents = evaluation(of: input, at: now).contents
    guard !shelf.isCollapsed(kind), number >= 1, number <= contents.cards(kind) else {
      return Answer(.noSuchCard)
    }
    let place = number - 1
    return switch kind {
    case .needsAttention: answer(contents.attention[place], of: input, action, at: now)
    case .scoreChanged: action == .view ? tapScore() : Answer(.noSuchButton)
    case .upcoming: answer(contents.upcoming[place], of: input, action)
    case .recentlyAdded:
      action == .view
        ? Answer(.recentCard(id: input.name(contents.recent[place]))) : Answer(.noSuchButton)
    case .enrichmentUpdates:
      action == .view ? view(input.ids[contents.enriched[place]]) : Answer(.noSuchButton)
    case .suggestedCircles: answer(input.matters.proposals[contents.proposals[place]], action)
    }
  }

  private mutating func tapScore() -> Answer {
    guard let score else { return Answer(.noSuchCard) }
    self.score?.tap()
    return Answer(.scoreCard, .scoreCardTapped(score: score.score, delta: score.delta))
  }

  private mutating func view(_ id: ContactID) -> Answer {
    let fields = home.news[id]?.count ?? 0
    home.view(id)
    let name = String(id.rawValue)
    return Answer(.enrichmentCard(id: name), .enrichmentViewed(contact: name, fields: fields))
  }

  private mutating func answer(_ proposal: CircleProposal, _ action: CardAction) -> Answer {
    let contacts = proposal.contacts.count
    switch action {
    case .review:
      return Answer(
        .reviewCircle, .suggestionAnswered(.review, circle: proposal.name, contacts: contacts))
    case .dismiss:
      dismissed.dismiss(proposal)
      var answer = decided("SGC-09")
      answer.route = .stay
      answer.events = [.suggestionAnswered(.dismiss, circle: proposal.name, contacts: contacts)]
      return answer
    case .view, .merge, .notSame, .skip, .resolve, .notNow: return Answer(.noSuchButton)
    }
  }

  /// Adds the reviewed contacts to the circle of the card with that number.
  ///
  /// The documents list no event for it.
  mutating func confirm(
    _ number: Int, leavingOut gone: [ContactID], at now: Instant
  ) -> Answer {
    guard isVisible(.suggestedCircles, at: now) else { return Answer(.notShown) }
    let input = input(narrowed: search.isNarrowing)
    let contents = evaluation(of: input, at: now).contents
    guard !shelf.isCollapsed(.suggestedCircles), contents.proposals.indices.contains(number - 1)
    else { return Answer(.noSuchCard) }
    let proposal = input.matters.proposals[contents.proposals[number - 1]]
    var review = CircleReview(proposal)
    for contact in gone { review.toggle(contact.rawValue) }
    if let circle = UInt8(exactly: proposal.circle).flatMap({ CircleID(rawValue: $0) }) {
      home.add(review.confirmed.map { ContactID(rawValue: $0) }, to: circle)
    }
    proposals.removeAll { $0 == proposal }
    var answer = decided("SGC-08")
    answer.route = .stay
    return answer
  }

  private mutating func answer(
    _ item: SectionContents.UpcomingItem, of input: HomeInput, _ action: CardAction
  ) -> Answer {
    guard action == .view || action == .dismiss else { return Answer(.noSuchButton) }
    let kind: UpcomingCard.Event
    let contact: ContactID
    switch item {
    case .birthday(let place, let date):
      (kind, contact) = (.birthday, input.ids[place])
      if action == .dismiss, let own = home.place(of: contact) {
        home.facts[own].dismissBirthday(of: date)
      }
    case .reminder(let place, _):
      (kind, contact) = (.reminder, input.reminders[place].contact)
      if action == .dismiss, let own = reminders.firstIndex(of: input.reminders[place]) {
        reminders[own].reminder.dismiss()
      }
    }
    if action == .view {
      return Answer(
        .upcomingView(id: String(contact.rawValue)), .upcomingAnswered(.view, kind))
    }
    var answer = decided(kind == .birthday ? "UPC-11" : "UPC-13")
    answer.route = .stay
    answer.events = [.upcomingAnswered(.dismiss, kind)]
    return answer
  }
}

extension HomeInput {
  /// Returns the id of the contact at a place, as links have it.
  func name(_ place: Int) -> String { String(ids[place].rawValue) }
}
