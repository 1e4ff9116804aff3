import HomeSections
import TestSupport
import Vocabulary

/// A home tab to try things on: what an app keeps, and an evaluation of it.
struct Home {
  var contacts: [SectionContact] = []
  var matters = SectionMatters()
  var shelf = SectionShelf()
  var policy = HomePolicy.rin
  var now = noon(100)
  var zone = CivilZone.utc

  var evaluation: SectionEvaluation {
    policy.evaluate(contacts.span, matters, shelf: shelf, at: now, zone: zone)
  }

  var shown: [SectionKind] { evaluation.shown.members }

  var layout: SectionLayout { SectionLayout(evaluation) }
}

extension Home {
  /// A home in which exactly these sections have something to show.
  static func with(_ kinds: SectionKind.Set) -> Home {
    var home = Home()
    if kinds.contains(.needsAttention) { home.matters.conflicts = 1 }
    if kinds.contains(.scoreChanged) {
      home.matters.score = ScoreWatch(score: 69)
      home.matters.score?.receive(72, at: home.now)
    }
    if kinds.contains(.upcoming) { home.contacts.append(.old(born: (4, 13))) }
    if kinds.contains(.recentlyAdded) {
      home.contacts.append(SectionContact(addedAt: home.now - .days(2)))
    }
    if kinds.contains(.enrichmentUpdates) { home.contacts.append(.enriched(at: home.now)) }
    if kinds.contains(.suggestedCircles) { home.matters.proposals = [.colleagues(1...3)] }
    return home
  }

  /// Every way in which sections can have something to show.
  static let subsets = (0..<64).map { bits in
    SectionKind.Set(SectionKind.allCases.filter { bits >> Int($0.rawValue) & 1 == 1 })
  }
}

extension SectionContact {
  /// A contact that came long ago; `born` is a month and a day.
  static func old(born: (Int, Int)? = nil) -> SectionContact {
    SectionContact(
      addedAt: noon(0),
      birthday: born.flatMap { YearDay(month: $0.0, day: $0.1) } ?? .none)
  }

  static func enriched(fields: Int = 1, at now: Instant) -> SectionContact {
    var contact = SectionContact.old()
    contact.receive(fields: fields, from: .network, at: now)
    return contact
  }

  static let incomplete = SectionContact(addedAt: noon(0), isReachable: false)
}

extension CircleProposal {
  /// The people of these numbers, who all have an address at Acme, for the circle of colleagues.
  static func colleagues(_ ids: ClosedRange<UInt64>) -> CircleProposal {
    let people = ids.map { CirclePattern.Person(id: $0, domains: ["acme.com"]) }
    guard
      let proposal = CircleProposal(
        circle: 3, name: "Colleagues", emoji: "💼", pattern: .domain("acme.com"), among: people)
    else { preconditionFailure("nobody to propose") }
    return proposal
  }
}
