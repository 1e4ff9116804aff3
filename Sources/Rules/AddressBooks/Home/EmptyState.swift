public import Vocabulary

/// The screen in place of an empty list.
public enum EmptyState: Hashable, Sendable {
  /// The user denies access to the address book and has entered no contact.
  case importPrompt
  /// The first sync has brought no contact yet.
  case importing(isLong: Bool)

  /// The duration after which an import asks for patience.
  public static let patience = Interval.seconds(15)

  /// Creates the screen in place of the list; `nil` shows the list, even an empty one.
  ///
  /// The documents give no picture for an accessible, empty address book, and none is invented.
  public init?(_ facts: HomeFacts, at now: Instant) {
    guard facts.contacts == 0 else { return nil }
    if facts.isDenied {
      self = .importPrompt
    } else if let since = facts.syncingSince, !facts.hasSynced {
      self = .importing(isLong: now - since > Self.patience)
    } else {
      return nil
    }
  }

  /// The system's symbol above the text; `nil` for a spinner.
  public var symbol: String? { self == .importPrompt ? "person.3" : nil }

  /// Returns the first line of text.
  public func title(app: String) -> String {
    switch self {
    case .importPrompt: "Import your contacts to get started with \(app)"
    case .importing: "Importing your contacts..."
    }
  }

  /// Returns the lines below the title: one, or two once an import takes over 15 seconds.
  public func lines(app: String) -> [String] {
    switch self {
    case .importPrompt: ["\(app) finds duplicates, enriches info, and helps you organize."]
    case .importing(let isLong):
      ["This usually takes a few seconds."]
        + (isLong ? ["Taking a bit longer for large contact lists."] : [])
    }
  }

  /// The button, which asks for the address book once more, with the footnote below it.
  public var button: (title: String, footnote: String)? {
    guard self == .importPrompt else { return nil }
    return ("Import Contacts", "or add contacts manually with the + button above")
  }
}

extension ContactRules {
  static let empty: [Rule] = [
    Rule("EMP-01", "Denied, and no contact typed in: the import prompt."),
    Rule("EMP-02", "Its title: \"Import your contacts to get started with Rin\"."),
    Rule("EMP-03", "Its text names the purpose: \"Rin finds duplicates, enriches info, ...\"."),
    Rule("EMP-04", "Its button: \"Import Contacts\", and below it the way by hand."),
    Rule("EMP-05", "The button asks for the address book once more."),
    Rule("EMP-06", "The navigation bar stays, with \"+ Add\"."),
    Rule("EMP-07", "Denied, and everybody typed in deleted again: the same prompt."),
    Rule("EMP-08", "Allowed, and the first sync has brought no contact yet: importing."),
    Rule("EMP-09", "Importing: a spinner and two lines."),
    Rule("EMP-10", "With the first batch the list is there, before the sync ends."),
    Rule("EMP-11", "After more than 15 seconds a third line asks for patience."),
    Rule("EMP-12", "At 15 seconds it is not there yet."),
    Rule("EMP-13", "A list without sections is not an empty state."),
    Rule("EMP-14", "The symbol of the import prompt is person.3."),
    Rule("EMP-15", "An open and empty address book shows the list, without a contact."),
  ]
}
