import Vocabulary

extension HomeTap {
  /// The name of the event that logs the tap; `nil` where the document lists none.
  public var eventName: String? { loggedEvent?.rawValue }

  private var loggedEvent: HomeEvent.Name? {
    switch self {
    case .contactRow, .searchResult: .contactSelected
    case .enrichmentCard: .enrichmentViewed
    case .upcomingView: .upcomingAnswered
    case .seeAll(.recentlyAdded): nil
    case .seeAll: .sectionTapped
    case .merge, .notSame, .skip: .duplicateAnswered
    case .enterSearch: .searchActivated
    case .reviewCircle: .suggestionAnswered
    case .circleChip: .filterChanged
    case .scoreCard: .scoreCardTapped
    case .add: .addTapped
    case .recentCard, .cancelSearch, .addToCircle, .moreSections: nil
    }
  }
}

extension SectionRules {
  static let silence: [Rule] = [
    Rule("ANA-25", "What the document lists no event for is not logged: no event is made up.")
  ]
}
