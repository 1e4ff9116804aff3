import Foundation

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

/// A segment file of the journal, with its space allocated.
struct JournalSegment: ~Copyable {
  private(set) var number: UInt64
  private(set) var file: DiskFile
  /// The length of the file.
  private(set) var length: Int

  /// The number of bytes allocated at a time, and the size of the first segment.
  static let piece = 256 << 10

  /// Makes a segment; returns when it is on the disk.
  ///
  /// All of its space is written as zeros, so that a turn replaces zeros: a later sync writes the
  /// turn, and no metadata of the file. `pause` is called after each piece, so that a concurrent
  /// sync waits for one piece at most.
  init(
    _ number: UInt64, in folder: String, room: Int = piece, pause: () -> Void = {}
  ) throws(StoreError) {
    let path = "\(folder)/\(Journal.name(ofSegment: number))"
    let file = try DiskFile(path, .creating)
    let length = max(room, Self.piece)
    do throws(StoreError) {
      try Self.fill(file, from: 0, to: length, Journal.plainSync, pause: pause)
      try file.write(JournalFormat.header(ofSegment: number, length: length), at: 0)
      try file.sync()
      try DiskFile.syncFolder(folder)
    } catch {
      do throws(StoreError) { try DiskFile.remove(path) } catch {}
      throw error
    }
    self.number = number
    self.file = file
    self.length = length
  }

  /// Replaces this segment by another, and returns this one's file.
  mutating func moveOn(to next: consuming JournalSegment) -> DiskFile {
    let before = consume self
    self = next
    return before.file
  }

  /// Extends the file to `end` bytes and an end mark.
  mutating func reach(_ end: Int, _ sync: Journal.Sync) throws(StoreError) {
    let needed = end + JournalFormat.end
    guard needed > length else { return }
    let longer = max(needed, length * 2)
    do throws(StoreError) {
      try Self.fill(file, from: length, to: longer, sync) {}
    } catch {
      do throws(StoreError) { try file.truncate(to: length) } catch {}
      throw error
    }
    // From here on the header may be the new one, even if its sync fails: the file stays as long.
    try file.write(JournalFormat.header(ofSegment: number, length: longer), at: 0)
    try sync(file)
    length = longer
  }

  private static func fill(
    _ file: borrowing DiskFile, from start: Int, to end: Int, _ sync: Journal.Sync,
    pause: () -> Void
  ) throws(StoreError) {
    for place in stride(from: start, to: end, by: piece) {
      try file.write([UInt8](repeating: 0, count: min(piece, end - place)), at: place)
      try sync(file)
      pause()
    }
  }
}

/// Makes journal segments ahead of their use, on its own thread.
///
/// A new segment takes several syncs and many writes, so the thread pauses between them.
final class SegmentMaker: @unchecked Sendable {
  /// The pause after each piece of a segment, in seconds.
  private static let pauseLength = 0.004

  private let folder: String
  // The condition guards all state that both threads use.
  private let condition = NSCondition()
  private var requested: UInt64?
  private var made: JournalSegment?
  private var isStopping = false
  private var hasStopped = false

  init(in folder: String) { self.folder = folder }

  func start() {
    LowPriorityThread.start("growthloop journal") { [self] in work() }
  }

  /// Requests the segment with this number, unless one is ready.
  func prepare(_ number: UInt64) {
    condition.withLock {
      if made == nil { request(number) }
    }
  }

  /// Returns the segment with this number if it is ready; else requests it.
  func segment(_ number: UInt64) -> JournalSegment? {
    condition.lock()
    defer { condition.unlock() }
    if let segment = made.take() { return segment }
    request(number)
    return nil
  }

  /// Stops the thread, and returns when it has ended.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasStopped { condition.wait() }
    }
  }

  private func request(_ number: UInt64) {
    guard requested == nil else { return }
    requested = number
    condition.broadcast()
  }

  private func pause() {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: Self.pauseLength)
      while !isStopping, condition.wait(until: end) {}
    }
  }

  private func work() {
    while let number = nextRequest() {
      var segment: JournalSegment?
      do throws(StoreError) {
        // With a piece more, so that the turn which fills it extends no file.
        let room = Journal.segmentSize + JournalSegment.piece
        segment = try JournalSegment(number, in: folder, room: room) { pause() }
      } catch {
        // The journal stays in its segment, and requests again.
      }
      condition.lock()
      made = segment.take()
      requested = nil
      condition.unlock()
    }
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  private func nextRequest() -> UInt64? {
    condition.withLock {
      while !isStopping, requested == nil { condition.wait() }
      return isStopping ? nil : requested
    }
  }
}
