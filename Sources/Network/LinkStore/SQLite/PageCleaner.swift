/// Overwrites what SQLite leaves behind in the pages of a database, and empties its log.
///
/// With `secure_delete` it overwrites every row that it deletes. But where it moves rows from one page
/// to another, a copy may stay in the first, between its cells: in room that means nothing, and of
/// which nobody knows when the row is deleted later. So that room is filled with zeros in every page
/// that the log has brought into the database, before anybody hears that the log is empty.
final class PageCleaner {
  private let database: Database
  private let pageSize: Int
  /// The pages that may have to be cleaned; `nil` for all, as nobody knows what was before.
  private var soiled: Set<Int>?
  /// Up to where the log was read, in the round that began with these salts.
  private var noted: (salts: [UInt8], end: Int) = ([], 0)

  /// Cleans all pages, unless somebody reads from the log.
  init(_ database: Database) throws(StoreError) {
    self.database = database
    pageSize = Int(try database.number("PRAGMA page_size"))
    // From now on nobody but the cleaner has the database take over its log, and sees what it brings.
    database.countLog()
    _ = try emptyLog()
  }

  /// Has the database take over what stands in its log, once that is long.
  func shortenLog() throws(StoreError) {
    guard database.pagesLogged >= Applier.logPages else { return }
    try noteLog()
    _ = try database.number("PRAGMA wal_checkpoint(PASSIVE)")
  }

  /// Empties the log, and cleans all that it has brought; `false` if somebody still reads from it.
  func emptyLog() throws(StoreError) -> Bool {
    try noteLog()
    guard try database.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { return false }
    var isClean = false
    // Nobody may change a page meanwhile: nobody may write, and no log has anything to bring.
    try database.transaction { () throws(StoreError) in
      guard try database.length(of: .log) == 0 else { return }
      try cleanPages()
      isClean = true
    }
    guard isClean else { return false }
    soiled = []
    // Else pages come back as they were in memory.
    try database.run("PRAGMA shrink_memory")
    return true
  }

  private func cleanPages() throws(StoreError) {
    let pages = 1..<(try database.length(of: .pages) / pageSize + 1)
    var isChanged = false
    for page in soiled.map({ $0.sorted().filter(pages.contains) }) ?? Array(pages)
    where try clean(page) {
      isChanged = true
    }
    if isChanged { try database.sync() }
  }

  /// Remembers the pages that the log has got since the last time: a reader may let it grow for long.
  private func noteLog() throws(StoreError) {
    let length = try database.length(of: .log)
    guard length > LogFormat.header else { return }
    let salts = try database.read(8, of: .log, at: LogFormat.salts)
    let frame = LogFormat.frameHeader + pageSize
    let start = salts == noted.salts ? noted.end : LogFormat.header
    // What stands behind is of an earlier round.
    let end = min(length, LogFormat.header + database.pagesLogged * frame)
    for place in stride(from: start, to: end, by: frame) {
      let number = try database.read(4, of: .log, at: place)
      soiled?.insert(number.reduce(0) { $0 << 8 | Int($1) })
    }
    noted = (salts, max(start, end))
  }

  /// Tells whether there was anything to overwrite.
  private func clean(_ page: Int) throws(StoreError) -> Bool {
    let place = (page - 1) * pageSize
    let bytes = try database.read(pageSize, of: .pages, at: place)
    guard let room = PageFormat.unusedRoom(in: bytes, isFirst: page == 1),
      bytes[room].contains(where: { $0 != 0 })
    else { return false }
    try database.write([UInt8](repeating: 0, count: room.count), at: place + room.lowerBound)
    return true
  }
}

/// How SQLite lays out its log.
private enum LogFormat {
  static let header = 32
  /// Where two numbers stand that change whenever the log begins anew.
  static let salts = 16
  /// The number of the page, the highest byte first, and what checks it.
  static let frameHeader = 24
}

/// How SQLite lays out a page.
enum PageFormat {
  /// Where a page of rows has nothing, between its list of cells and the first of them; `nil` if it is
  /// a page of another kind.
  static func unusedRoom(in page: [UInt8], isFirst: Bool) -> Range<Int>? {
    // The header of the whole file comes before that of the first page.
    let start = isFirst ? 100 : 0
    guard page.count >= 512 else { return nil }
    let header: Int
    switch page[start] {
    case 2, 5: header = 12
    case 10, 13: header = 8
    // A page that goes on with a long value begins with the number of the next one: zero, while there
    // are fewer than 2²⁴, which are 64 GB.
    default: return nil
    }
    func number(_ place: Int) -> Int {
      Int(page[start + place]) << 8 | Int(page[start + place + 1])
    }
    let end = number(5) == 0 ? 65_536 : number(5)
    let first = start + header + 2 * number(3)
    return first <= end && end <= page.count ? first..<end : nil
  }
}
