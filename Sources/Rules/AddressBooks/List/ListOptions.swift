import Vocabulary

/// The grouping, order and filter of the list, as the options sheet offers them.
public struct ListOptions: Hashable, Sendable {
  /// The kind of headings over the contacts.
  public enum Grouping: String, CaseIterable, Sendable {
    /// The first letters of the names, with "#" for all others; the default.
    case alphabetical
    /// The circles, each contact under the smallest of its own; those in none come last.
    case byCircle

    /// The words of this choice in the options sheet.
    public var title: String {
      switch self {
      case .alphabetical: "Alphabetical"
      case .byCircle: "By Circle"
      }
    }
  }

  /// The order of the contacts under each heading.
  public enum Sort: String, CaseIterable, Sendable {
    /// From A to Z; the default.
    case nameAscending
    /// From Z to A, with the letters reversed too, but "#" last.
    case nameDescending
    /// The last added contact first; of equals, the first by name.
    case recentlyAdded
    /// The last synced or edited contact first; of equals, the first by name.
    case recentlyUpdated

    /// The words of this choice in the options sheet.
    public var title: String {
      switch self {
      case .nameAscending: "Name A-Z"
      case .nameDescending: "Name Z-A"
      case .recentlyAdded: "Recently Added"
      case .recentlyUpdated: "Recently Updated"
      }
    }
  }

  /// The kind of headings; independent of the order under them.
  public var grouping: Grouping
  /// The order within each group.
  public var sort = Sort.nameAscending
  /// The circles whose members are listed; empty is the "All" chip.
  public var circles: CircleSet = []

  /// Creates options that list all contacts from A to Z.
  public init(grouping: Grouping = .alphabetical) { self.grouping = grouping }

  /// Whether the "All" chip is the chosen one.
  public var showsAll: Bool { circles.isEmpty }

  /// Selects or deselects a circle's chip; after the last deselection "All" is chosen again.
  public mutating func toggle(_ circle: CircleID) {
    if circles.contains(circle) { circles.remove(circle) } else { circles.insert(circle) }
  }

  /// Returns the chips below the header of the list; none without a filter.
  public func chipBar(of circles: [ListCircle]) -> [ListCircle] {
    circles.filter { self.circles.contains($0.id) }
  }

  /// Whether a list under these options has the letters at its edge.
  public var showsScrubber: Bool { grouping == .alphabetical }
}

extension ListOptions: RawRepresentable {
  /// The choices in the form that is stored between sessions.
  public var rawValue: String {
    let circles = circles.members.map { String($0.rawValue) }.joined(separator: "+")
    return "\(grouping.rawValue) \(sort.rawValue) \(circles)"
  }

  /// Creates choices from the stored form; `nil` if the text is invalid.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let grouping = Grouping(rawValue: String(parts[0])),
      let sort = Sort(rawValue: String(parts[1]))
    else { return nil }
    self.init(grouping: grouping)
    self.sort = sort
    for part in parts[2].split(separator: "+") {
      guard let circle = UInt8(part).flatMap(CircleID.init) else { return nil }
      circles.insert(circle)
    }
  }
}

extension ContactRules {
  static let options: [Rule] = [
    Rule("LST-03", "The list is grouped alphabetically or by circle."),
    Rule("LST-12", "What was chosen is kept from session to session."),
    Rule("LST-13", "At first the list is alphabetical, from A to Z, with all contacts."),
    Rule("FLT-01", "The list is sorted in one of four ways."),
    Rule("FLT-05", "Every circle is a chip with its emoji and name; several can be chosen."),
    Rule("FLT-07", "The chip \"All\" is chosen at first, and means no filter."),
    Rule(
      "FLT-08", "The chosen chips stand in a bar below the header; without any there is no bar."),
    Rule("IDX-01", "The letters at the edge are there in the alphabetical list only."),
  ]
}

/// A circle as the list shows it.
public struct ListCircle: Hashable, Sendable {
  /// The id by which contacts refer to the circle.
  public let id: CircleID
  /// The circle's name, which in lower case also names its colour.
  public var name: String
  /// The emoji before the name; empty for none.
  public var emoji: String
  /// Whether the circle holds everyone, and so is no contact's primary circle.
  public var holdsEveryone: Bool

  /// Creates a circle; by default without an emoji, and not the one that holds everyone.
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
