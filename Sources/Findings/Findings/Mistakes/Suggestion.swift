/// A search for the known word that was probably meant by an unknown one.
public enum Suggestion {
  /// Returns the known word nearest to `word`; `nil` if none is near enough.
  ///
  /// Among equally near words the first one is taken.
  public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    // No known word is meant by one this long, and the search would be slow.
    guard word.utf8.count <= 100 else { return nil }
    let wanted = Array(word.lowercased())
    let tolerance = max(1, wanted.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = distance(from: wanted, to: Array(candidate.lowercased()))
      if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word ?? uniqueExtension(of: word, among: known)
  }

  /// Returns the known words that are near enough to be meant, the nearest first, then those that
  /// begin with `word`, and then those that contain it; at most `count`.
  public static func nearest(
    _ count: Int, to word: String, among known: some Sequence<String>
  ) -> [String] {
    guard (1...100).contains(word.utf8.count) else { return [] }
    let wanted = Array(word.lowercased())
    let tolerance = max(1, wanted.count / 3)
    let near = known.enumerated().map { place, candidate in
      (distance(from: wanted, to: Array(candidate.lowercased())), place, candidate)
    }.filter { $0.0 <= tolerance }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    let longer = known.filter { !near.contains($0) && $0.lowercased().contains(word.lowercased()) }
    let beginning = longer.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return Array((near + beginning + longer.filter { !beginning.contains($0) }).prefix(count))
  }

  /// Returns "; did you mean '…'?", or nothing if no known word is near.
  public static func phrase(for word: String, among known: some Sequence<String>) -> String {
    nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns "; did you mean 'a' or 'b'?" with at most `count` words, or nothing if none is near.
  public static func phrase(
    _ count: Int, for word: String, among known: some Sequence<String>
  ) -> String {
    let near = nearest(count, to: word, among: known).map { "'\($0)'" }
    return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
  }

  /// Returns what to write instead of `word`: the nearest known word, or the few that have a part in common
  /// with it, as `bothSides` has with `doubleSided`; `nil` without any.
  public static func remedy(for word: String, among known: [String]) -> String? {
    if let near = nearest(to: word, among: known) { return "write \(near)" }
    if let same = synonyms[word.lowercased()]?.first(where: known.contains) {
      return "write \(same)"
    }
    let stems = stems(of: word)
    let alike = known.filter { !stems.isDisjoint(with: Self.stems(of: $0)) }
    return (1...3).contains(alike.count) ? "did you mean \(alike.joined(separator: " or "))?" : nil
  }

  private static let synonyms = [
    "yes": ["true", "on"], "on": ["true"], "true": ["on"], "no": ["false", "off", "none"],
    "off": ["false", "none"], "false": ["off"],
  ]

  /// The beginnings of the words of which a name is made: `bot` and `sid` of `bothSides`.
  private static func stems(of name: String) -> Set<String> {
    var words = [""]
    for letter in name {
      if !letter.isLetter || letter.isUppercase { words.append("") }
      if letter.isLetter { words[words.count - 1] += letter.lowercased() }
    }
    return Set(words.filter { $0.count >= 3 }.map { String($0.prefix(3)) })
  }

  /// Returns the one known word that contains `word`, or that begins all those that begin with it.
  ///
  /// Examples: `minIntervalDays` is in `prompts.minIntervalDays`; `landingTap` begins
  /// `landingTapKept`.
  private static func uniqueExtension(of word: String, among known: some Sequence<String>)
    -> String?
  {
    guard !word.isEmpty else { return nil }
    // `taps` is in `tapShare` by chance: a word written small is found with a capital at its beginning alone.
    let capital = word.prefix(1).uppercased() + word.dropFirst()
    let longer = known.filter {
      word.contains(where: \.isUppercase)
        ? $0.lowercased().contains(word.lowercased()) : $0.contains(word) || $0.contains(capital)
    }
    let shortest = longer.min { $0.count < $1.count }
    return shortest.flatMap { word in longer.allSatisfy { $0.hasPrefix(word) } ? word : nil }
  }

  /// The fewest insertions, deletions, replacements and swaps of neighbours between two words.
  static func distance(from first: [Character], to second: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
