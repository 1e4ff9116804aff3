import AddressBooks
import HomeSections
public import Vocabulary

/// A time that a user of the home tab waits for at most.
public enum HomeBudget: String, CaseIterable, Sendable {
  /// From a launch to a list that scrolls.
  case interactive
  /// A frame of a scroll, at 60 a second.
  case frame
  /// The results of a search after a keystroke.
  case keystroke
  /// The sections in sight, from what is stored.
  case sections
  /// From a pull to the updated tab, for a sync of up to a hundred changes.
  case refresh

  /// The time in nanoseconds.
  public var nanoseconds: UInt64 {
    switch self {
    case .interactive: 500_000_000
    case .frame: 16_670_000
    case .keystroke: 100_000_000
    case .sections: 200_000_000
    case .refresh: 3_000_000_000
    }
  }

  /// The rule that sets the time.
  public var rule: RuleID {
    switch self {
    case .interactive: "HPF-01"
    case .frame: "HPF-02"
    case .keystroke: "HPF-03"
    case .sections: "HPF-04"
    case .refresh: "HPF-05"
    }
  }
}

extension ConflictRules {
  static let budgets: [Rule] = [
    Rule("HPF-01", "A launch takes less than 500 ms to a list that scrolls."),
    Rule("HPF-02", "A frame of a scroll takes less than 16.67 ms."),
    Rule("HPF-03", "A keystroke of a search takes less than 100 ms."),
    Rule("HPF-04", "The sections in sight take less than 200 ms."),
    Rule("HPF-05", "A pull to the updated tab takes less than 3 s, for up to a hundred changes."),
  ]
}

extension HomeModel {
  /// Applies `event`, and returns where it leads and what the app logs.
  public mutating func receive(_ event: Event, at now: Instant) -> Answer {
    guard profile.home.hasSections else { return Answer(.noSections) }
    return switch event {
    case .launched: launch(at: now)
    case .onboarded: arrive(at: now)
    case .foregrounded: foreground(at: now)
    case .appeared: appear(at: now)
    case .pulled: pull(at: now)
    case .synced(let report): finish(report, at: now)
    case .syncFailed: failSync(at: now)
    case .connectivityChanged(let isOnline): connect(isOnline, at: now)
    case .scored(let score, let tier): receive(score, tier, at: now)
    case .entered(let contact): enter(contact, at: now)
    case .reminded(let reminder): remind(reminder)
    case .background: background(at: now)
    case .prompt(let isWaiting): prompt(isWaiting, at: now)
    case .followed(let link): follow(link, at: now)
    case .gesture(let gesture, let kind): touch(gesture, on: kind, at: now)
    case .shownAgain(let kind): showAgain(kind)
    case .card(let place, let kind, let action): tap(place, of: kind, action, at: now)
    case .seeAll(let kind): seeAll(kind, at: now)
    case .moreSections: showMore(at: now)
    case .inSight(let kind, let share): see(kind, share, at: now)
    case .searchBegan: beginSearch(at: now)
    case .typed(let text): type(text)
    case .searchCancelled: cancelSearch()
    case .chosen(let choice): choose(choice)
    case .proposalConfirmed(let place, let gone): confirm(place, leavingOut: gone, at: now)
    case .selecting(let event): select(event, at: now)
    case .circlePicked(let circle): addSelected(to: circle)
    case .addTapped: Answer(.add, .addTapped)
    }
  }

  // MARK: The app

  private mutating func launch(at now: Instant) -> Answer {
    shelf.launch(under: profile.home)
    review.launch()
    conflictReview.launch()
    showsAllSections = false
    selection = MultiSelect()
    _ = cancelSearch()
    return foreground(at: now)
  }

  /// Logs the end of onboarding before the visit, whose first display opens the duplicates.
  private mutating func arrive(at now: Instant) -> Answer {
    let display = FirstDisplay(evaluation(of: input(narrowed: false), at: now))
    if let kind = display.expands { shelf.setCollapsed(false, kind, at: now) }
    var answer = appear(at: now)
    answer.rule = "OBH-02"
    answer.events.insert(.onboardingCompleted, at: 0)
    return answer
  }

