/// Whether a word begins with another but for one slip of the hand.
enum OneSlip {
  /// The least letters of a word in which a slip is looked for.
  static let leastLetters = 4

  /// Whether `word` begins with `typed` once a letter of it is changed, left out, added, or swapped
  /// with its neighbour.
  static func parts(_ typed: ArraySlice<UInt16>, from word: ArraySlice<UInt16>) -> Bool {
    var typed = typed
    var word = word
    while let letter = typed.first, letter == word.first {
      typed.removeFirst()
      word.removeFirst()
    }
    guard !typed.isEmpty else { return true }
    return word.dropFirst().starts(with: typed.dropFirst())
      || word.starts(with: typed.dropFirst())
      || word.dropFirst().starts(with: typed)
      || (typed.first == word.dropFirst().first && typed.dropFirst().first == word.first
        && word.dropFirst(2).starts(with: typed.dropFirst(2)))
  }
}
