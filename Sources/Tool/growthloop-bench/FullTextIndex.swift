import AddressBooks
internal import CGrowthloopSQLite
import GrowthloopContacts
import Statistics

/// The contacts in a full-text index of SQLite, in memory; many apps search this way.
///
/// `@safe`: it owns both handles, which only `deinit` frees, the statement first. SQLite copies the
/// bound values.
@safe
final class FullTextIndex {
  /// The tokenizer of the index.
  enum Tokenizer: String, CaseIterable {
    /// Prefixes of words, without diacritics.
    case prefix
    /// Every three consecutive letters.
    case trigram

    fileprivate var options: String {
      switch self {
      case .prefix: "tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4'"
      case .trigram: "tokenize = 'trigram'"
      }
    }

    /// Returns the query for `text`; `nil` if the index cannot represent it.
    fileprivate func query(_ text: String) -> String? {
      let words = text.split(whereSeparator: \.isWhitespace).filter { word in
        self == .prefix ? word.contains { $0.isLetter || $0.isNumber } : word.count >= 3
      }
      guard !words.isEmpty else { return nil }
      let quoted = words.map { "\"" + String($0).replacing("\"", with: "\"\"") + "\"" }
      return quoted.map { self == .prefix ? $0 + "*" : $0 }.joined(separator: " AND ")
    }
  }

  private let tokenizer: Tokenizer
  private let database: OpaquePointer
  private let search: OpaquePointer

  init(_ contacts: [Contact], by tokenizer: Tokenizer) {
    self.tokenizer = tokenizer
    var opened: OpaquePointer?
    unsafe Self.expect(SQLITE_OK, sqlite3_open(":memory:", &opened))
    guard let database = unsafe opened else { preconditionFailure("SQLite has no memory") }
    unsafe self.database = database
    unsafe Self.expect(
      SQLITE_OK,
      sqlite3_exec(
        database,
        """
        CREATE VIRTUAL TABLE people USING fts5(
          name, nickname, organisation, phones, emails, \(tokenizer.options));
        BEGIN
        """, nil, nil, nil))
    let insert = unsafe Self.prepare(
      "INSERT INTO people(rowid, name, nickname, organisation, phones, emails) "
        + "VALUES (?, ?, ?, ?, ?, ?)", in: database)
    for contact in contacts { unsafe Self.enter(contact, by: insert) }
    unsafe sqlite3_finalize(insert)
    unsafe Self.expect(
      SQLITE_OK,
      sqlite3_exec(
        database, "COMMIT; INSERT INTO people(people) VALUES ('optimize')", nil, nil, nil))
    unsafe search = Self.prepare(
      "SELECT rowid FROM people WHERE people MATCH ? ORDER BY rank LIMIT 50", in: database)
  }

  deinit {
    unsafe sqlite3_finalize(search)
    unsafe sqlite3_close(database)
  }

  /// Returns the first fifty contacts with every word of `text`, by the rank of the index.
  func find(_ text: String) -> [ContactID] {
    guard let query = tokenizer.query(text) else { return [] }
    unsafe sqlite3_bind_text(search, 1, query, -1, Self.copied)
    var found: [ContactID] = []
    var code = unsafe sqlite3_step(search)
    while code == SQLITE_ROW {
      let row = unsafe sqlite3_column_int64(search, 0)
      found.append(ContactID(rawValue: UInt64(row - 1)))
      code = unsafe sqlite3_step(search)
    }
    Self.expect(SQLITE_DONE, code)
    unsafe sqlite3_reset(search)
    return found
  }

  /// The bytes that SQLite has allocated.
  static var memory: Int { Int(sqlite3_memory_used()) }

  private static func enter(_ contact: Contact, by insert: OpaquePointer) {
    let name = [contact.name.given, contact.name.middle, contact.name.family]
    let texts = [
      name.joined(separator: " "), contact.name.nickname, contact.name.organisation,
      contact.phones.map { "\($0.text) \($0.digits)" }.joined(separator: " "),
      contact.emails.joined(separator: " "),
    ]
    unsafe sqlite3_bind_int64(insert, 1, Int64(contact.id.rawValue) + 1)
    for (place, text) in texts.enumerated() {
      unsafe sqlite3_bind_text(insert, Int32(place) + 2, text, -1, copied)
    }
    unsafe expect(SQLITE_DONE, sqlite3_step(insert))
    unsafe sqlite3_reset(insert)
  }

  private static func prepare(_ sql: String, in database: OpaquePointer) -> OpaquePointer {
    var prepared: OpaquePointer?
    unsafe expect(SQLITE_OK, sqlite3_prepare_v2(database, sql, -1, &prepared, nil))
    guard let statement = unsafe prepared else { preconditionFailure("no statement: \(sql)") }
    return unsafe statement
  }

  private static func expect(_ expected: Int32, _ code: Int32) {
    precondition(code == expected, "SQLite gave \(code), with full-text search or without")
  }

  /// The marker that makes SQLite copy a bound value.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

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
