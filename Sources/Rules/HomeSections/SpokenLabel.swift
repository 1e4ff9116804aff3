public import Vocabulary

/// The label of an element for a screen reader.
public struct SpokenLabel: Hashable, Sendable {
  /// The words that name the element, in English.
  public let label: String
  /// The words on what the element does, spoken after the label; `nil` where there are none.
  public let hint: String?

  init(_ label: String, hint: String? = nil) {
    self.label = label
    self.hint = hint
  }
}

extension SpokenLabel {
  /// Returns the label of the tab's title: "Rin, Home".
  public static func navigationTitle(app: String) -> SpokenLabel {
    SpokenLabel(worded("\(app), Home"))
  }
  /// The label of the button for a new contact.
  public static var add: SpokenLabel {
    SpokenLabel(worded("Add contact"), hint: worded("Creates a new contact"))
  }
  /// The label of the search bar.
  public static var search: SpokenLabel {
    SpokenLabel(worded("Search contacts"), hint: worded("Search by name, phone, or email"))
  }
  /// The label of the button for grouping, order and filter.
  public static var filter: SpokenLabel {
    SpokenLabel(worded("Filter and sort contacts"), hint: worded("Opens filter options"))
  }
  /// The label of pulling down to sync; it has no hint.
  public static var refresh: SpokenLabel { SpokenLabel(worded("Pull to refresh contacts")) }

  /// Returns the label of a section's header; `nil` for the score, which has none.
  public static func header(_ kind: SectionKind, items: Int) -> SpokenLabel? {
    kind.header.map {
      let name = $0.prefix(1) + $0.dropFirst().lowercased()
      return SpokenLabel(
        "\(name), \(counted(items))", hint: worded("Double tap to expand or collapse"))
    }
  }

  /// Returns the label of a pair's card; `confidence` is from 0 to 1, and spoken in whole per cent.
  public static func duplicate(_ first: String, _ second: String, confidence: Double)
    -> SpokenLabel
  {
    let percent = Int((confidence * 100).rounded())
    return SpokenLabel(
      worded("Possible duplicate, \(first) and \(second), \(percent) percent match"),
      hint: worded("Actions available: merge, not the same, skip"))
  }

  /// Returns the label of a row: the name, its second line, and the circles, if there are any.
  public static func row(_ name: String, subtitle: String, circles: [String]) -> SpokenLabel {
    let place = circles.isEmpty ? "" : worded(", in \(circles.joined(separator: ", "))")
    return SpokenLabel(
      "\(name), \(subtitle)\(place)", hint: worded("Double tap to view contact details"))
  }

  /// Returns the label of a row's dots; `nil` without any.
  public static func dots(_ circles: [String]) -> SpokenLabel? {
    circles.isEmpty ? nil : SpokenLabel(worded("Member of \(circles.joined(separator: ", "))"))
  }

  /// Returns the label of the mark of a network addition.
  public static func enrichment(app: String) -> SpokenLabel {
    SpokenLabel(worded("Has enriched information from \(app)"))
  }

  /// Returns the label of the tab with its badge; it gives the full number also where 99+ is drawn.
  public static func tab(_ badge: TabBadge) -> SpokenLabel {
    guard badge.count > 0 else { return SpokenLabel(worded("Home")) }
    return SpokenLabel(
      badge.count == 1
        ? worded("Home, 1 item needs attention")
        : worded("Home, \(badge.count) items need attention"))
  }

  /// Returns the label of a row's box while several contacts are selected.
  public static func checkbox(_ name: String, isSelected: Bool) -> SpokenLabel {
    SpokenLabel(
      isSelected ? worded("\(name), selected") : worded("\(name), not selected"),
      hint: worded("Double tap to toggle selection"))
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? worded("1 item") : worded("\(count) items")
  }
}

