import Vocabulary

extension HomeTap {
  /// The name of the event that logs the tap; `nil` where the document lists none.
  public var eventName: String? {
    switch self {
    case .contactRow, .searchResult: "home.contact_selected"
    case .enrichmentCard: "home.enrichment_viewed"
    case .upcomingView: "home.upcoming_action"
    case .seeAll(.recentlyAdded): nil
    case .seeAll: "home.section_tapped"
    case .merge, .notSame, .skip: "home.dedup_action"
    case .enterSearch: "home.search_activated"
    case .reviewCircle: "home.suggestion_action"
    case .circleChip: "home.filter_changed"
    case .scoreCard: "home.score_card_tapped"
    case .add: "home.add_contact_tapped"
    case .recentCard, .cancelSearch, .addToCircle, .moreSections: nil
    }
  }
}

extension SectionRules {
  static let silence: [Rule] = [
    Rule("ANA-25", "What the document lists no event for is not logged: no event is made up.")
  ]
}
