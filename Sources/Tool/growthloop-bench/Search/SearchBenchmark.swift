import AddressBooks
import GrowthloopContacts
import Statistics

/// A comparison of the contact list's search with SQLite's full-text search.
///
/// Both search the same book with the same keystrokes.
public struct SearchBenchmark: Sendable {
  public var sizes = [10_000, 100_000]
  /// The repetitions of every keystroke.
  public var rounds = 5
  /// The number of timed searches, and the number of searches whose results are judged.
  public var searches = 112
  public var judged = 1_600

  public init() {}

  /// One candidate on one book; times are milliseconds, each keystroke at the median of its rounds.
  public struct Row: Encodable, Sendable {
    public let contacts: Int
    public let candidate: String
    public let keystrokes: Int
    public let mean: Double
    public let median: Double
    public let ninetyNinth: Double
    public let rawNinetyNinth: Double
    public let bytesPerContact: Double
    /// The proportion of searches with the intended contact among the first fifty, by way.
    public let found: [String: Double]
  }

  /// The ways of searching for a contact that is in the book.
  public static var ways: [String] { meant.map(\.rawValue) }

  private static let meant = Typing.Way.allCases.filter { $0 != .nobody }

  /// Measures every candidate on a book of `size` contacts.
  public func measure(_ size: Int) -> [Row] {
    let contacts = SeededBook(count: size, seed: 1).contacts
    let typing = Typing(searches, in: contacts, seed: 1)
    let wanted = Typing(judged, in: contacts, seed: 1).searches
    let before = Memory.used
    let book = AddressBook(contacts)
    let bytes = Memory.used - before
    var search = ContactSearch()
    var rows = [
      row("the contact list", typing, wanted, size: size, bytes: bytes) { text in
        search.find(text, in: book)?.nearest ?? []
      }
    ]
    for tokenizer in FullTextIndex.Tokenizer.allCases {
      let before = FullTextIndex.memory
      let index = FullTextIndex(contacts, by: tokenizer)
      rows.append(
        row(
          "FTS5, \(tokenizer.rawValue)", typing, wanted, size: size,
          bytes: FullTextIndex.memory - before
        ) { index.find($0) })
    }
    return rows
  }

  private func row(
    _ candidate: String, _ typing: Typing, _ searches: [Typing.Search], size: Int, bytes: Int,
    find: (String) -> [ContactID]
  ) -> Row {
    let keystrokes = typing.keystrokes
    var times = OperationTimes(.keystroke)
    for _ in 0..<rounds {
      var watch = StepWatch()
      for text in keystrokes { watch.time { find(text).count } }
      times.add(watch.work, elapsed: watch.elapsed)
    }
    func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e6 }
    var found: [String: Double] = [:]
    for way in Self.meant {
      let wanted = searches.filter { $0.way == way }
      let right = wanted.count { search in search.meant.map(find(search.text).contains) ?? false }
      found[way.rawValue] = Double(right) / Double(max(1, wanted.count))
    }
    return Row(
      contacts: size, candidate: candidate, keystrokes: keystrokes.count,
      mean: times.typicalMean / 1e6, median: milliseconds(times.typical(50).value),
      ninetyNinth: milliseconds(times.typical(99).value),
      rawNinetyNinth: milliseconds(times.all.value(atPercentile: 99) ?? 0),
      bytesPerContact: Double(bytes) / Double(size), found: found)
  }
}
