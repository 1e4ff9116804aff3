import Vocabulary

/// The name under which a user is found.
public struct Username: Hashable, Sendable {
  /// The way in which a username came about.
  public enum Origin: String, CaseIterable, Sendable {
    /// The owner entered it.
    case chosen
    /// It was made of two random words.
    case generated
  }

  /// The username as entered or generated, without white space around it.
  public private(set) var text: String
  /// The way in which the present text came about.
  public private(set) var origin: Origin

  init(generated text: String) {
    self.text = text
    origin = .generated
  }

  /// Creates a username that its owner chose; `nil` if it is blank.
  public init?(chosen text: String) {
    self.text = text.trimmed
    guard !self.text.isEmpty else { return nil }
    origin = .chosen
  }

  /// Returns a username of two random words, with the same probability for each pair.
  public static func generated(
    from words: WordList, using generator: inout some RandomNumberGenerator
  ) -> Username {
    words[Int.random(in: 0..<words.count, using: &generator)]
  }

  /// Returns the username after setup: the chosen one, or a generated one where that was skipped.
  public static func afterSetup(
    entered: String?, from words: WordList, using generator: inout some RandomNumberGenerator
  ) -> Username {
    if let entered, let chosen = Username(chosen: entered) { return chosen }
    return generated(from: words, using: &generator)
  }

  /// Replaces the username, at any time; blank text leaves it as it is.
  public mutating func edit(to text: String) -> UsernameEdit {
    guard let chosen = Username(chosen: text) else { return .unchanged(because: .blank) }
    self = chosen
    return .changed
  }
}

/// The result of editing a username.
///
/// An app needs it to answer the owner who edits the username.
public enum UsernameEdit: Hashable, Sendable {
  /// The new text is the username, and counts as chosen.
  case changed
  /// The username is as it was before.
  case unchanged(because: Reason)

  /// The reason why an edit has no effect.
  public enum Reason: String, CaseIterable, Sendable {
    /// The new text has no characters but white space.
    case blank
  }
}

extension OnboardingRules {
  static let usernames: [Rule] = [
    Rule("PRF-03", "A generated username is two words and at least six characters."),
    Rule("PRF-04", "The generated username is chosen at random."),
    Rule("PRF-05", "A generated username can be edited later."),
  ]
}
