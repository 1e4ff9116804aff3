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

/// A book as columns for comparison: every text is a word of a lexicon.
final class DuplicateColumns {
  typealias Word = Lexicon.Word

  let entries: [Entry]
  let names: Lexicon
  let streets: Lexicon
  let places: Lexicon
  /// Telephone numbers and e-mail addresses.
  let reach: Lexicon
  /// The families of nicknames of each name.
  let nicknames: [[Nicknames.Family]]
  private let lists: [Word]

  /// One record.
  struct Entry: BitwiseCopyable {
    let given: Word
    let family: Word
    let number: Word
    let street: Word
    let extra: Word
    let locality: Word
    let postcode: Word
    let region: Word
    let otherNames: List
    let phones: List
    let emails: List
    /// The number of other records with both this locality and this postcode.
    fileprivate(set) var neighbours = 0
  }

  /// A sequence of consecutive words.
  struct List: BitwiseCopyable {
    fileprivate let start: Int32
    fileprivate let end: Int32

    var isEmpty: Bool { start == end }
  }

  init(_ records: [DuplicateRecord]) {
    var reader = ColumnReader()
    var entries = records.map { reader.read($0) }
    Self.countNeighbours(&entries)
    self.entries = entries
    (names, streets, places, reach) = (reader.names, reader.streets, reader.places, reader.reach)
    lists = reader.lists
    nicknames = names.map { Nicknames.families(of: String(decoding: $0, as: UTF8.self)) }
  }

  var count: Int { entries.count }

  subscript(list: List) -> ArraySlice<Word> { lists[Int(list.start)..<Int(list.end)] }

  private static func countNeighbours(_ entries: inout [Entry]) {
    var counts: [SIMD2<Word>: Int] = [:]
    for entry in entries { counts[SIMD2(entry.locality, entry.postcode), default: 0] += 1 }
    for place in entries.indices {
      let quarter = SIMD2(entries[place].locality, entries[place].postcode)
      entries[place].neighbours = (counts[quarter] ?? 1) - 1
    }
  }
}

/// Enters records into lexicons.
private struct ColumnReader {
  typealias Word = Lexicon.Word

  var names = Lexicon()
  var streets = Lexicon()
  var places = Lexicon()
  var reach = Lexicon()
  var lists: [Word] = []

  mutating func read(_ record: DuplicateRecord) -> DuplicateColumns.Entry {
    let (given, family) = Self.parts(of: record)
    let address = record.address
    return DuplicateColumns.Entry(
      given: names.enter(given), family: names.enter(family), number: places.enter(address.number),
      street: streets.enter(address.street), extra: streets.enter(address.extra),
      locality: places.enter(address.locality), postcode: places.enter(address.postcode),
      region: places.enter(address.region),
      otherNames: list(record.otherNames) { $0.names.enter($1) },
      phones: list(record.phones) { $0.reach.enter(verbatim: Self.subscriber($1)) },
      emails: list(record.emails) { $0.reach.enter(verbatim: $1) })
  }

  private mutating func list(
    _ texts: [String], _ enter: (inout ColumnReader, String) -> Word
  ) -> DuplicateColumns.List {
    let start = Int32(lists.count)
    for text in texts {
      let word = enter(&self, text)
      if word != Lexicon.missing { lists.append(word) }
    }
    return DuplicateColumns.List(start: start, end: Int32(lists.count))
  }

  /// Returns given name and surname; a whole name in one field is split at its last blank.
  private static func parts(of record: DuplicateRecord) -> (given: Substring, family: Substring) {
    let (given, family) = (record.given, record.family)
    guard given.isEmpty != family.isEmpty else { return (given[...], family[...]) }
    let whole = given.isEmpty ? family : given
    guard let blank = whole.lastIndex(of: " ") else { return (given[...], family[...]) }
    return (whole[..<blank], whole[whole.index(after: blank)...])
  }

  /// Returns the digits after the country code, and after any prefix dialled in its place.
  private static func subscriber(_ phone: String) -> String {
    String(phone.filter(\.isNumber).suffix(9))
  }
}
