public import Vocabulary

/// A recently added contact, ready to be drawn.
public struct RecentCard: Hashable, Sendable {
  /// The size in points.
  public static let size = (width: 72, height: 88)

  /// The picture of the contact.
  public let avatar: Avatar
  /// One line, truncated at its end.
  public let name: String
  /// The age in words: "now" below an hour, "5h" below a day, then "2d"; rounded down.
  public let age: String

  /// Creates the card of a contact added at `addedAt`, as it reads at `now`.
  public init(name: String, avatar: Avatar, addedAt: Instant, at now: Instant) {
    self.name = name
    self.avatar = avatar
    age = Self.text(of: now - addedAt)
  }

  /// Returns "2d"; an age below a day in hours, below an hour as "now".
  private static func text(of age: Interval) -> String {
    let hours = age.milliseconds / Interval.hours(1).milliseconds
    return hours < 1 ? "now" : hours < 24 ? "\(hours)h" : "\(hours / 24)d"
  }
}

extension SectionContact {
  /// The age up to which a contact counts as new.
  static let newFor = Interval.days(7)
}

extension SectionRules {
  static let recent: [Rule] = [
    Rule("RAD-01", "Contacts of the last seven days are new; after exactly seven days no more."),
    Rule("RAD-02", "It does not matter how they came."),
    Rule("RAD-04", "A card has the avatar, the name and an age such as 2d."),
    Rule("RAD-05", "The newest comes first."),
    Rule("RAD-09", "Without a new contact the section is gone by itself."),
    Rule("RAD-11", "A card is 72 points wide and 88 high."),
  ]
}
