import Vocabulary

extension HomeEvent {
  /// A property of a logged event.
  public struct Property: Hashable, Sendable {
    /// The name that is logged, in lower snake case.
    public let name: String
    /// The value in the unit that is logged, such as whole per cent.
    public let value: Value

    init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a property, by its type in the log.
  public enum Value: Hashable, Sendable {
    /// An id, a choice, a link or a circle's name.
    case text(String)
    /// Several words: the types of the evidence for a pair.
    case texts([String])
    /// A count, a position from 1, a percentage, a score or a time in the unit that the name
    /// states.
    case number(Int)
    /// Yes or no.
    case flag(Bool)
  }

  /// The properties in the order of the document.
  public var properties: [Property] {
    switch self {
    case .viewed(let sections, let contacts, let badge):
      [
        count("smart_section_count", sections), count("contact_count", contacts),
        Property("has_badge", .flag(badge > 0)), count("badge_count", badge),
      ]
    case .pulledToRefresh(let age):
      [count("last_sync_age_seconds", Int(age.milliseconds / 1_000))]
    case .syncCompleted(let contacts, let duplicates, let enrichments, let took):
      [
        count("new_contacts", contacts), count("new_dedup", duplicates),
        count("new_enrichments", enrichments), count("duration_ms", Int(took.milliseconds)),
      ]
    case .sectionViewed(let kind, let items, let place):
      [kind.property, count("item_count", items), count("position", place + 1)]
    case .sectionTapped(let kind, let touch): [kind.property, text("action", touch.rawValue)]
    case .sectionDismissed(let kind, let hiding):
      [kind.property, text("dismiss_type", hiding.dismissal)]
    case .duplicateAnswered(let answer, let confidence, let evidence):
      [
        text("action", answer.rawValue), count("confidence", Int((confidence * 100).rounded())),
        Property("evidence_types", .texts(evidence)),
      ]
    case .enrichmentViewed(let contact, let fields):
      [text("contact_id", contact), count("enriched_fields_count", fields)]
    case .suggestionAnswered(let answer, let circle, let contacts):
      [
        text("action", answer.rawValue), text("circle_name", circle),
        count("contact_count", contacts),
      ]
    case .scoreCardTapped(let score, let delta):
      [count("score_current", score), count("score_delta", delta)]
    case .upcomingAnswered(let answer, let event):
      [text("action", answer.rawValue), text("event_type", event.rawValue)]
    case .contactSelected(let contact, let isEnriched, let circles, let place, let grouping):
      [
        text("contact_id", contact), Property("has_enrichment", .flag(isEnriched)),
        count("circle_count", circles), count("list_position", place + 1),
        text("grouping_mode", grouping.snakeCase),
      ]
    case .searchActivated(let contacts, let sections):
      [count("contact_count", contacts), count("smart_section_count", sections)]
    case .filterChanged(let grouping, let sort, let circles):
      [
        text("group_by", grouping.snakeCase), text("sort_by", sort.snakeCase),
        count("circle_filter_count", circles),
      ]
    case .multiSelectStarted(let contacts): [count("contact_count", contacts)]
    case .bulkActionCompleted(.addToCircle(let circle), let selected):
      [
        text("action", "add_to_circle"), count("selected_count", selected),
        text("target_circle", circle),
      ]
    case .bulkActionCompleted(.delete, let selected):
      [text("action", "delete"), count("selected_count", selected)]
    case .linkHandled(let url, let section, let contact):
      [text("url", url)] + optional("section", section?.linkName) + optional("contact_id", contact)
    case .addTapped, .linkFailed, .onboardingCompleted: []
    }
  }

  private func text(_ name: String, _ value: String) -> Property { Property(name, .text(value)) }
  private func count(_ name: String, _ value: Int) -> Property { Property(name, .number(value)) }

  private func optional(_ name: String, _ value: String?) -> [Property] {
    value.map { [text(name, $0)] } ?? []
  }
}

extension SectionKind {
  fileprivate var property: HomeEvent.Property {
    HomeEvent.Property("section_type", .text(eventName))
  }
}

extension SectionRules {
  static let eventFields: [Rule] = [
    Rule("ANA-22", "A sync's age is given in seconds, its length in milliseconds."),
    Rule("ANA-23", "Events carry ids, counts and choices, and nothing that names a contact."),
    Rule("ANA-24", "Names are in lower snake case, confidence in per cent, positions from 1."),
  ]
}

extension HomeEvent {
  /// The properties without text that a user wrote or received.
  ///
  /// The circle is left out, of which an event may have the name, and the part of a link after its
  /// host.
  public var redacted: [Property] {
    properties.compactMap { property in
      switch (property.name, property.value) {
      case ("circle_name", _), ("target_circle", _): nil
      case ("url", .text(let url)): Property("url", .text(Self.host(of: url)))
      default: property
      }
    }
  }

  /// Returns the host of a link; empty for a text that is no link.
  private static func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    return String(url[..<scheme.upperBound])
      + url[scheme.upperBound...].prefix { !"/?#".contains($0) }
  }
}

extension SectionRules {
  static let redaction: [Rule] = [
    Rule("ANA-26", "Redacted, an event has no circle's name, and of a link its host alone.")
  ]
}
