/// A circle as the list shows it.
public struct ListCircle: Hashable, Sendable {
  public let id: CircleID
  public var name: String
  public var emoji: String
  /// Whether it is the circle that holds everyone, which is nobody's own circle.
  public var holdsEveryone: Bool

  public init(id: CircleID, name: String, emoji: String = "", holdsEveryone: Bool = false) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.holdsEveryone = holdsEveryone
  }

  /// The emoji and the name, as chips and headings have them.
  public var title: String { emoji.isEmpty ? name : "\(emoji) \(name)" }

  /// The token of the colour that the circle's dot has.
  public var colour: String { "rin.circle.\(name.lowercased())" }
}
