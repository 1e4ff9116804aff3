internal import CGrowthloopZlib

/// The layout of a journal segment.
///
///     segment:  "glj2", its number (8), its length (8), checksum (4), then turns, then zeros
///     turn:     "turn", length of the changes (4), number (8), checksum (4), changes
///     end:      "next", the number of the segment in which the journal goes on (8), checksum (4)
///
/// Turns are numbered without a gap. A segment shorter than its header says has lost bytes. The end
/// mark names the next segment: if that is missing, it was lost.
enum JournalFormat {
  static let segmentMark = Array("glj2".utf8)
  static let turnMark = Array("turn".utf8)
  static let endMark = Array("next".utf8)
  static let segmentHeader = 24
  static let turnHeader = 20
  static let end = 16

  static func header(ofSegment number: UInt64, length: Int) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(segmentMark)
    writer.put(number)
    writer.put(UInt64(length))
    writer.put(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }

  /// The number and the length of a segment; `nil` if the header is not valid.
  static func segment(_ bytes: ArraySlice<UInt8>) -> (number: UInt64, length: Int)? {
    let header = bytes.prefix(segmentHeader)
    guard header.count == segmentHeader, header.starts(with: segmentMark) else { return nil }
    var reader = FixedWidthReader(header.dropFirst(4))
    guard let number = try? reader.take() as UInt64, let length = try? reader.take() as UInt64,
      let claimed = try? reader.take() as UInt32, claimed == Checksum.of(header.dropLast(4))
    else { return nil }
    return (number, Int(clamping: length))
  }

  static func bytes(ofTurn number: UInt64, _ changes: [UInt8]) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(turnMark)
    writer.put(UInt32(changes.count))
    writer.put(number)
    writer.put(checksum(ofTurn: number, changes[...]))
    writer.put(changes)
    return writer.bytes
  }

  static func checksum(ofTurn number: UInt64, _ changes: ArraySlice<UInt8>) -> UInt32 {
    var writer = FixedWidthWriter()
    writer.put(UInt32(changes.count))
    writer.put(number)
    return Checksum.of(changes, after: Checksum.of(writer.bytes[...]))
  }

  /// The turn at `place`; `nil` if there is none, or only a part.
  static func turn(at place: Int, of bytes: [UInt8]) -> Turn? {
    guard place + turnHeader <= bytes.count,
      bytes[place..<place + 4].elementsEqual(turnMark)
    else { return nil }
    var reader = FixedWidthReader(bytes[(place + 4)..<(place + turnHeader)])
    guard let length = try? reader.take() as UInt32, let number = try? reader.take() as UInt64,
      let claimed = try? reader.take() as UInt32
    else { return nil }
    let start = place + turnHeader
    guard start + Int(length) <= bytes.count else { return nil }
    let changes = bytes[start..<start + Int(length)]
    guard checksum(ofTurn: number, changes) == claimed else { return nil }
    return Turn(number: number, changes: changes)
  }

  static func end(before next: UInt64) -> [UInt8] {
    var writer = FixedWidthWriter()
    writer.put(endMark)
    writer.put(next)
    writer.put(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }

  /// The number of the next segment, if an end mark is at `place`.
  static func next(at place: Int, of bytes: [UInt8]) -> UInt64? {
    guard place + end <= bytes.count, bytes[place..<place + 4].elementsEqual(endMark) else {
      return nil
    }
    var reader = FixedWidthReader(bytes[(place + 4)..<(place + end)])
    guard let next = try? reader.take() as UInt64, let claimed = try? reader.take() as UInt32,
      claimed == Checksum.of(bytes[place..<place + 12])
    else { return nil }
    return next
  }
}

/// A committed turn.
struct Turn {
  let number: UInt64
  /// The changes, one behind the other.
  let changes: ArraySlice<UInt8>

  /// Hands each change to `body`, in order.
  func forEachChange(_ body: (SealedChange) throws -> Void) throws {
    var reader = FixedWidthReader(changes)
    while !reader.isAtEnd { try body(try SealedChange(from: &reader)) }
  }
}

/// The CRC-32 of bytes: detects changes by a disk or a crash, not by an attacker.
enum Checksum {
  static func of(_ bytes: ArraySlice<UInt8>, after start: UInt32 = 0) -> UInt32 {
    let checksum = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.isEmpty
        ? UInt(start) : crc32(UInt(start), bytes.baseAddress, UInt32(bytes.count))
    }
    return UInt32(truncatingIfNeeded: checksum)
  }
}

