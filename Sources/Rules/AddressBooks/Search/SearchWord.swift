/// One word that someone typed, ready to be compared.
struct SearchWord: Sendable {
  /// The folded letters in UTF-16.
  let letters: [UInt16]
  let head: TermHead
  /// The names that the word may stand for.
  let otherNames: [TermHead]
  /// The digits, if it is nothing but digits.
  let digits: PhoneNeedle?
  /// Whether a slip of the hand is forgiven.
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

  /// The families of names that a given name belongs to, each as a word that nobody can type.
  static func otherNames(of given: String) -> [[UInt16]] {
    var words: [[UInt16]] = []
    forEach(in: given) { word in
      let name = String(decoding: word, as: UTF16.self)
      words += Nicknames.families(of: name).map { [privateUse, $0 + 1] }
    }
    return words
  }

  /// The first character that Unicode leaves to everyone's private use.
  private static let privateUse: UInt16 = 0xE000
}

/// What someone typed into the search bar.
struct SearchQuery: Sendable {
  /// Every word must be found; more than eight tell nothing new.
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
  /// A number in whatever format, as one word.
  init(_ number: PhoneNeedle) {
    letters = Array(number.description.utf16)
    head = TermHead(letters)
    otherNames = []
    digits = number
    allowsSlips = false
    isInAddress = false
  }
}
