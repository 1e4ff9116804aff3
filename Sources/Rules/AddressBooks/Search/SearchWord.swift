/// One typed word, ready to be compared.
struct SearchWord: Sendable {
  /// The folded letters in UTF-16.
  let letters: [UInt16]
  let head: TermHead
  /// The names that the word may represent.
  let otherNames: [TermHead]
  /// The digits, if it consists of digits alone.
  let digits: PhoneNeedle?
  /// Whether a typing error is tolerated.
  let allowsSlips: Bool
  /// Whether it is typed as a part of an e-mail address.
  let isInAddress: Bool

  init(_ letters: [UInt16], isInAddress: Bool = false) {
    self.letters = letters
    self.isInAddress = isInAddress
    head = TermHead(letters)
    let text = String(decoding: letters, as: UTF16.self)
    otherNames = SearchWord.otherNames(of: text).map { TermHead($0) }
    digits = letters.allSatisfy { (48...57).contains($0) } ? PhoneNeedle(text) : nil
    allowsSlips = digits == nil && letters.count >= SearchIndex.leastLettersOfSlips
  }

  /// Calls `body` with each word of `text`, folded.
  static func forEach(in text: some StringProtocol, _ body: ([UInt16]) -> Void) {
    guard !text.isEmpty else { return }
    var word: [UInt16] = []
    FoldedLetters.forEach(in: text) { letter in
      if let letter {
        append(letter, to: &word)
      } else if !word.isEmpty {
        body(word)
        word.removeAll(keepingCapacity: true)
      }
    }
  }

  @inline(__always)
  private static func append(_ letter: Unicode.Scalar, to word: inout [UInt16]) {
    if let unit = UInt16(exactly: letter.value) { return word.append(unit) }
    if let units = UTF16.encode(letter) { word += units }
  }

  /// Returns the families of names that a given name belongs to, each as a word that cannot be
  /// typed.
  static func otherNames(of given: String) -> [[UInt16]] {
    var words: [[UInt16]] = []
    forEach(in: given) { word in
      let name = String(decoding: word, as: UTF16.self)
      words += Nicknames.families(of: name).map { [privateUse, $0 + 1] }
    }
    return words
  }

  /// The first character of Unicode's private use area.
  private static let privateUse: UInt16 = 0xE000
}

/// The text typed into the search bar.
struct SearchQuery: Sendable {
  /// Every word must match; more than eight add no information.
  let words: [SearchWord]

  init(_ text: String) {
    if let needle = PhoneNeedle(number: text) {
      words = [SearchWord(needle)]
    } else {
      var words: [SearchWord] = []
      let isAddress = text.contains("@")
      SearchWord.forEach(in: text) { word in
        if words.count < 8 { words.append(SearchWord(word, isInAddress: isAddress)) }
      }
      self.words = words
    }
  }
}

extension SearchWord {
  /// Creates a query from a number in any format, as one word.
  init(_ number: PhoneNeedle) {
    letters = Array(number.description.utf16)
    head = TermHead(letters)
    otherNames = []
    digits = number
    allowsSlips = false
    isInAddress = false
  }
}
