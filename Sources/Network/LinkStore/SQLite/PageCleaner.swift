/// Empties the log of a database, and overwrites what SQLite leaves behind in its pages.
///
/// With `secure_delete` it overwrites every row that it deletes. But where it moves rows from one page
/// to another, a copy may stay in the first, between its cells: in room that means nothing, and of
/// which nobody knows when the row is deleted later. So that room is filled with zeros in every page
/// that the log brought into the database, before anybody hears that the log is empty.
struct PageCleaner {
  private let database: Database
  private let pageSize: Int
  /// The pages that may have to be cleaned; `nil` for all of them, as what was before is not known.
  private var soiled: Set<Int>?
  /// How many pages the log may have before it is emptied again.
  private var mostLogged: Int

  init(_ database: Database) throws(StoreError) {
    self.database = database
    pageSize = Int(try database.number("PRAGMA page_size"))
    mostLogged = Applier.logPages
  }

  /// Whether the log has grown so long that it should be emptied.
  func isLogLong() throws(StoreError) -> Bool {
    try database.length(of: .log) > mostLogged * (LogFormat.frameHeader + pageSize)
  }

  /// Empties the log; `false` if somebody still reads from it.
  mutating func emptyLog() throws(StoreError) -> Bool {
    let logged = try pagesOfLog()
    soiled?.formUnion(logged)
    guard try database.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      mostLogged = logged.count + Applier.logPages
      return false
    }
    mostLogged = Applier.logPages
    var isClean = false
    // Nobody may change a page meanwhile: nobody may write, and no log has anything to bring.
    try database.transaction { () throws(StoreError) in
      guard try database.length(of: .log) == 0 else { return }
      try clean()
      isClean = true
    }
    guard isClean else { return false }
    soiled = []
    // Else pages come back as they were in memory.
    try database.run("PRAGMA shrink_memory")
    return true
  }

  private func pagesOfLog() throws(StoreError) -> Set<Int> {
    let length = try database.length(of: .log)
    var pages: Set<Int> = []
    for place in stride(
      from: LogFormat.header, to: length, by: LogFormat.frameHeader + pageSize)
    {
      let number = try database.read(4, of: .log, at: place)
      pages.insert(number.reduce(0) { $0 << 8 | Int($1) })
    }
    return pages
  }

  private func clean() throws(StoreError) {
    let count = try database.length(of: .pages) / pageSize
    var isChanged = false
    func clean(_ page: Int) throws(StoreError) {
      let place = (page - 1) * pageSize
      let bytes = try database.read(pageSize, of: .pages, at: place)
      guard let room = PageFormat.unusedRoom(in: bytes, isFirst: page == 1),
        bytes[room].contains(where: { $0 != 0 })
      else { return }
      try database.write([UInt8](repeating: 0, count: room.count), at: place + room.lowerBound)
      isChanged = true
    }
    if let soiled {
      for page in soiled.sorted() where (1...max(1, count)).contains(page) { try clean(page) }
    } else {
      for page in 1..<count + 1 { try clean(page) }
    }
    if isChanged { try database.sync() }
  }
}

/// How SQLite lays out its log.
private enum LogFormat {
  static let header = 32
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
    // are fewer than 2²⁴.
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