  private mutating func foreground(at now: Instant) -> Answer {
    var answer = begin(.foreground, at: now)
    answer.badge = note(.foregrounded, at: now)
    return answer
  }

  private mutating func appear(at now: Instant) -> Answer {
    shelf.appear(at: now, zone: zone, under: profile.home)
    var answer = Answer()
    answer.badge = note(.visitedHome, at: now)
    answer.rule = "ANA-01"
    let picture = picture(at: now, rows: 0)
    answer.events = [
      .viewed(
        sections: shownSections(at: now, narrowed: search.isNarrowing), contacts: home.book.count,
        badge: picture.badge.count)
    ]
    score?.visit()
    return answer
  }

  /// The number of sections in place or behind the link.
  func shownSections(at now: Instant, narrowed isNarrowed: Bool) -> Int {
    evaluation(of: input(narrowed: isNarrowed), at: now).shown.count
  }

  private mutating func receive(_ points: Int, _ tier: String, at now: Instant) -> Answer {
    if score == nil { score = ScoreWatch(score: points) } else { score?.receive(points, at: now) }
    self.tier = tier
    return decided("SCO-10")
  }

  private mutating func enter(_ contact: Contact, at now: Instant) -> Answer {
    var contact = contact
    contact.source = .manual
    contact.addedAt = home.book[contact.id]?.addedAt ?? now
    contact.updatedAt = now
    home.apply([.put(contact)])
    if search.isNarrowing { found = search.type(search.text, in: home.book) }
    return decided("RAD-02")
  }

  private mutating func remind(_ reminder: HomeReminder) -> Answer {
    guard home.book[reminder.contact] != nil else { return Answer(.noSuchContact) }
    reminders.append(reminder)
    return decided("UPC-15")
  }

  private mutating func background(at now: Instant) -> Answer {
    guard patterns.isDue(at: now) else { return decided("SGC-12") }
    let own = circles.filter { !$0.holdsEveryone }.map {
      CirclePatternSearch.Circle(id: UInt64($0.id.rawValue), name: $0.name, emoji: $0.emoji)
    }
    proposals = patterns.run(
      own, among: home.book.contacts.map { CirclePattern.Person($0) }, at: now)
    return decided("SGC-12")
  }

  private mutating func prompt(_ isWaiting: Bool, at now: Instant) -> Answer {
    hasPrompt = isWaiting
    return decided("CNF-41")
  }

  private mutating func follow(_ link: String, at now: Instant) -> Answer {
    let input = input(narrowed: false)
    let evaluation = evaluation(of: input, at: now)
    guard
      let plan = HomeLink.follow(
        link, scheme: profile.app.scheme, layout: layout(of: evaluation), shelf: shelf,
        hasSuggestions: evaluation.contents.suggestions > 0)
    else { return Answer(.notOurLink) }
    var answer = decided(plan.rule)
    for step in plan.steps {
      switch step {
      case .log(let event): answer.events.append(event)
      case .expand(let kind): shelf.setCollapsed(false, kind, at: now)
      case .expandOverflow: showsAllSections = true
      case .push(let page): answer.route = .push(page)
      case .switchToHome, .popToRoot, .scroll, .pulse: break
      }
      if case .log = step { continue }
      answer.steps.append(step)
    }
    return answer
  }

  /// Returns an answer that only names its rule.
  func decided(_ rule: RuleID) -> Answer {
    var answer = Answer()
    answer.rule = rule
    return answer
  }

  /// Updates the badge for an occasion.
  mutating func note(_ occasion: TabBadge.Occasion, at now: Instant) -> TabBadge.Update {
    let items = badgeItems(at: now)
    return badge.note(occasion, items: items, while: connection)
  }
}

extension ConflictRules {
  static let home: [Rule] = [
    Rule("SCO-10", "A score of the daily batch that differs from the last brings its card."),
    Rule("UPC-14", "A birthday is the device's, or else the network's."),
    Rule("UPC-15", "A reminder is what the user wrote on the page of a contact."),
  ]
}
