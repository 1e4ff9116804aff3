import Attribution
import Invites
import Vocabulary

/// Decrypts the rows of a database, and passes them on as changes.
///
/// Each row is authenticated with its name, and their number is checked, so that changed, moved and
/// lost rows are found. Rows under a destroyed key are left out.
struct Loader {
  private let database: Database
  private let progress: Progress
  private let keysPath: String
  private let places: [KeyPlace]

  /// Whether it continues after damage, and collects it in `damages`.
  var goesOn = false
  private(set) var damages: [StoreError] = []

  /// The rows that can no longer be opened, and may be removed.
  struct Dropped {
    var rows: [RowName] = []
    var blocks: [UInt64] = []
    /// The places that they name, whose keys are destroyed, or one of two.
    var places: Set<UInt32> = []
  }

  private(set) var dropped = Dropped()
  /// Receives a person and the place of their key.
  typealias Seat = (PrincipalID, UInt32) -> Void

  /// The clicks, by the places of their keys.
  private(set) var hours = ClickHours()

  private var marks: [UInt64: ClickMark] = [:]
  private var seated: [PrincipalID: UInt32] = [:]
  /// The most by which clicks may be out of order.
  private let lateness: Interval

  init(
    _ database: Database, keys places: [KeyPlace], at keysPath: String, lateness: Interval
  ) throws(StoreError) {
    self.database = database
    self.places = places
    self.keysPath = keysPath
    self.lateness = lateness
    progress = try Progress(of: database)
  }

  /// Loads all invites, ordered by code.
  mutating func loadInvites(_ seat: Seat, _ give: (StoredInvite) -> Void) throws(StoreError) {
    try eachRow(.invite, seat) { change in
      if case .invite(let invite) = change { give(invite) }
    }
  }

  /// Loads everything else: clicks by number, and rows with a retention by their start.
  mutating func load(_ seat: Seat, _ give: (LinkChange) -> Void) throws(StoreError) {
    try eachRow(.person, seat, give)
    try loadMarks()
    try loadClicks(give)
    try eachRow(.opening, seat, give)
    for kind in [RowName.Kind.referral, .request, .notice, .email, .announcement] {
      var changes: [(since: Instant, change: LinkChange)] = []
      try eachRow(kind, seat) { changes.append(($0.since, $0)) }
      for entry in changes.sorted(by: { $0.since < $1.since }) { give(entry.change) }
    }
    try count("rows", rowsRead, progress.rows)
    try count("clicks", blocksRead, progress.blocks)
  }

  private var rowsRead = 0
  private var blocksRead = 0

  private mutating func count(_ table: String, _ found: Int, _ expected: Int) throws(StoreError) {
    try trying { loader throws(StoreError) in
      guard found == expected else {
        throw loader.damage("\(table) has \(found) rows, and had \(expected)")
      }
    }
  }

  private func damage(_ finding: String) -> StoreError {
    .corrupt(path: database.path, finding: finding)
  }

  /// Runs `body`, and collects its error if `goesOn`.
  private mutating func trying(
    _ body: (inout Loader) throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try body(&self)
    } catch {
      guard goesOn else { throw error }
      if !damages.contains(error) { damages.append(error) }
    }
  }
}

extension Loader {
  /// The key of a place; `nil` if it was destroyed.
  private func key(_ place: UInt32) throws(StoreError) -> SealingKey? {
    guard place > 0, Int(place) < places.count else {
      throw .corrupt(path: keysPath, finding: "place \(place) is missing")
    }
    switch places[Int(place)] {
    case .live(let key): return key
    case .gone: return nil
    case .damaged: throw .corrupt(path: keysPath, finding: "place \(place) is garbled")
    }
  }

  private func key(_ places: (UInt32, UInt32)) throws(StoreError) -> SealingKey? {
    let first = try key(places.0)
    guard places.1 != 0 else { return first }
    let second = try key(places.1)
    guard let first, let second else { return nil }
    return first.and(second)
  }

  private mutating func eachRow(
    _ kind: RowName.Kind, _ seat: Seat, _ give: (LinkChange) -> Void
  ) throws(StoreError) {
    try eachBox(kind) { loader, label, text throws(StoreError) in
      var reader = FixedWidthReader(text[...])
      guard let change = try? LinkChange(from: &reader), reader.isAtEnd else {
        throw loader.damage("a row of \(kind)s is malformed")
      }
      for (person, place) in zip(change.people, [label.places.0, label.places.1]) {
        if let known = loader.seated.updateValue(place, forKey: person) {
          guard known == place else { throw loader.damage("one person has two keys") }
        } else {
          seat(person, place)
        }
      }
      give(change)
    }
  }

