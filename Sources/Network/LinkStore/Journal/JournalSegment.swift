/// A file of the journal that is begun, and holds no turn yet.
struct JournalSegment: ~Copyable {
  private(set) var number: UInt64
  private(set) var file: DiskFile
  /// How long it is.
  private(set) var length: Int

  /// How many bytes of room are written at a time; the first segment has no more.
  static let piece = 256 << 10

  /// Returns when the segment is on the disk.
  ///
  /// It has its whole room already, so that a turn only replaces zeros: a sync then writes the turn and
  /// nothing about the file, and waits for nobody else's writing. The room is made piece by piece,
  /// with a `pause` after each: whoever syncs meanwhile waits for no more than one of them.
  init(
    _ number: UInt64, in folder: String, room: Int = piece, pause: () -> Void = {}
  ) throws(StoreError) {
    let path = "\(folder)/\(Journal.name(ofSegment: number))"
    let file = try DiskFile(path, .creating)
    let length = max(room, Self.piece)
    do throws(StoreError) {
      try Self.fill(file, from: 0, to: length, pause: pause)
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

  /// Becomes another segment, and returns the file of this one.
  mutating func moveOn(to next: consuming JournalSegment) -> DiskFile {
    let before = consume self
    self = next
    return before.file
  }

  /// Makes it long enough for `end` bytes, and for the mark behind the last turn.
  mutating func reach(_ end: Int) throws(StoreError) {
    let needed = end + JournalFormat.end
    guard needed > length else { return }
    let longer = max(needed, length * 2)
    do throws(StoreError) {
      try Self.fill(file, from: length, to: longer) {}
      // Last: it must never say that it is longer than it is.
      try file.write(JournalFormat.header(ofSegment: number, length: longer), at: 0)
      try file.sync()
    } catch {
      do throws(StoreError) { try file.truncate(to: length) } catch {}
      throw error
    }
    length = longer
  }

  /// Leaves nothing behind `end`: zeros, or no room.
  mutating func clear(from end: Int, count: Int) throws(StoreError) {
    do throws(StoreError) {
      try file.write([UInt8](repeating: 0, count: count), at: end)
    } catch {
      // It must never say that it is longer than it is.
      try file.write(JournalFormat.header(ofSegment: number, length: end), at: 0)
      try file.truncate(to: end)
      length = end
    }
  }

  private static func fill(
    _ file: borrowing DiskFile, from start: Int, to end: Int, pause: () -> Void
  ) throws(StoreError) {
    for place in stride(from: start, to: end, by: piece) {
      try file.write([UInt8](repeating: 0, count: min(piece, end - place)), at: place)
      try file.sync()
      pause()
    }
  }
}
