import Testing

@testable import AddressBooks

@Suite("Duplicates · how like two words are")
struct LikenessTests {
  private func likeness(_ one: String, _ other: String) -> Likeness {
    var words = WordComparison()
    var lexicon = Lexicon()
    let (left, right) = (lexicon.enter(one), lexicon.enter(other))
    return words.likeness(of: left, right, in: lexicon)
  }

  private func names(_ one: String, _ other: String) -> Likeness {
    var words = WordComparison()
    let columns = DuplicateColumns([entry(1, one, "Vosberg"), entry(2, other, "Vosberg")])
    return words.likeness(
      ofNames: columns.entries[0].given, columns.entries[1].given, in: columns)
  }

  private func verbatim(
    _ one: String, _ other: String,
    _ compare: (inout WordComparison, Lexicon.Word, Lexicon.Word, Lexicon) -> Likeness
  ) -> Likeness {
    var words = WordComparison()
    var lexicon = Lexicon()
    let (left, right) = (lexicon.enter(verbatim: one), lexicon.enter(verbatim: other))
    return compare(&words, left, right, lexicon)
  }

  static let lengths: [(slips: Int, likeness: Likeness, lengths: ClosedRange<Int>)] = [
    (1, .different, 1...1), (1, .vague, 2...2), (1, .slips, 3...3), (1, .slip, 4...16),
    (2, .different, 2...3), (2, .vague, 4...4), (2, .slips, 5...7), (2, .slip, 8...16),
    (3, .different, 3...5), (3, .vague, 6...7), (3, .slips, 8...13), (3, .slip, 14...16),
    (4, .different, 4...7), (4, .vague, 8...11), (4, .slips, 12...16),
    (5, .different, 5...9), (5, .vague, 10...16),
  ]

  @Test(arguments: lengths)
  func `the longer a word, the more slips it may have`(
    slips: Int, likeness: Likeness, lengths: ClosedRange<Int>
  ) {
    for length in lengths {
      let word = String("abcdefghijklmnop".prefix(length))
      let other = String(repeating: "z", count: slips) + word.dropFirst(slips)
      #expect(self.likeness(word, other) == likeness, "\(slips) in \(length)")
      #expect(self.likeness(other, word) == likeness, "\(slips) in \(length)")
      #expect(self.likeness(word, word) == .same)
    }
  }

  @Test func `a word of half the letters is a vague likeness, of fewer none`() {
    #expect(likeness("abc", "abcdef") == .vague)
    #expect(likeness("abcd", "abcdefg") == .vague)
    #expect(likeness("abc", "abcdefg") == .different)
    #expect(likeness("abcdefg", "abc") == .different)
  }

  @Test(
    arguments: [
      ("Theodor", "T", .initial), ("Theodor", "Th", .different), ("Theodor", "The", .slip),
      ("Theodor", "Theo", .slip), ("Theodor", "heo", .different), ("Anna Lea", "Lea", .slip),
      ("Anna Li", "Li", .different), ("Annalea", "lea", .different), ("William", "Bill", .slip),
      ("Maria", "Mario", .vague), ("Maria", "William", .different), ("Ingrid", "Ingird", .slip),
      ("Ingrid", "Ingrid", .same),
    ] as [(String, String, Likeness)])
  func `a name is like its beginning and its last word, from three letters on`(
    one: String, other: String, likeness: Likeness
  ) {
    #expect(names(one, other) == likeness)
    #expect(names(other, one) == likeness)
  }

  @Test(
    arguments: [
      ("12", "12", .same), ("12", "13", .slip), ("1", "12", .slip), ("1", "2", .different),
      ("12", "34", .different), ("52062", "52026", .slip), ("52062", "52160", .different),
    ] as [(String, String, Likeness)])
  func `one sign of a number may be wrong, if it is not the only one`(
    one: String, other: String, likeness: Likeness
  ) {
    for (left, right) in [(one, other), (other, one)] {
      let found = verbatim(left, right) { $0.likeness(ofNumbers: $1, $2, in: $3) }
      #expect(found == likeness)
    }
  }

  @Test(
    arguments: [
      ("iv@mail.example", "vi@mail.example", .slip), ("iv@mail.example", "iv@mal.example", .slip),
      ("iv1@mail.example", "iv2@mail.example", .different),
      ("iv1@mail.example", "vi1@mail.example", .slip),
      ("iv0@mail.example", "ivx@mail.example", .different),
      ("iv9@mail.example", "ivx@mail.example", .different),
      ("iv5@mail.example", "iv@mail.example", .different),
      ("iv@mail.example", "IV@mail.example", .same),
    ] as [(String, String, Likeness)])
  func `a letter of an e-mail address may be wrong, but no digit`(
    one: String, other: String, likeness: Likeness
  ) {
    for (left, right) in [(one, other), (other, one)] {
      let found = verbatim(left, right) { $0.likeness(ofEmails: $1, $2, in: $3) }
      #expect(found == likeness)
    }
  }
}
