import Attribution
public import GrowthloopTransport
import Vocabulary

/// The ledger of deletions: a keyed hash of each deleted user's id, the moment, and the fate of the
/// invites.
///
///     the file:   "gldele2\n", entries, the end, room
///     an entry:   number (8), moment (8), fate (8), link (8)
///     the end:    "gldelend", count (8), zeros (8), seal (8)
///
/// It is append-only and separate from the keys: a restore repeats every deletion in it. The link of
/// an entry is a keyed hash of the entry and of the link before it, and the seal one of the count
/// and of the last link: so a changed entry shows, and a missing one, the last too. The database
/// has the seal as well, from the turn that made the deletion. Space for later entries is allocated
/// ahead, so that a full disk blocks no entry.
struct DeletionLedger: ~Copyable {
  static let name = "deletions"

  private static let mark = Array("gldele2\n".utf8)
  private static let endMark = Array("gldelend".utf8)
  private static let entrySize = 32
  /// The number of entries allocated at a time.
  private static let batch = 128

  private let file: DiskFile
  private let sync: Journal.Sync
  private(set) var chain: Chain
  private var room: Int

  /// Continues after the entries of a chain; `room` more entries fit into the file.
  private init(
    _ path: String, after chain: Chain, room: Int, _ sync: @escaping Journal.Sync
  ) throws(StoreError) {
    file = try DiskFile(path, .updating)
    self.sync = sync
    self.chain = chain
    self.room = room
  }

  /// Appends entries, and returns when they are on the disk.
  mutating func append(_ entries: [Entry]) throws(StoreError) {
    guard !entries.isEmpty else { return }
    var longer = chain
    let bytes = entries.flatMap { Self.bytes(of: $0, in: &longer) } + Self.end(of: longer)
    try file.write(bytes, at: Self.place(chain.count))
    try sync(file)
    chain = longer
    room -= entries.count
    makeRoom()
  }

  /// Allocates space for later entries; a failed attempt is repeated with the next entry.
  private mutating func makeRoom() {
    guard room < Self.batch / 2 else { return }
    do throws(StoreError) {
      try file.write(
        [UInt8](repeating: 0, count: Self.batch * Self.entrySize),
        at: Self.place(chain.count + 1 + max(room, 0)))
      try sync(file)
      room = max(room, 0) + Self.batch
    } catch {}
  }

  private static func place(_ index: Int) -> Int { mark.count + index * entrySize }

  private static func bytes(of entry: Entry, in chain: inout Chain) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(entry)
    writer.put(chain.add(entry))
    return writer.bytes
  }

  private static func end(of chain: Chain) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(endMark)
    writer.put(UInt64(chain.count))
    writer.put(0 as UInt64)
    writer.put(chain.seal.hash)
    return writer.bytes
  }
}

extension DeletionLedger {
  struct Entry: Hashable, Sendable {
    let number: UInt64
    let at: Instant
    var fate = Fate.unknown
  }

  /// What became of the invites of a deleted user.
  enum Fate: UInt64, NumberField {
    /// An earlier release deleted the user.
    case unknown = 0
    case pseudonymised = 1
    case erased = 2

    init(_ fate: RecordFate) {
      switch fate {
      case .pseudonymised: self = .pseudonymised
      case .erased: self = .erased
      }
    }

    var number: UInt64 { rawValue }
    init?(number: UInt64) { self.init(rawValue: number) }
  }

  /// The number of some deletions, and a keyed hash of all of them.
  struct Seal: Hashable, Sendable {
    let count: UInt64
    let hash: UInt64
  }

  /// The keyed hashes that link deletions, each to those before it.
  struct Chain: Sendable {
    private(set) var count = 0
    private var link: UInt64 = 0
    private let keys: RootKeys

    init(_ keys: RootKeys, over entries: some Sequence<Entry> = []) {
      self.keys = keys
      for entry in entries { _ = add(entry) }
    }

    /// Adds an entry, and returns its link.
    mutating func add(_ entry: Entry) -> UInt64 {
      var writer = FixedWidthWriter()
      writer.put(link)
      writer.put(entry)
      link = keys.ledger.hash(writer.bytes.span, after: 1)
      count += 1
      return link
    }

    var seal: Seal {
      var writer = FixedWidthWriter()
      writer.put(link)
      writer.put(UInt64(count))
      return Seal(count: UInt64(count), hash: keys.ledger.hash(writer.bytes.span, after: 2))
    }

    /// The keyed hash of a user's id.
    func number(of person: PrincipalID) -> UInt64 { keys.deletions.number(of: person) }
  }

