import Vocabulary

/// Contacts that may belong in a circle they are not in.
public struct CircleProposal: Hashable, Sendable {
  /// The circle, and the contacts, by the app's own numbers.
  public let circle: UInt64
  /// The name of the circle, which its owner wrote.
  public let name: String
  /// The emoji of the circle.
  public let emoji: String
  /// The pattern that every proposed contact fits.
  public let pattern: CirclePattern
  /// The proposed contacts in ascending order; never empty.
  public let contacts: [UInt64]

  /// Creates a proposal of those `people` who fit the circle's pattern and are not in it.
  ///
  /// `nil` if there are none.
  public init?(
    circle: UInt64, name: String, emoji: String, pattern: CirclePattern,
    among people: some Sequence<CirclePattern.Person>
  ) {
    contacts = people.filter { pattern.fits($0) && !$0.circles.contains(circle) }
      .map(\.id).sorted()
    guard !contacts.isEmpty else { return nil }
    self.circle = circle
    self.name = name
    self.emoji = emoji
    self.pattern = pattern
  }

  /// The card's text, the reason in its second line.
  public var lines: [String] {
    let contacts = contacts.count == 1 ? "1 contact" : "\(contacts.count) contacts"
    return ["\(contacts) may belong in \"\(name)\"", pattern.reason]
  }

  /// The card's buttons.
  public static let actions = ["Review", "Dismiss"]
}

extension SectionRules {
  static let circles: [Rule] = [
    Rule("SGC-01", "Proposed is who fits the pattern of a circle and is not in it."),
    Rule("SGC-02", "A pattern is an employer's domain, an area code or a family name."),
    Rule("SGC-03", "The section needs three proposed contacts, on however many cards."),
    Rule("SGC-05", "A card has the circle's name and emoji, how many contacts, and why."),
    Rule("SGC-06", "The card: 5 contacts may belong in \"Colleagues\", then the reason."),
    Rule("SGC-11", "Two cards have room, the largest first; further ones are behind a link."),
  ]
}
