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

/// The digits to search for in numbers.
struct PhoneNeedle: Hashable, Sendable, CustomStringConvertible {
  private let packed: UInt64
  private let mask: UInt64
  private let count: Int
  let description: String

  /// Creates a needle from digits; leading zeros only dial a country, and are dropped.
  init?(_ digits: some StringProtocol) {
    let telling = digits.drop { $0.wholeNumberValue == 0 }
    let number = PhoneDigits(dialled: telling.isEmpty ? digits.suffix(1) : telling)
    guard !number.isEmpty else { return nil }
    packed = number.packed
    count = number.count
    mask = ~0 << (64 - 4 * UInt64(count))
    description = String(digits)
  }

  /// Creates a needle from a number in any format; `nil` if `text` contains anything else.
  init?(number text: String) {
    let signs = "+-()./\u{A0}\u{2011}\u{2013}\u{FF0B}"
    guard text.allSatisfy({ $0.wholeNumberValue != nil || $0.isWhitespace || signs.contains($0) })
    else { return nil }
    // The zero in "+49 (0) 171" is for callers within the country.
    let dialled = text.contains("+") ? text.split(separator: "(0)").joined() : text
    self.init(dialled.filter { $0.wholeNumberValue != nil })
  }

  /// Returns the place of the digits in `number`; `nil` if they are not in it.
  func place(in number: PhoneDigits) -> Int? {
    var rest = number.packed
    for place in 0...(PhoneDigits.most - count) {
      if (rest ^ packed) & mask == 0 { return place }
      rest <<= 4
    }
    return nil
  }
}

/// The part of a contact that contains a word.
enum SearchField: UInt8, Sendable, BitwiseCopyable {
  case name
  case nickname
  /// A family of names that the given name belongs to: Bob and Robert.
  case otherName
  case organisation
  case email
  /// Behind the @ of an e-mail address.
  case domain

  /// The distance of a whole word in this field from the user's likely intent; less is nearer.
  var distance: UInt8 {
    switch self {
    case .name: 1
    case .nickname: 2
    case .otherName, .organisation: 4
    case .email: 5
    case .domain: 7
    }
  }

  /// Returns whether `word` is enough to search for it here: one letter would find every ".com".
  func takes(_ word: SearchWord) -> Bool {
    self != .domain || word.isInAddress || word.letters.count >= 3
  }
}

extension Contact {
  /// Calls `body` with each word by which the contact is found, folded, and its field.
  func forEachTerm(_ body: ([UInt16], SearchField) -> Void) {
    for part in [name.given, name.middle, name.family] {
      SearchWord.forEach(in: part) { body($0, .name) }
    }
    for family in SearchWord.otherNames(of: name.given) { body(family, .otherName) }
    SearchWord.forEach(in: name.nickname) { body($0, .nickname) }
    SearchWord.forEach(in: name.organisation) { body($0, .organisation) }
    for email in emails {
      let at = email.lastIndex(of: "@") ?? email.endIndex
      SearchWord.forEach(in: email[..<at]) { body($0, .email) }
      SearchWord.forEach(in: email[at...]) { body($0, .domain) }
    }
  }
}

/// The first four letters of a word, in one integer, from the top.
///
/// Nearly all comparisons of a search end here, without a look at the word itself.
struct TermHead: Hashable, Sendable, BitwiseCopyable {
  let letters: UInt64
  /// The bits of the letters that a word must share to begin with this one.
  let mask: UInt64

  static let most = 4

  init(_ word: [UInt16]) {
    var packed: UInt64 = 0
    for letter in word.prefix(Self.most) { packed = packed << 16 | UInt64(letter) }
    let room = 16 * UInt64(Self.most - min(Self.most, word.count))
    letters = packed << room
    mask = word.isEmpty ? 0 : ~0 << room
  }

  /// Returns whether a word that begins with `other` begins with this one, by the first four
  /// letters.
  @inline(__always)
  func begins(_ other: UInt64) -> Bool { (letters ^ other) & mask == 0 }
}

extension TermHead {
  private static let second: UInt64 = 0x0000_FFFF_0000_0000
  private static let third: UInt64 = 0x0000_0000_FFFF_0000

  /// Returns whether a word that begins with `other` may, with one typing error, begin with this
  /// one, which has four letters.
  ///
  /// It compares three letters, so that one too many on either side is still found. The test may
  /// accept a wrong word; it never rejects a right one.
  @inline(__always)
  func mightSlipInto(_ other: UInt64) -> Bool {
    let here = letters ^ other
    // Each letter against the one before it, and against the one behind it.
    let early = letters << 16 ^ other
    let late = other << 16 ^ letters
    if here >> 48 == 0 {
      return here & Self.second == 0 || here & Self.third == 0
        || early & (Self.second | Self.third) == 0 || late & (Self.second | Self.third) == 0
        || (early | late) & Self.second == 0
    }
    return here & (Self.second | Self.third) == 0 || early >> 16 == 0 || late >> 16 == 0
      || ((early | late) >> 48 == 0 && here & Self.third == 0)
  }
}