  /// The content of a ledger.
  struct Content {
    let path: String
    /// The entries up to the first damage.
    var entries: [Entry] = []
    /// The damage; `nil` for a ledger that is whole.
    var damage: StoreError?
    /// Whether it has links and an end: those of earlier releases do not.
    let isLinked: Bool
    /// The number of entries for which there is room behind it.
    var room = 0

    /// The entries of a ledger that is whole.
    func whole() throws(StoreError) -> [Entry] {
      if let damage { throw damage }
      return entries
    }
  }
}

extension DeletionLedger {
  /// Makes an empty ledger.
  static func begin(_ path: String, under keys: RootKeys) throws(StoreError) {
    try write([], to: path, under: keys)
  }

  /// Writes a new ledger.
  static func write(
    _ entries: [Entry], to path: String, under keys: RootKeys
  ) throws(StoreError) {
    var chain = Chain(keys)
    let file = try DiskFile(path, .creating)
    try file.write(mark + entries.flatMap { bytes(of: $0, in: &chain) } + end(of: chain), at: 0)
    try file.sync()
  }

  /// Returns the ledger of a store, to which later deletions are appended.
  ///
  /// `deletions` are all of the store; the last of them, those `inJournal`, are written again, since
  /// what a file shows after a failed sync may not be on the disk.
  static func goOn(
    with content: Content, _ deletions: [Entry], inJournal: Int, under keys: RootKeys,
    sync: @escaping Journal.Sync = Journal.plainSync
  ) throws(StoreError) -> DeletionLedger {
    var ledger: DeletionLedger
    if content.isLinked {
      let before = deletions.dropLast(inJournal)
      ledger = try DeletionLedger(
        content.path, after: Chain(keys, over: before),
        room: content.room + content.entries.count - before.count, sync)
      try ledger.append(Array(deletions.suffix(inJournal)))
    } else {
      let draft = "\(content.path).new"
      try DiskFile.remove(draft)
      try write(deletions, to: draft, under: keys)
      try DiskFile.rename(draft, to: content.path)
      ledger = try DeletionLedger(
        content.path, after: Chain(keys, over: deletions), room: 0, sync)
    }
    ledger.makeRoom()
    return ledger
  }
}

extension DeletionLedger {
  /// Reads a ledger, of this release or of an earlier one.
  static func read(_ path: String, under keys: RootKeys) throws(StoreError) -> Content {
    let bytes = try DiskFile.content(of: path)
    if let content = unlinked(bytes, at: path) { return content }
    guard bytes.starts(with: mark) else {
      throw .corrupt(path: path, finding: "it does not begin as a ledger of deletions does")
    }
    var content = Content(path: path, isLinked: true)
    var chain = Chain(keys)
    while true {
      let start = place(chain.count)
      let piece = bytes[min(start, bytes.count)..<min(start + entrySize, bytes.count)]
      if piece.starts(with: endMark), piece.elementsEqual(end(of: chain)) {
        content.room = (bytes.count - start) / entrySize - 1
        return content
      }
      var reader = FixedWidthReader(piece)
      var longer = chain
      guard let entry = try? Entry(from: &reader), let link = try? reader.take() as UInt64,
        link == longer.add(entry)
      else {
        content.damage = .corrupt(
          path: path, finding: "neither a whole entry nor the end is at byte \(start)")
        return content
      }
      content.entries.append(entry)
      chain = longer
    }
  }

  /// Returns the bytes of a ledger without its room, and the number of its entries; the links are
  /// not checked, which takes the root secret.
  static func copied(_ path: String) throws(StoreError) -> (bytes: [UInt8], count: Int) {
    var bytes = try DiskFile.content(of: path)
    // A service may be writing.
    while true {
      let again = try DiskFile.content(of: path)
      if again == bytes { break }
      bytes = again
    }
    if let content = unlinked(bytes, at: path) { return (bytes, try content.whole().count) }
    let places = stride(from: mark.count, through: bytes.count - entrySize, by: entrySize)
    guard bytes.starts(with: mark),
      let end = places.first(where: { bytes[$0...].starts(with: endMark) })
    else { throw .corrupt(path: path, finding: "it has no end as a ledger of deletions has") }
    return (Array(bytes[..<(end + entrySize)]), (end - mark.count) / entrySize)
  }

