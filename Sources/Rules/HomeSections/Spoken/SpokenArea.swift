import Vocabulary

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
    case .smartSections: "Smart sections"
    case .listSection(let name, let contacts):
      "Section \(name), \(SpokenLabel.counted(contacts, "contact"))"
    case .batchActions(let selected): "Batch actions, \(selected) selected"
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