extension SectionRules {
  static let spoken: [Rule] = [
    Rule("VOX-01", "The title is \"Rin, Home\"."),
    Rule("VOX-02", "The button for a new contact is \"Add contact\"."),
    Rule("VOX-03", "The search bar is \"Search contacts\"."),
    Rule("VOX-04", "A header is its name and \"5 items\"."),
    Rule("VOX-05", "A pair is both names and how many per cent they match."),
    Rule("VOX-06", "A row is name, second line, and \"in\" its circles."),
    Rule("VOX-07", "The dots are \"Member of\" the circles."),
    Rule("VOX-08", "The mark is \"Has enriched information from Rin\"."),
    Rule("VOX-09", "The tab is \"Home, 3 items need attention\"."),
    Rule("VOX-10", "The filter is \"Filter and sort contacts\"."),
    Rule("VOX-11", "A box is the name, and \"selected\" or \"not selected\"."),
    Rule("VOX-12", "Pulling is \"Pull to refresh contacts\"."),
    Rule("VOX-20", "A count of one is spoken in the singular; a row in no circle has none."),
  ]
}

/// The animations of the home tab, with variants for reduced motion.
///
/// An app needs it to animate as the user's setting for motion allows.
public enum Motion: String, CaseIterable, Sendable {
  /// The card of a pair slides away.
  case slide
  /// The card of a pair fades, where motion is reduced.
  case fade
  /// The arrow of the score's card appears with an animation.
  case animated
  /// A section expands and collapses with a spring.
  case spring
  /// The refresh spinner of the app's own design.
  case custom
  /// The system's own.
  case standard
  /// The change is immediate, where motion is reduced.
  case none

  /// Returns the animation with which the card of a pair leaves.
  public static func cardLeaves(reduced: Bool) -> Motion { reduced ? .fade : .slide }
  /// The duration of that animation, with the design's name for it.
  public static let cardLeavesIn = Interval.milliseconds(250)
  /// The design's name of that duration.
  public static let cardLeavesToken = "rin.motion.dedupDismiss"
  /// Returns the animation with which the arrow of the score's card appears.
  public static func scoreArrow(reduced: Bool) -> Motion { reduced ? .none : .animated }
  /// Returns the animation with which a section expands and collapses.
  public static func sectionToggles(reduced: Bool) -> Motion { reduced ? .none : .spring }
  /// Returns the animation of the refresh spinner.
  public static func refreshSpins(reduced: Bool) -> Motion { reduced ? .standard : .custom }
}

extension SectionRules {
  static let motion: [Rule] = [
    Rule("DUP-08", "The card of a pair takes 250 ms to leave."),
    Rule("VOX-16", "With reduced motion a card fades instead of sliding away."),
    Rule("VOX-17", "With reduced motion the score's arrow stands still."),
    Rule("VOX-18", "With reduced motion sections open at once, and the spinner is the system's."),
  ]
}

/// The label of a container on the screen for a screen reader.
///
/// An app needs it to label its views for VoiceOver.
public enum SpokenArea: Hashable, Sendable {
  /// The sections above the list, all together.
  case smartSections
  /// A section of the list: a letter, `#` or a circle.
  case listSection(String, contacts: Int)
  /// The toolbar of selected contacts, with their number.
  case batchActions(selected: Int)

  /// The text that is spoken, in English.
  public var label: String {
    switch self {
    case .smartSections: worded("Smart sections")
    case .listSection(let name, let contacts):
      contacts == 1
        ? worded("Section \(name), 1 contact") : worded("Section \(name), \(contacts) contacts")
    case .batchActions(let selected): worded("Batch actions, \(selected) selected")
    }
  }
}

/// The mark of a network addition: a shape of its own, and words.
public struct EnrichmentMark: Hashable, Sendable {
  /// The system's symbol.
  public static let symbol = "sparkles"
  /// The words for the mark, which are spoken.
  public let label: SpokenLabel

  /// Creates the mark of the app named `app`.
  public init(app: String) { label = .enrichment(app: app) }
}

extension SectionRules {
  static let spokenAreas: [Rule] = [
    Rule("VOX-13", "The sections together are \"Smart sections\"."),
    Rule("VOX-14", "A section of the list is \"Section A, 12 contacts\"."),
    Rule("VOX-15", "The toolbar is \"Batch actions, 3 selected\"."),
    Rule("VOX-19", "The mark of enrichment is a shape and words, not a colour alone."),
  ]
}
