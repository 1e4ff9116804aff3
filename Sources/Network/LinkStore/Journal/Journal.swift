/// Where turns become durable: files that only grow, with one sync a turn.
struct Journal: ~Copyable {
  /// Where a segment ends and the next begins.
  static let segmentSize = 8 << 20

  private var segment: JournalSegment
  /// The segment that the journal has left, until it says so.
  private var left: DiskFile?
  private var lengthOfLeft = 0
  /// The length up to which the segment has turns.
  private var length = JournalFormat.segmentHeader
  /// The number of the last turn that is durable.
  private(set) var lastTurn: UInt64
  /// Why nothing can be appended any more: what a failed sync left on the disk, nobody knows.
  private var defect: StoreError?
  private let sync: Sync

  /// Returns when what was written to a file is on the disk.
  typealias Sync = @Sendable (borrowing DiskFile) throws(StoreError) -> Void

  /// Goes on in a segment that is behind all others.
  init(in segment: consuming JournalSegment, after turn: UInt64, sync: @escaping Sync) {
    self.segment = segment
    lastTurn = turn
    self.sync = sync
  }

  var number: UInt64 { segment.number }
  var isFull: Bool { length >= Self.segmentSize }
  /// Whether it is time to begin the next segment.
  var isHalfFull: Bool { length >= Self.segmentSize / 2 }

  /// Makes a turn durable, all of it or nothing, and returns its number.
  mutating func append(_ changes: [UInt8]) throws(StoreError) -> UInt64 {
    if let defect { throw defect }
    try sayWhereItGoesOn()
    let bytes = JournalFormat.bytes(ofTurn: lastTurn + 1, changes)
    try segment.reach(length + bytes.count)
    do throws(StoreError) {
      try segment.file.write(bytes, at: length)
    } catch {
      // Part of it may stand there; the next turn must not come behind a torn one.
      do throws(StoreError) {
        try segment.clear(from: length, count: bytes.count)
      } catch {
        defect = error
      }
      throw error
    }
    do throws(StoreError) {
      try sync(segment.file)
    } catch {
      defect = error
      throw error
    }
    length += bytes.count
    lastTurn += 1
    return lastTurn
  }

  /// Nothing can be appended any more, for that reason.
  mutating func end(because problem: StoreError) { defect = problem }

  /// Before the first turn of a segment is durable, the one before tells where the journal went.
  private mutating func sayWhereItGoesOn() throws(StoreError) {
    guard let before = left.take() else { return }
    do throws(StoreError) {
      try before.write(JournalFormat.end(before: segment.number), at: lengthOfLeft)
      try before.sync()
    } catch {
      left = consume before
      throw error
    }
  }

  /// Ends the segment and goes on in another; returns the path of the one that ended.
  mutating func rotate(to next: consuming JournalSegment) -> String {
    let ended = segment.file.path
    lengthOfLeft = length
    left = segment.moveOn(to: next)
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
