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
