/// A file of the journal that is begun, and holds no turn yet.
struct JournalSegment: ~Copyable {
  let number: UInt64
  let file: DiskFile

  /// How many bytes of room are written at a time.
  private static let piece = 256 << 10

  /// Returns when the segment is on the disk.
  ///
  /// Where it has room already, so many bytes, a turn only replaces zeros: a sync then writes the turn
  /// and nothing about the file, and waits for nobody else's writing. The room is made piece by piece,
  /// with a `pause` after each: whoever syncs meanwhile waits for no more than one of them.
  init(
    _ number: UInt64, in folder: String, room: Int = 0, pause: () -> Void = {}
  ) throws(StoreError) {
    let path = "\(folder)/\(Journal.name(ofSegment: number))"
    let file = try DiskFile(path, .creating)
    let header = JournalFormat.header(ofSegment: number)
    do throws(StoreError) {
      try file.write(header, at: 0)
      let zeros = [UInt8](repeating: 0, count: Self.piece)
      for place in stride(from: header.count, to: room, by: Self.piece) {
        try file.write(zeros, at: place)
        try file.sync()
        pause()
      }
      try file.sync()
      try DiskFile.syncFolder(folder)
    } catch {
      do throws(StoreError) { try DiskFile.remove(path) } catch {}
      throw error
    }
    self.number = number
    self.file = file
  }
}
