import Attribution
public import GrowthloopTransport
import Invites
import Vocabulary

/// Seals the store of an earlier release, and removes its unsealed files.
public enum StoreMigration {
  /// The result of a migration.
  public struct Report: Hashable, Sendable {
    public let invites: Int
    public let people: Int
    public let clicks: Int
    /// The removed unsealed files.
    public let removed: [String]
  }

  /// Whether a folder holds an unsealed store.
  public static func isNeeded(in folder: String) -> Bool {
    DiskFile.exists(StoreFiles(folder).plain)
  }

  /// Seals the store in `folder`, all of it or nothing.
  ///
  /// After a crash, call it again. The unsealed files are overwritten before removal; copies
  /// elsewhere, and what a disk retains by itself, are not.
  public static func seal(_ folder: String, root: Secret) throws(StoreError) -> Report {
    let lock = try DiskFile(folder, .locking)
    let files = StoreFiles(folder)
    guard isNeeded(in: folder) else {
      throw .corrupt(path: folder, finding: "no store of an earlier release is in it")
    }
    let state = PlainState()
    let next = try state.read(files)
    if !DiskFile.exists(files.database) {
      let draft = StoreFiles("\(folder)/sealing")
      try draft.remove()
      try state.write(to: draft.path, root: root, numberedFrom: next)
      // The database last: it completes the store.
      for (from, to) in [
        (draft.keys, files.keys), (draft.ledger, files.ledger), (draft.database, files.database),
      ] {
        try DiskFile.rename(from, to: to)
        try DiskFile.syncFolder(folder)
      }
      try draft.remove()
    }
    let report = Report(
      invites: state.invites.count, people: state.relations.people.count,
      clicks: state.clicks.count, removed: try removePlainFiles(files))
    withExtendedLifetime(lock) {}
    return report
  }

  /// Removes the unsealed files; the database last, because it marks the work as unfinished.
  private static func removePlainFiles(_ files: StoreFiles) throws(StoreError) -> [String] {
    let names = try DiskFile.names(in: files.path)
    let plain = names.filter { Journal.number(ofSegment: $0) != nil || $0.hasPrefix("links.") }
      .filter { "\(files.path)/\($0)" != files.plain }
    var removed: [String] = []
    for path in plain.map({ "\(files.path)/\($0)" }) + [files.plain] {
      try DiskFile.overwrite(path)
      try DiskFile.remove(path)
      removed.append(path)
    }
    try DiskFile.syncFolder(files.path)
    return removed
  }
}

/// The content of an unsealed store.
private final class PlainState: RelationStore {
  private(set) var invites: [InviteCode: StoredInvite] = [:]
  var clicks: [ClickFootprint] { relations.clicks.clicks(numbered: 0...UInt64.max) }

  init() {
    super.init(.everything, deletions: RootKeys(.random()).deletions)
  }

  /// Reads the files, and returns the number of the next click.
  func read(_ files: StoreFiles) throws(StoreError) -> UInt64 {
    let database = try Database(files.plain, for: .reading)
    let loader = PlainLoader(database: database)
    try loader.load { take($0) }
    relations.number(from: try loader.nextSequence())
    try PlainJournal(folder: files.path).forEachChange(after: try loader.lastTurn()) { take($0) }
    return relations.nextSequence
  }

  private func take(_ change: LinkChange) {
    switch change {
    case .invite(let invite): invites[invite.record.code] = invite
    case .inviteGone(let code): invites[code] = nil
    // The service repeats a sweep after it opens the store.
    case .clicksSwept: break
    default: _ = relations.apply(change)
    }
  }

  /// Writes the content to a new store.
  func write(to folder: String, root: Secret, numberedFrom next: UInt64) throws(StoreError) {
    let store = try SQLiteLinkStore(in: folder, .everything, root: root)
    var count = 0
    func write(_ change: LinkChange) throws(StoreError) {
      store.write(change)
      count += 1
      if count % 10_000 == 0 { try store.commit() }
    }
    for code in invites.keys.sorted() {
      if let invite = invites[code] { try write(.invite(invite)) }
    }
    for change in relations.changes { try write(change) }
    try store.commit()
    try store.close()
    try ChangeWriter(Database(StoreFiles(folder).database, for: .writing)).goOn(from: next)
  }
}

