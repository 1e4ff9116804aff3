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