  /// Reads the ledger of an earlier release; `nil` if it is none.
  ///
  ///     the file:   "gldele1\n", then entries
  ///     an entry:   number (8), moment (8), checksum (4), zeros (4)
  private static func unlinked(_ bytes: [UInt8], at path: String) -> Content? {
    guard bytes.starts(with: Array("gldele1\n".utf8)) else { return nil }
    var content = Content(path: path, isLinked: false)
    let size = 24
    for start in stride(from: 8, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      if piece.allSatisfy({ $0 == 0 }) { continue }
      var reader = FixedWidthReader(piece)
      guard let number = try? reader.take() as UInt64, let at = try? Instant(from: &reader),
        let claimed = try? reader.take() as UInt32, let rest = try? reader.take() as UInt32,
        rest == 0, claimed == Checksum.of(piece.prefix(16)),
        start == 8 + content.entries.count * size
      else {
        content.damage = .corrupt(path: path, finding: "no whole entry is at byte \(start)")
        break
      }
      content.entries.append(Entry(number: number, at: at))
    }
    return content
  }
}

extension DeletionLedger.Content {
  /// Returns all deletions of a store: those of the ledger, and at the end those of the journal,
  /// which a crash may have kept from it.
  ///
  /// - Throws: The damage, unless the journal has what is damaged; or an error if these are not the
  ///   deletions under the newest seal, of the journal or of the database.
  func completed(
    by journal: JournalReader.Content, sealedBy database: DeletionLedger.Seal?,
    under keys: RootKeys
  ) throws(StoreError) -> (all: [DeletionLedger.Entry], inJournal: Int) {
    let deletions = try journal.deletions()
    let recent = deletions.map(\.entry)
    if recent.isEmpty, let damage { throw damage }
    let known = Set(recent)
    let all = entries.filter { !known.contains($0) } + recent
    // The deletions of an earlier release have no seal.
    let seal = deletions.last.flatMap(\.seal) ?? database
    guard seal != nil || isLinked else { return (all, recent.count) }
    let found = DeletionLedger.Chain(keys, over: all).seal
    guard let seal = seal ?? (all.isEmpty ? found : nil), seal == found else {
      let counted = Int(seal?.count ?? 0)
      throw damage
        ?? .corrupt(
          path: path,
          finding: all.count < counted
            ? "\(counted - all.count) deletions are missing that the data counts"
            : "it has deletions that the data has not, and 'growthloop store restore' repeats")
    }
    return (all, recent.count)
  }
}

extension DeletionLedger.Entry: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(
      number: try fields.next(\.number), at: try fields.next(\.at), fate: try fields.next(\.fate))
  }
}

extension DeletionLedger.Seal: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(count: try fields.next(\.count), hash: try fields.next(\.hash))
  }

  /// Reads the seal of the deletions in a database; `nil` before the first.
  init?(of database: Database) throws(StoreError) {
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'deletions'"
    guard try database.number(tables) == 1 else { return nil }
    let row = try database.prepare("SELECT count, hash FROM deletions")
    guard try row.step() else { return nil }
    var columns = SQLiteRowReader(row)
    guard let seal = try? Self(from: &columns) else {
      throw .corrupt(path: database.path, finding: "its seal of deletions is garbled")
    }
    self = seal
  }

  func write(to database: Database) throws(StoreError) {
    try database.prepare("INSERT OR REPLACE INTO deletions VALUES (1,?,?)").bind(self).run()
  }
}

extension KeyedHash {
  /// The keyed hash of a user's id in the ledger of deletions.
  func number(of person: PrincipalID) -> UInt64 {
    var writer = FixedWidthWriter()
    writer.put(person.rawValue)
    return hash(writer.bytes.span)
  }
}

/// The default place of a store's root secret: beside the folder, so that a copy of the folder
/// lacks it.
public enum RootSecretFile {
  public static func path(beside folder: String) -> String {
    var folder = folder[...]
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    return "\(folder).root-secret"
  }

  /// Reads the root secret of the store in `folder`; makes one if there is no store.
  public static func read(
    _ path: String? = nil, forStoreIn folder: String
  ) throws(SecretProblem) -> Secret {
    let file = SecretFile(path ?? self.path(beside: folder))
    // A new secret would open no existing row.
    guard !DiskFile.exists(StoreFiles(folder).keys) else { return try file.read() }
    let secret = try file.readOrGenerate()
    // An earlier start may have made it, and ended before its name was on the disk.
    do throws(SystemCallError) {
      try SmallFile(file.path).syncName()
    } catch {
      throw .inaccessible(error)
    }
    return secret
  }
}

/// The keys derived from the root secret, which lies outside the data folder.
struct RootKeys: Sendable {
  /// Wraps the keys in their file.
  let wrapping: SealingKey
  /// Hashes the ids of deleted users.
  let deletions: KeyedHash
  /// Links the entries of the ledger of deletions.
  let ledger: KeyedHash

  init(_ root: Secret) {
    wrapping = SealingKey(root, for: "growthloop store keys 1")
    deletions = KeyedHash(root.derived(for: "growthloop store deletions 1"))
    ledger = KeyedHash(root.derived(for: "growthloop store ledger 2"))
  }
}
