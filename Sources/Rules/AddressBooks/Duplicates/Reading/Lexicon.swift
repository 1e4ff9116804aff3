/// The distinct texts of some fields, each with its bytes and the number of its records.
struct Lexicon {
  /// A text, by its place in the lexicon; negative for none.
  typealias Word = Int32

  static let missing: Word = -1

  /// The folded texts, one after the other.
  private(set) var bytes: [UInt8] = []
  private var starts: [Int] = [0]
  private var counts: [Int32] = []
  private var words: [String: Word] = [:]
  private var scratch: [UInt8] = []

  var count: Int { counts.count }

  /// Adds one record's text in the form in which it is compared.
  mutating func enter(_ text: some StringProtocol) -> Word {
    FoldedLetters.write(text, into: &scratch)
    // Letters beyond Latin share bytes: there, only equal texts are the same word.
    let isPlain = scratch.allSatisfy { $0 < 128 }
    return enter(key: isPlain ? String(decoding: scratch, as: UTF8.self) : text.lowercased())
  }

  /// Adds a text in which every sign counts, ignoring case.
  mutating func enter(verbatim text: String) -> Word {
    let key = text.lowercased()
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: key.utf8)
    return enter(key: key)
  }

  private mutating func enter(key: String) -> Word {
    guard !scratch.isEmpty else { return Self.missing }
    if let word = words[key] {
      counts[Int(word)] += 1
      return word
    }
    let word = Word(counts.count)
    words[key] = word
    bytes += scratch
    starts.append(bytes.count)
    counts.append(1)
    return word
  }

  /// Returns the range of the bytes of `word`.
  func range(_ word: Word) -> Range<Int> { starts[Int(word)]..<starts[Int(word) + 1] }

  /// Returns the number of records with `word`, minus one.
  func others(_ word: Word) -> Int { Int(counts[Int(word)]) - 1 }

  /// Returns one value for each word, computed from its bytes.
  func map<Value>(_ value: (ArraySlice<UInt8>) -> Value) -> [Value] {
    (0..<count).map { value(bytes[starts[$0]..<starts[$0 + 1]]) }
  }
}
