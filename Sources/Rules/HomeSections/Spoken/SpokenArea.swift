import Vocabulary

/// The label of a container on the screen for a screen reader.
public enum SpokenArea: Hashable, Sendable {
  case smartSections
  /// A section of the list: a letter, `#` or a circle.
  case listSection(String, contacts: Int)
  case batchActions(selected: Int)

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
  public let label: SpokenLabel

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
