public import Vocabulary

/// The items above the list, from top to bottom, and those behind the link to more.
public struct SectionLayout: Hashable, Sendable {
  /// The most sections that stand above the list.
  public static let mostVisible = 3

  /// An item above the list.
  public enum Item: Hashable, Sendable {
    /// The section of this kind.
    case section(SectionKind)
    /// A card that prompts for an invite.
    case promptCard
  }

  /// The place of a prompt card, set by the rules of prompts.
  public struct Card: Hashable, Sendable {
    /// The number of sections above it.
    public var index: Int
    /// Whether it takes the place of a section.
    public var countsTowardLimit: Bool

    /// Creates the place of a prompt card below `index` sections.
    public init(index: Int, countsTowardLimit: Bool) {
      self.index = index
      self.countsTowardLimit = countsTowardLimit
    }
  }

  /// The items above the list, from top to bottom; all of them once the link is expanded.
  public let visible: [Item]
  /// The items behind the link until it is tapped.
  public let overflow: [Item]
  /// Whether the user has tapped the link to more, which leaves no item behind it.
  public let isExpanded: Bool

  /// Creates the layout of an evaluation, with a prompt card if there is one.
  ///
  /// A tap on the link expands it in place: `isExpanded` then shows everything.
  public init(
    _ evaluation: SectionEvaluation, card: Card? = nil, isExpanded: Bool = false
  ) {
    let sections = evaluation.shown.members.map { Item.section($0) }
    var items = sections
    if let card { items.insert(.promptCard, at: min(card.index, items.count)) }
    var room = Self.mostVisible
    if let card, !card.countsTowardLimit, card.index <= room { room += 1 }
    self.isExpanded = isExpanded
    visible = isExpanded ? items : Array(items.prefix(room))
    overflow = isExpanded ? [] : Array(items.dropFirst(room))
  }
}

extension SectionLayout {
  /// The link between the last section and the list; `nil` if no item is behind it.
  public var link: String? {
    overflow.isEmpty ? nil : worded("See \(overflow.count) More Sections")
  }

  /// Returns the position of `item`, from 1; `nil` if it is not visible.
  public func position(of item: Item) -> Int? {
    visible.firstIndex(of: item).map { $0 + 1 }
  }

  /// Whether the prompt card has been shown; behind the link it has not.
  public var showsPromptCard: Bool { visible.contains(.promptCard) }

  /// Returns the rule that sets the position of `item`.
  public func rule(of item: Item) -> RuleID {
    if overflow.contains(item) { return "SEC-06" }
    return item == .promptCard ? "SEC-15" : "SEC-03"
  }
}

extension SectionRules {
  static let layout: [Rule] = [
    Rule("SEC-04", "The order is the same whatever is in the sections."),
    Rule("SEC-05", "At most three sections stand above the list."),
    Rule("SEC-06", "The fourth and later are behind one link; what is hidden frees its place."),
    Rule("SEC-07", "The link says \"See 2 More Sections\"."),
    Rule("SEC-08", "The link stands between the last section and the list."),
    Rule("SEC-11", "The list comes first: three sections are about one screen."),
    Rule("SEC-15", "Each takes one place, the score's card too."),
  ]
}
