public import Vocabulary

/// An upcoming event, ready to be drawn.
public struct UpcomingCard: Hashable, Sendable {
  public enum Event: String, CaseIterable, Sendable {
    case birthday
    case reminder

    var title: String { self == .birthday ? "Birthday" : "Reminder" }
  }

  public let title: String
  /// The reminder's words in quotes, one line, truncated at its end; `nil` for a birthday.
  public let note: String?
  public let date: String
  /// The card's buttons.
  public static let actions = ["View", "Dismiss"]

  public init(
    _ event: Event, of name: String, note: String? = nil, on date: CivilDate, today: CivilDate
  ) {
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
    Rule("UPC-04", "A card: \"Sarah Chen - Birthday\", and the date."),
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
  public var due: Instant
  public var text: String
  public private(set) var isComplete = false

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
