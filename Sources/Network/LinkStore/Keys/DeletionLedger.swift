import Vocabulary

/// The ledger of deletions: a keyed hash of each deleted user's id, and the moment.
///
///     the file:   "gldele1\n", then entries
///     an entry:   number (8), moment (8), checksum (4), zeros (4)
///
/// It is append-only and separate from the keys: a restore destroys the keys of every user in it.
/// Space for later entries is allocated ahead, so that a full disk blocks no deletion.
struct DeletionLedger: ~Copyable {
  static let name = "deletions"

  struct Entry: Hashable, Sendable {
    let number: UInt64
    let at: Instant
  }

  private static let mark = Array("gldele1\n".utf8)
  private static let entrySize = 24
  /// The number of entries allocated at a time.
  private static let batch = 128

  private let file: DiskFile
  private var count: Int
  private var room: Int

  /// Continues after the `count` entries that were read; call `makeRoom()` before the first append.
  init(_ path: String, after count: Int) throws(StoreError) {
    file = try DiskFile(path, .updating)
    self.count = count
    room = count
  }

  /// Appends entries, and returns when they are on the disk.
  mutating func append(_ entries: [Entry]) throws(StoreError) {
    guard !entries.isEmpty else { return }
    try file.write(entries.flatMap(Self.bytes), at: Self.place(count))
    try file.sync()
    count += entries.count
    // A failed allocation is retried with the next entry.
    do throws(StoreError) { try makeRoom() } catch {}
  }

  mutating func makeRoom() throws(StoreError) {
    guard room - count < Self.batch / 2 else { return }
    let end = max(room, count)
    try file.write(
      [UInt8](repeating: 0, count: Self.batch * Self.entrySize), at: Self.place(end))
    try file.sync()
    room = end + Self.batch
  }

  private static func place(_ index: Int) -> Int { mark.count + index * entrySize }

  private static func bytes(_ entry: Entry) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(entry)
    writer.put(Checksum.of(writer.bytes[...]))
    writer.put(0 as UInt32)
    return writer.bytes
  }
}

extension DeletionLedger {
  /// Makes an empty ledger.
  static func begin(_ path: String) throws(StoreError) {
    let file = try DiskFile(path, .creating)
    try file.write(mark, at: 0)
    try file.sync()
  }

  /// Writes a new ledger.
  static func write(_ entries: [Entry], to path: String) throws(StoreError) {
    let file = try DiskFile(path, .creating)
    try file.write(mark + entries.flatMap(bytes), at: 0)
    try file.sync()
  }

  /// Returns the entries of a ledger.
  ///
  /// The last entry may be torn, by a deletion that was not acknowledged; `torn` receives its
  /// place.
  static func read(_ path: String, torn: (Int) -> Void = { _ in }) throws(StoreError) -> [Entry] {
    let bytes = try DiskFile.content(of: path)
    guard bytes.starts(with: mark) else {
      throw .corrupt(path: path, finding: "it does not begin as a ledger of deletions does")
    }
    var entries: [Entry] = []
    var tornAt: Int?
    for start in stride(from: mark.count, to: bytes.count, by: entrySize) {
      let piece = bytes[start..<min(start + entrySize, bytes.count)]
      if piece.allSatisfy({ $0 == 0 }) { continue }
      if let tornAt {
        throw .corrupt(path: path, finding: "no whole entry is at byte \(tornAt)")
      }
      guard let entry = entry(piece) else {
        tornAt = start
        continue
      }
      guard mark.count + entries.count * entrySize == start else {
        throw .corrupt(path: path, finding: "entries are missing before byte \(start)")
      }
      entries.append(entry)
    }
    if let tornAt { torn(tornAt) }
    return entries
  }

  private static func entry(_ bytes: ArraySlice<UInt8>) -> Entry? {
    var reader = FixedWidthReader(bytes)
    guard let entry = try? Entry(from: &reader), let claimed = try? reader.take() as UInt32,
      let rest = try? reader.take() as UInt32, rest == 0, claimed == Checksum.of(bytes.prefix(16))
    else { return nil }
    return entry
  }
}

extension DeletionLedger.Entry: Row {
  init<Fields: RowFields<Self>>(_ fields: inout Fields) throws(Fields.Failure) {
    self.init(number: try fields.next(\.number), at: try fields.next(\.at))
  }
}
