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
