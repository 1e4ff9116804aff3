/// Where turns become durable: files that only grow, with one sync a turn.
struct Journal: ~Copyable {
  /// Where a segment ends and the next begins.
  static let segmentSize = 8 << 20

  private let folder: String
  private var file: DiskFile
  private var number: UInt64
  /// The length up to which the segment is whole.
  private var length = JournalFormat.segmentHeader
  /// The number of the last turn that is durable.
  private(set) var lastTurn: UInt64
  /// Why nothing can be appended any more: what a failed sync left on the disk, nobody knows.
  private var defect: StoreError?

  /// Begins a segment behind all others.
  init(in folder: String, segment: UInt64, after turn: UInt64) throws(StoreError) {
    self.folder = folder
    number = segment
    lastTurn = turn
    file = try Self.begin(segment, in: folder)
  }

  var path: String { file.path }
  var isEmpty: Bool { length == JournalFormat.segmentHeader }
  var isFull: Bool { length >= Self.segmentSize }

  /// Makes a turn durable, all of it or nothing, and returns its number.
  mutating func append(_ changes: [UInt8]) throws(StoreError) -> UInt64 {
    if let defect { throw defect }
    let bytes = JournalFormat.bytes(ofTurn: lastTurn + 1, changes)
    do throws(StoreError) {
      try file.append(bytes)
    } catch {
      // Part of it may stand there; the next turn must not come behind a torn one.
      do throws(StoreError) { try file.truncate(to: length) } catch { defect = error }
      throw error
    }
    do throws(StoreError) {
      try file.sync()
    } catch {
      defect = error
      throw error
    }
    length += bytes.count
    lastTurn += 1
    return lastTurn
  }

  /// Ends the segment and begins another; returns the path of the one that ended.
  mutating func rotate() throws(StoreError) -> String {
    let ended = path
    file = try Self.begin(number + 1, in: folder)
    number += 1
    length = JournalFormat.segmentHeader
    return ended
  }

  private static func begin(_ number: UInt64, in folder: String) throws(StoreError) -> DiskFile {
    let path = "\(folder)/\(name(ofSegment: number))"
    let file = try DiskFile(path, .creating)
    do throws(StoreError) {
      try file.append(JournalFormat.header(ofSegment: number))
      try file.sync()
      try DiskFile.syncFolder(folder)
    } catch {
      do throws(StoreError) { try DiskFile.remove(path) } catch {}
      throw error
    }
    return file
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
