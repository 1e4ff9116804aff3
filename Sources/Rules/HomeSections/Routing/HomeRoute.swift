public import Vocabulary

/// The destination of a tap on the home tab.
public enum HomeRoute: Hashable, Sendable {
  /// A page is pushed onto the tab's navigation stack.
  case push(Page)
  /// A sheet is presented over the tab.
  case sheet(Sheet)
  /// Another tab is selected, and nothing is pushed.
  case switchTab(Tab)
  /// The same screen, with a possible change of state.
  case stay

  /// A page on the stack of the home tab.
  public enum Page: Hashable, Sendable {
    /// The page of the contact with this id.
    case contactDetail(id: String)
    /// The review of duplicates, which also lists conflicts and incomplete contacts.
    case dedupReview
    /// The full list of a section.
    case all(SectionKind)
  }

  /// A sheet over the home tab.
  public enum Sheet: String, CaseIterable, Sendable {
    /// The review of a proposed circle, before its contacts join.
    case circleConfirmation
    /// The choice of a circle for the selected contacts.
    case circlePicker
    /// With a navigation stack of its own.
    case newContact

    /// Whether the sheet takes the full height; the others take half of it.
    public var isFullHeight: Bool { self == .newContact }
  }

  /// A tab beside the home tab.
  public enum Tab: String, CaseIterable, Sendable {
    /// The tab of the user's score.
    case score
  }
}

/// A control of the home tab.
public enum HomeTap: Hashable, Sendable {
  /// A row of the list, of the contact with this id.
  case contactRow(id: String)
  /// A card of Recently Added, of the contact with this id.
  case recentCard(id: String)
  /// A card of Enrichment Updates, of the contact with this id.
  case enrichmentCard(id: String)
  /// "View" on a card of Upcoming, of the contact with this id.
  case upcomingView(id: String)
  /// The link to the items of a section without a card.
  case seeAll(SectionKind)
  /// "Merge" on the card of a pair.
  case merge
  /// "Not Same" on the card of a pair.
  case notSame
  /// "Skip" on the card of a pair.
  case skip
  /// The search bar.
  case enterSearch
  /// The button that ends a search.
  case cancelSearch
  /// A contact that a search found, by its id.
  case searchResult(id: String)
  /// "Review" on the card of a proposed circle.
  case reviewCircle
  /// A circle's chip in the filter.
  case circleChip
  /// "Add to Circle" in the toolbar of selected contacts.
  case addToCircle
  /// The card of a changed score.
  case scoreCard
  /// The button "+ Add".
  case add
  /// The link to the sections beyond the third.
  case moreSections
}

extension HomeTap {
  /// The destination of the tap, by the rule that `rule` names.
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
