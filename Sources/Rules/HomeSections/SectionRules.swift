public import Vocabulary

/// The rule book of the home tab's sections, its badge, its routes, its events and its words.
public enum SectionRules {
  /// Every rule that this module decides, each beside its code.
  public static let all: [Rule] = [
    policy, kinds, texts, contacts, evaluation, attention, attentionCards, recent, enrichment,
    circles, patternSearch,
    circleReview, score, scoreCard, upcoming, upcomingCard, reminders, shelf, gestures, layout,
    badge, badgeUpdates, links, linkRoutes, contactPage, routes, arrival, events, eventFields,
    exposure, spoken, spokenAreas, motion, conflicts, attentionList, redaction, silence,
  ].flatMap { $0 }
}
