/// A file of the journal that is begun, and holds no turn yet.
struct JournalSegment: ~Copyable {
  let number: UInt64
  let file: DiskFile

  /// Returns when the segment is on the disk.
  ///
  /// Where it has room already, so many bytes, a turn only replaces zeros: a sync then writes the turn
  /// and nothing about the file, and waits for nobody else's writing.
  init(_ number: UInt64, in folder: String, room: Int = 0) throws(StoreError) {
    let path = "\(folder)/\(Journal.name(ofSegment: number))"
    let file = try DiskFile(path, .creating)
    let header = JournalFormat.header(ofSegment: number)
    do throws(StoreError) {
      try file.write(
        header + [UInt8](repeating: 0, count: max(0, room - header.count)), at: 0)
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
