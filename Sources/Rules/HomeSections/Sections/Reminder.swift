public import Vocabulary

/// What a user wants to be reminded of about a contact.
public struct Reminder: Hashable, Sendable {
  public var due: Instant
  public var text: String
  public private(set) var isComplete = false

  public init(due: Instant, text: String) {
    self.due = due
    self.text = text
  }

  /// Dismisses its card: that is what completing it means.
  public mutating func dismiss() { isComplete = true }
}

extension SectionRules {
  static let reminders: [Rule] = [
    Rule("UPC-02", "A reminder is upcoming on the same days as a birthday."),
    Rule("UPC-13", "To dismiss a reminder is to complete it."),
  ]
}
