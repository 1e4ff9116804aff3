public import Vocabulary

/// An upcoming event, ready to be drawn.
public struct UpcomingCard: Hashable, Sendable {
  /// The kind of an upcoming event, by its logged name.
  public enum Event: String, CaseIterable, Sendable {
    /// The birthday of a contact.
    case birthday
    /// A reminder that the user set.
    case reminder

    var title: String { self == .birthday ? "Birthday" : "Reminder" }
  }

  /// The picture of the contact.
  public let avatar: Avatar
  /// The name and the kind: "Sarah Chen - Birthday".
  public let title: String
  /// The reminder's words in quotes, one line, truncated at its end; `nil` for a birthday.
  public let note: String?
  /// The day in words: "Today, Feb 15", "Tomorrow, Feb 16", "In 2 days, Feb 17", then "Feb 19".
  public let date: String
  /// The card's buttons.
  public static let actions = ["View", "Dismiss"]

  /// Creates the card of an event of `name`; `note` is put into one line and in quotes.
  public init(
    _ event: Event, of name: String, avatar: Avatar, note: String? = nil, on date: CivilDate,
    today: CivilDate
  ) {
    self.avatar = avatar
    title = "\(name) - \(event.title)"
    self.note = note.map { note in
      let line = note.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "\"\(line)\""
    }
    self.date = Self.text(of: date, today: today)
  }

  /// Returns "Tomorrow, Feb 16" for the next days, "Feb 19" from the third on.
  private static func text(of date: CivilDate, today: CivilDate) -> String {
    let words = date.inWords.prefix { $0 != "," }
    return switch date.daysSinceEpoch - today.daysSinceEpoch {
    case 0: "Today, \(words)"
    case 1: "Tomorrow, \(words)"
    case 2: "In 2 days, \(words)"
    default: String(words)
    }
  }
}

extension SectionRules {
  static let upcomingCard: [Rule] = [
    Rule("UPC-04", "A card: the avatar, \"Sarah Chen - Birthday\", and the date."),
    Rule("UPC-05", "Less than three days ahead the date is given as a day, later as a date."),
    Rule("UPC-06", "\"Tomorrow, Feb 16\": both are there."),
    Rule("UPC-07", "A reminder's card has its text in quotes, in one line."),
    Rule("UPC-08", "Cards run soonest first, birthdays and reminders mixed."),
    Rule("UPC-09", "Three cards have room; the others are behind \"See All Upcoming\"."),
    Rule("UPC-10", "A card has \"View\", which opens the contact, and \"Dismiss\"."),
  ]
}

/// A reminder that a user set for a contact.
public struct Reminder: Hashable, Sendable {
  /// The time at which it is due; it is upcoming from seven days ahead until that day is over.
  public var due: Instant
  /// The words of the reminder, as its owner typed them.
  public var text: String
  /// Whether it was dismissed, which completes it.
  public private(set) var isComplete = false

  /// Creates a reminder that is not complete.
  public init(due: Instant, text: String) {
    self.due = due
    self.text = text
  }

  /// Dismisses the card, which completes the reminder.
  public mutating func dismiss() { isComplete = true }
}

extension SectionRules {
  static let reminders: [Rule] = [
    Rule("UPC-02", "A reminder is upcoming on the same days as a birthday."),
    Rule("UPC-13", "To dismiss a reminder is to complete it."),
  ]
}