extension Relations {
  /// The changes that make this state, in loading order.
  fileprivate var changes: [LinkChange] {
    var changes = people.values.sorted { $0.id < $1.id }.map { LinkChange.person($0) }
    changes += clicks.clicks(numbered: 0...UInt64.max).map { .click($0) }
    changes += openings.values.sorted { $0.sequence < $1.sequence }
      .map { .opening($0) }
    changes += referrals.values.sorted {
      ($0.arrivedAt, $0.inviter, $0.invitee) < ($1.arrivedAt, $1.inviter, $1.invitee)
    }.map { .referral($0) }
    changes += requests.values.sorted { ($0.at, $0.code) < ($1.at, $1.code) }.map { .request($0) }
    changes += notices.values.sorted {
      ($0.decidedAt, $0.pair.inviter, $0.pair.invitee)
        < ($1.decidedAt, $1.pair.inviter, $1.pair.invitee)
    }.map { .notice($0) }
    return changes
  }
}

/// The unsealed journal of an earlier release.
///
///     segment:  "glj1" and its number in 8 bytes, then turns as they are today, of plain changes
///
/// After the last turn there may be zeros, or a torn turn.
struct PlainJournal {
  private static let mark = Array("glj1".utf8)
  private static let header = 12

  let folder: String

  /// The segments, oldest first.
  private func segments() throws(StoreError) -> [String] {
    try DiskFile.names(in: folder).filter { Journal.number(ofSegment: $0) != nil }
      .map { "\(folder)/\($0)" }
  }

  /// Calls `body` with every change after the database's last turn.
  func forEachChange(
    after last: UInt64, _ body: (LinkChange) -> Void
  ) throws(StoreError) {
    var expected = last + 1
    for path in try segments() {
      let bytes = try DiskFile.content(of: path)
      if bytes.isEmpty { continue }
      guard bytes.starts(with: Self.mark) else {
        throw .corrupt(path: path, finding: "it does not begin as a journal does")
      }
      var place = Self.header
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        place += JournalFormat.turnHeader + turn.changes.count
        guard turn.number >= expected else { continue }
        guard turn.number == expected else {
          throw .corrupt(path: path, finding: "turn \(expected) is missing from the journal")
        }
        expected += 1
        do {
          var reader = FixedWidthReader(turn.changes)
          while !reader.isAtEnd { body(try LinkChange(from: &reader)) }
        } catch {
          throw .corrupt(path: path, finding: "turn \(turn.number) of the journal is garbled")
        }
      }
    }
  }
}

/// Reads the unsealed database of an earlier release.
struct PlainLoader {
  let database: Database

  /// The last turn in the database.
  func lastTurn() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT turn FROM progress"))
  }

  func nextSequence() throws(StoreError) -> UInt64 {
    UInt64(bitPattern: try database.number("SELECT next_sequence FROM progress"))
  }

  /// Calls `give` with a change for each row: clicks in their order.
  func load(_ give: (LinkChange) -> Void) throws(StoreError) {
    try each("invites") { give(.invite(try $0.row())) }
    try each("people") { give(.person(try $0.row())) }
    try loadClicks(give)
    try each("openings ORDER BY sequence") { give(.opening(try $0.row())) }
    try each("referrals ORDER BY arrived_at") { give(.referral(try $0.row())) }
    try each("requests ORDER BY at") { give(.request(try $0.row())) }
    try each("notices ORDER BY decided_at") { give(.notice(try $0.row())) }
  }

  private func loadClicks(_ give: (LinkChange) -> Void) throws(StoreError) {
    var spent: Set<UInt64> = []
    try each("spent_clicks") { spent.insert(UInt64(bitPattern: $0.integer(0))) }
    try each("click_blocks ORDER BY first") { row in
      var reader = FixedWidthReader(row.bytes(3)[...])
      while !reader.isAtEnd {
        var click = try reader.takeClick()
        click.isSpent = spent.contains(click.sequence)
        give(.click(click))
      }
    }
  }

  private func each(
    _ table: String, _ body: (Statement) throws -> Void
  ) throws(StoreError) {
    let rows = try database.prepare("SELECT * FROM \(table)")
    while try rows.step() {
      do {
        try body(rows)
      } catch {
        throw .corrupt(path: database.path, finding: "a row of \(table) is malformed")
      }
    }
  }
}

extension Statement {
  /// Reads a row from the columns.
  fileprivate func row<Value: Row>() throws(MalformedField) -> Value {
    var columns = SQLiteRowReader(self)
    return try Value(from: &columns)
  }
}
