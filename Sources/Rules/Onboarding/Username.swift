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

/// The words that usernames are made of.
///
/// Pairs that are too short are left out. The initialiser throws if none remains, so that
/// generating cannot fail.
public struct WordList: Hashable, Sendable {
  /// The fewest characters of a generated username, separator not counted.
  public static let leastLength = 6

  /// The reason why no usernames can be made of the words.
  public enum Refusal: Error, Hashable, Sendable {
    /// These are not words: empty, or with characters other than letters.
    case notWords([String])
    /// No two words together reach six characters.
    case tooShort
  }

  /// The candidates for the first word, in the given order.
  public let firsts: [String]
  /// Longest first.
  public let seconds: [String]
  /// The separator between the two words; no document names one.
  public let separator: String
  /// For each first word, the number of pairs up to and including it.
  private let pairsUpTo: [Int]

  /// Creates a list; throws if a word is empty or not all letters, or if no pair is long enough.
  public init(
    firsts: [String], seconds: [String], separator: String = ""
  ) throws(Refusal) {
    let bad = (firsts + seconds).filter { $0.isEmpty || !$0.allSatisfy(\.isLetter) }
    if !bad.isEmpty { throw .notWords(bad) }
    let seconds = seconds.sorted { ($1.count, $0) < ($0.count, $1) }
    var total = 0
    var pairsUpTo: [Int] = []
    for first in firsts {
      total += seconds.prefix { first.count + $0.count >= WordList.leastLength }.count
      pairsUpTo.append(total)
    }
    guard total > 0 else { throw .tooShort }
    self.firsts = firsts
    self.seconds = seconds
    self.separator = separator
    self.pairsUpTo = pairsUpTo
  }
}

extension WordList {
  /// The number of usernames that can be generated.
  public var count: Int { pairsUpTo[pairsUpTo.count - 1] }

  /// The username at `index` of all that can be generated.
  public subscript(index: Int) -> Username {
    precondition((0..<count).contains(index), "no username \(index) among \(count)")
    let first = pairsUpTo.firstIndex { index < $0 } ?? 0
    let second = index - (first == 0 ? 0 : pairsUpTo[first - 1])
    return Username(generated: firsts[first] + separator + seconds[second])
  }
}
