public import Vocabulary

/// The destination of a tap on the home tab.
public enum HomeRoute: Hashable, Sendable {
  case push(Page)
  case sheet(Sheet)
  case switchTab(Tab)
  /// The same screen, with a possible change of state.
  case stay

  /// A page on the stack of the home tab.
  public enum Page: Hashable, Sendable {
    case contactDetail(id: String)
    case dedupReview
    /// The full list of a section.
    case all(SectionKind)
  }

  public enum Sheet: String, CaseIterable, Sendable {
    case circleConfirmation
    case circlePicker
    /// With a navigation stack of its own.
    case newContact

    public var isFullHeight: Bool { self == .newContact }
  }

  public enum Tab: String, CaseIterable, Sendable {
    case score
  }
}

/// A control of the home tab.
public enum HomeTap: Hashable, Sendable {
  case contactRow(id: String)
  case recentCard(id: String)
  case enrichmentCard(id: String)
  case upcomingView(id: String)
  /// The link to the items of a section without a card.
  case seeAll(SectionKind)
  case merge
  case notSame
  case skip
  case enterSearch
  case cancelSearch
  case searchResult(id: String)
  case reviewCircle
  case circleChip
  case addToCircle
  case scoreCard
  case add
  /// The link to the sections beyond the third.
  case moreSections
}

extension HomeTap {
  public var route: HomeRoute {
    switch self {
    case .contactRow(let id), .recentCard(let id), .enrichmentCard(let id), .upcomingView(let id),
      .searchResult(let id):
      .push(.contactDetail(id: id))
    case .seeAll(.needsAttention): .push(.dedupReview)
    case .seeAll(let kind): .push(.all(kind))
    case .merge, .notSame, .skip, .enterSearch, .cancelSearch, .circleChip, .moreSections: .stay
    case .reviewCircle: .sheet(.circleConfirmation)
    case .addToCircle: .sheet(.circlePicker)
    case .scoreCard: .switchTab(.score)
    case .add: .sheet(.newContact)
    }
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .contactRow: "RTE-01"
    case .recentCard: "RTE-02"
    case .enrichmentCard: "RTE-03"
    case .upcomingView: "RTE-04"
    case .seeAll(.needsAttention): "RTE-05"
    case .seeAll(.recentlyAdded): "RAD-07"
    case .seeAll, .moreSections: "RTE-15"
    case .merge, .notSame, .skip: "RTE-06"
    case .enterSearch, .cancelSearch: "RTE-07"
    case .searchResult: "RTE-08"
    case .reviewCircle: "RTE-09"
    case .circleChip: "RTE-10"
    case .addToCircle: "RTE-11"
    case .scoreCard: "RTE-12"
    case .add: "RTE-13"
    }
  }
}

extension SectionRules {
  static let routes: [Rule] = [
    Rule("RAD-07", "\"+N more\" pushes the list of all new contacts."),
    Rule("RAD-08", "A new contact's card pushes the contact."),
    Rule("ENR-07", "An update's card, or its \"View\", pushes the contact."),
    Rule("SCO-07", "A tap on the score's card switches to the score's tab."),
    Rule("RTE-01", "A row of the list pushes the contact."),
    Rule("RTE-02", "So does a card of Recently Added."),
    Rule("RTE-03", "So does a card of Enrichment Updates."),
    Rule("RTE-04", "So does \"View\" of an upcoming event."),
    Rule("RTE-05", "\"See All\" of Needs Attention pushes the review of duplicates."),
    Rule("RTE-06", "Merge, Not Same and Skip lead nowhere else."),
    Rule("DUP-07", "Whatever is said of a pair, its card leaves in place."),
    Rule("RTE-07", "Nor do beginning a search and giving it up."),
    Rule("RTE-08", "A found contact is pushed."),
    Rule("RTE-09", "Reviewing a circle is a half-sheet."),
    Rule("RTE-10", "A circle's chip leads nowhere else."),
    Rule("RTE-11", "Choosing a circle for many is a half-sheet."),
    Rule("RTE-12", "The score's card switches the tab and pushes nothing."),
    Rule("RTE-13", "A new contact is a sheet of full height with a stack of its own."),
    Rule("RTE-14", "A tap pushes, opens a sheet, switches the tab, or stays."),
    Rule("RTE-15", "Other links to more push the section's list; more sections open in place."),
  ]
}