  private mutating func loadMarks() throws(StoreError) {
    try eachBox(.clickMark) { loader, label, text throws(StoreError) in
      guard text.count == 1, let mark = ClickMark(rawValue: text[0]) else {
        throw loader.damage("the mark of click \(label.name.first) is malformed")
      }
      loader.marks[label.name.first] = mark
    }
  }

  /// Opens all rows of a kind, ordered by name.
  private mutating func eachBox(
    _ kind: RowName.Kind,
    _ body: (inout Loader, SealedRow.Label, [UInt8]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let rows = try database.prepare(
      "SELECT * FROM rows WHERE kind = ? ORDER BY first, second")
    rows.bind(Int64(kind.rawValue))
    while try rows.step() {
      rowsRead += 1
      var columns = SQLiteRowReader(rows)
      let found = try? SealedRow.Label(from: &columns)
      let box = columns.takeBytes()
      try trying { loader throws(StoreError) in
        guard let label = found else { throw loader.damage("a row of \(kind)s is malformed") }
        guard let key = try loader.key(label.places) else {
          loader.dropped.rows.append(label.name)
          loader.dropped.places.formUnion([label.places.0, label.places.1])
          return
        }
        guard let text = SealedBox.open(box, for: label.bytes, under: key) else {
          throw loader.damage("a row of \(kind)s does not open")
        }
        try body(&loader, label, text)
      }
    }
  }

  private mutating func loadClicks(_ give: (LinkChange) -> Void) throws(StoreError) {
    let blocks = try database.prepare("SELECT first, last, place, boxes FROM clicks ORDER BY first")
    var order = ClickOrder(lateness)
    while try blocks.step() {
      blocksRead += 1
      let first = UInt64(bitPattern: blocks.integer(0))
      let place = UInt32(clamping: blocks.integer(2))
      try trying { loader throws(StoreError) in
        guard let key = try loader.key(place) else {
          loader.dropped.blocks.append(first)
          loader.dropped.places.insert(place)
          return
        }
        do {
          var next = first
          var last = first
          try ClickBlock.each(in: blocks.bytes(3)[...]) { clicks in
            guard clicks.label.place == place, clicks.label.first >= next else {
              throw MalformedField()
            }
            try loader.open(clicks, under: key, &order, give)
            last = clicks.label.last
            next = last + 1
          }
          guard last == UInt64(bitPattern: blocks.integer(1)) else { throw MalformedField() }
        } catch {
          throw loader.damage("the clicks from \(first) on do not open")
        }
      }
    }
  }

  private mutating func open(
    _ clicks: SealedClicks, under key: SealingKey, _ order: inout ClickOrder,
    _ give: (LinkChange) -> Void
  ) throws {
    let purpose = clicks.label.purpose(areKept: true)
    guard let text = SealedBox.open(clicks.box, for: purpose, under: key) else {
      throw MalformedField()
    }
    var reader = FixedWidthReader(text[...])
    while !reader.isAtEnd {
      let click = try reader.takeClick()
      guard order.takes(click) else { throw MalformedField() }
      hours.note(click.sequence, at: click.at, sealedAt: clicks.label.place)
      give(.click(marks[click.sequence]?.applied(to: click) ?? click))
    }
  }
}

/// The order of stored clicks: by number, and by time up to the lateness.
private struct ClickOrder {
  private let lateness: Interval
  private var newest: (at: Instant, sequence: UInt64)?

  init(_ lateness: Interval) { self.lateness = lateness }

  mutating func takes(_ click: ClickFootprint) -> Bool {
    if let newest, newest.sequence >= click.sequence || newest.at > click.at + lateness {
      return false
    }
    newest = (max(newest?.at ?? click.at, click.at), click.sequence)
    return true
  }
}

extension LinkChange {
  /// The start of a row's retention.
  fileprivate var since: Instant {
    switch self {
    case .referral(let referral): referral.arrivedAt
    case .request(let request): request.at
    case .notice(let notice): notice.decidedAt
    case .email(let notice): notice.since
    default: .distantFuture
    }
  }
}
