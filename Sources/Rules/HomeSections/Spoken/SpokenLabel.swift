import Vocabulary

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
  public static func navigationTitle(app: String) -> SpokenLabel { SpokenLabel("\(app), Home") }
  /// The label of the button for a new contact.
  public static let add = SpokenLabel("Add contact", hint: "Creates a new contact")
  /// The label of the search bar.
  public static let search = SpokenLabel(
    "Search contacts", hint: "Search by name, phone, or email")
  /// The label of the button for grouping, order and filter.
  public static let filter = SpokenLabel(
    "Filter and sort contacts", hint: "Opens filter options")
  /// The label of pulling down to sync; it has no hint.
  public static let refresh = SpokenLabel("Pull to refresh contacts")

  /// Returns the label of a section's header; `nil` for the score, which has none.
  public static func header(_ kind: SectionKind, items: Int) -> SpokenLabel? {
    kind.header.map {
      let name = $0.prefix(1) + $0.dropFirst().lowercased()
      return SpokenLabel(
        "\(name), \(counted(items, "item"))", hint: "Double tap to expand or collapse")
    }
  }

  /// Returns the label of a pair's card; `confidence` is from 0 to 1, and spoken in whole per cent.
  public static func duplicate(_ first: String, _ second: String, confidence: Double)
    -> SpokenLabel
  {
    let percent = Int((confidence * 100).rounded())
    return SpokenLabel(
      "Possible duplicate, \(first) and \(second), \(percent) percent match",
      hint: "Actions available: merge, not the same, skip")
  }

  /// Returns the label of a row: the name, its second line, and the circles, if there are any.
  public static func row(_ name: String, subtitle: String, circles: [String]) -> SpokenLabel {
    let place = circles.isEmpty ? "" : ", in \(circles.joined(separator: ", "))"
    return SpokenLabel(
      "\(name), \(subtitle)\(place)", hint: "Double tap to view contact details")
  }

  /// Returns the label of a row's dots; `nil` without any.
  public static func dots(_ circles: [String]) -> SpokenLabel? {
    circles.isEmpty ? nil : SpokenLabel("Member of \(circles.joined(separator: ", "))")
  }

  /// Returns the label of the mark of a network addition.
  public static func enrichment(app: String) -> SpokenLabel {
    SpokenLabel("Has enriched information from \(app)")
  }

  /// Returns the label of the tab with its badge; it gives the full number also where 99+ is drawn.
  public static func tab(_ badge: TabBadge) -> SpokenLabel {
    guard badge.count > 0 else { return SpokenLabel("Home") }
    let need = badge.count == 1 ? "needs" : "need"
    return SpokenLabel("Home, \(counted(badge.count, "item")) \(need) attention")
  }

  /// Returns the label of a row's box while several contacts are selected.
  public static func checkbox(_ name: String, isSelected: Bool) -> SpokenLabel {
    SpokenLabel(
      "\(name), \(isSelected ? "selected" : "not selected")",
      hint: "Double tap to toggle selection")
  }

  /// Returns "1 item", "2 items".
  static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
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
