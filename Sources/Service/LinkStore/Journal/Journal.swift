/// An append-only write-ahead log with one sync per turn.
struct Journal: ~Copyable {
  /// The length at which a segment ends and the next begins.
  static let segmentSize = 8 << 20

  private var segment: JournalSegment
  /// The previous segment, until its end mark is written.
  private var previous: DiskFile?
  private var lengthOfPrevious = 0
  /// The length of the segment's header and turns.
  private var length = JournalFormat.segmentHeader
  /// The number of the last turn that is durable.
  private(set) var lastTurn: UInt64
  /// The end of what failed turns may have left in the segment; zero if none did.
  private var leftovers = 0
  private let sync: Sync

  /// The bytes of a segment that only turns with deletions use, so that a full disk blocks few.
  static let reserve = 64 << 10

  /// Returns when all writes to a file are on the disk.
  typealias Sync = @Sendable (borrowing DiskFile) throws(StoreError) -> Void
  static let plainSync: Sync = { (file) throws(StoreError) in try file.sync() }

  /// Continues in a segment that follows all others.
  init(in segment: consuming JournalSegment, after turn: UInt64, sync: @escaping Sync) {
    self.segment = segment
    lastTurn = turn
    self.sync = sync
  }

  var number: UInt64 { segment.number }
  var isFull: Bool { length >= Self.segmentSize }
  /// Whether it is time to begin the next segment.
  var isHalfFull: Bool { length >= Self.segmentSize / 2 }

  /// Appends a turn and syncs it, all of it or nothing, and returns its number.
  ///
  /// A failed turn may be in the file, whole or in part. The next one replaces all of its bytes:
  /// after a failed sync the system no longer counts them as unwritten, and would not write them.
  mutating func append(
    _ changes: [UInt8], withDeletion: Bool = false
  ) throws(StoreError) -> UInt64 {
    try writeEndMark()
    var bytes = JournalFormat.bytes(ofTurn: lastTurn + 1, changes)
    let end = length + bytes.count
    try segment.reach(withDeletion ? end : end + Self.reserve, sync)
    bytes.append(contentsOf: repeatElement(0, count: max(0, leftovers - end)))
    leftovers = length + bytes.count
    try segment.file.write(bytes, at: length)
    try sync(segment.file)
    leftovers = 0
    length = end
    lastTurn += 1
    return lastTurn
  }

  /// Writes the end mark of the previous segment, which names this one, before its first turn.
  private mutating func writeEndMark() throws(StoreError) {
    guard let before = previous.take() else { return }
    do throws(StoreError) {
      try before.write(JournalFormat.end(before: segment.number), at: lengthOfPrevious)
      try before.sync()
    } catch {
      previous = consume before
      throw error
    }
  }

  /// Continues in another segment; returns the path of the one that ended.
  mutating func rotate(to next: consuming JournalSegment) -> String {
    let ended = segment.file.path
    lengthOfPrevious = length
    previous = segment.moveOn(to: next)
    length = JournalFormat.segmentHeader
    return ended
  }
}

extension Journal {
  static func name(ofSegment number: UInt64) -> String {
    let digits = String(number)
    return "journal-" + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  static func number(ofSegment name: String) -> UInt64? {
    guard name.hasPrefix("journal-") else { return nil }
    return UInt64(name.dropFirst("journal-".count))
  }
}
