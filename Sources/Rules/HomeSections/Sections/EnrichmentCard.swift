public import Vocabulary

/// The fields that the network has added to a contact, ready to be drawn.
public struct EnrichmentCard: Hashable, Sendable {
  /// The picture of the contact.
  public let avatar: Avatar
  /// The name of the contact.
  public let name: String
  /// One line for each new field.
  public let lines: [String]
  /// The mark of a network addition, beside the lines.
  public let mark: EnrichmentMark
  /// The label of the card's button, which opens the contact.
  public static let action = "View"

  /// Creates the card in the app named `app`; `fields` are the names and values of the new fields,
  /// in the order of the lines.
  public init(
    name: String, avatar: Avatar, fields: [(name: String, value: String)], app: String
  ) {
    self.name = name
    self.avatar = avatar
    mark = EnrichmentMark(app: app)
    lines = fields.map { "+ \($0.name): \($0.value)" }
  }
}

extension SectionRules {
  static let enrichment: [Rule] = [
    Rule("ENR-01", "A contact with something new from the network has an update."),
    Rule("ENR-03", "Two cards have room, the newest first; the others are behind the link."),
    Rule("ENR-05", "A card has avatar and name, the new fields with their mark, and \"View\"."),
    Rule("ENR-06", "A new field is a line: \"+ Company: Acme Corp\"."),
  ]
}