/// The journal of a store that is not open.
struct JournalReader {
  /// A segment file.
  struct Segment {
    let path: String
    let number: UInt64
  }

  /// The turns of a journal.
  struct Content {
    let path: String
    /// The turns that the database lacks.
    var turns: [Turn] = []
    /// The turns before, which the database has: what followed them may not be complete.
    var applied: [Turn] = []
    /// The place of a torn last turn; `nil` without one.
    var tornAt: (path: String, place: Int)?
  }

  let folder: String
  let segments: [Segment]

  init(in folder: String) throws(StoreError) {
    self.folder = folder
    var found: [Segment] = []
    for name in try DiskFile.names(in: folder) {
      if let number = Journal.number(ofSegment: name) {
        found.append(Segment(path: "\(folder)/\(name)", number: number))
      }
    }
    segments = found.sorted { $0.number < $1.number }
  }

  /// Returns the whole turns after `turn`, in order; segment `needed` must exist, unless it is
  /// zero.
  ///
  /// A crash tears at most the last turn, which was never acknowledged: it is left out. Any other
  /// deviation is an error.
  func read(after turn: UInt64, needing needed: UInt64) throws(StoreError) -> Content {
    var content = Content(path: folder)
    guard needed != 0 else { return content }
    guard segments.contains(where: { $0.number == needed }) else {
      throw .corrupt(
        path: "\(folder)/\(Journal.name(ofSegment: needed))",
        finding: "this part of the journal is missing, with the turns after \(turn)")
    }
    var last: UInt64?
    let kept = segments.filter { $0.number >= needed }
    for (index, segment) in kept.enumerated() {
      let bytes = try self.bytes(of: segment)
      var place = JournalFormat.segmentHeader
      while let turn = JournalFormat.turn(at: place, of: bytes) {
        if let last, turn.number != last + 1 {
          throw .corrupt(path: segment.path, finding: "turn \(turn.number) follows turn \(last)")
        }
        last = turn.number
        content.turns.append(turn)
        place += JournalFormat.turnHeader + turn.changes.count
      }
      let followers = kept[(index + 1)...]
      if let next = JournalFormat.next(at: place, of: bytes) {
        guard followers.first?.number == next else {
          throw .corrupt(
            path: "\(folder)/\(Journal.name(ofSegment: next))",
            finding: "this part of the journal is missing, with the turns after \(last ?? turn)")
        }
        continue
      }
      if !bytes[place...].allSatisfy({ $0 == 0 }) {
        guard !holdsTurn(bytes, after: place), try areUnused(followers) else {
          throw .corrupt(path: segment.path, finding: "no whole turn is at byte \(place)")
        }
        content.tornAt = (segment.path, place)
      }
      guard try areUnused(followers) else {
        throw .corrupt(path: segment.path, finding: "it does not name the next part of the journal")
      }
      break
    }
    let applied = content.turns.prefix { $0.number <= turn }
    content.applied = Array(applied)
    content.turns.removeFirst(applied.count)
    if let first = content.turns.first, first.number != turn + 1 {
      throw .corrupt(path: folder, finding: "turn \(turn + 1) is missing from the journal")
    }
    return content
  }

  private func bytes(of segment: Segment) throws(StoreError) -> [UInt8] {
    let bytes = try DiskFile.content(of: segment.path)
    guard let header = JournalFormat.segment(bytes[...]), header.number == segment.number else {
      throw .corrupt(path: segment.path, finding: "it does not begin as a journal does")
    }
    guard bytes.count >= header.length else {
      throw .corrupt(
        path: segment.path,
        finding: "\(header.length - bytes.count) bytes are missing at its end")
    }
    return bytes
  }

  /// Whether the segments never had a turn.
  ///
  /// A crash while a segment is made leaves it with any length.
  private func areUnused(_ segments: ArraySlice<Segment>) throws(StoreError) -> Bool {
    for segment in segments {
      let bytes = try DiskFile.content(of: segment.path)
      guard bytes.dropFirst(JournalFormat.segmentHeader).allSatisfy({ $0 == 0 }) else {
        return false
      }
    }
    return true
  }

  /// Whether a whole turn follows a place: then the turn before it is damaged, not torn.
  private func holdsTurn(_ bytes: [UInt8], after place: Int) -> Bool {
    (place + 1..<max(place + 1, bytes.count)).contains {
      bytes[$0] == JournalFormat.turnMark[0] && JournalFormat.turn(at: $0, of: bytes) != nil
    }
  }
}
