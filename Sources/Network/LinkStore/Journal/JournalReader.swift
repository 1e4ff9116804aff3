/// What a journal holds that was left behind.
struct JournalReader {
  /// A segment on the disk.
  struct Segment {
    let path: String
    let number: UInt64
  }

  let segments: [Segment]

  init(in folder: String) throws(StoreError) {
    var found: [Segment] = []
    for name in try DiskFile.names(in: folder) {
      if let number = Journal.number(ofSegment: name) {
        found.append(Segment(path: "\(folder)/\(name)", number: number))
      }
    }
    segments = found.sorted { $0.number < $1.number }
  }

  /// Hands every whole turn to `body`, in order.
  ///
  /// A crash can tear the last turn of all only; that one was never acknowledged, and is left out.
  /// Anything else that is not as it was written is refused.
  func forEachTurn(_ body: (Turn) throws(StoreError) -> Void) throws(StoreError) {
    var last: UInt64?
    for (index, segment) in segments.enumerated() {
      let bytes = try DiskFile.content(of: segment.path)
      let followers = segments[(index + 1)...]
      guard try checkHeader(of: segment, bytes, isLast: followers.isEmpty) else { return }
      var place = JournalFormat.segmentHeader
      while place < bytes.count {
        guard let turn = JournalFormat.turn(at: place, of: bytes) else {
          if bytes[place...].allSatisfy({ $0 == 0 }) { break }
          if !holdsTurn(bytes, after: place), try areUnused(followers) { return }
          throw .corrupt(path: segment.path, finding: "no whole turn stands at byte \(place)")
        }
        if let last, turn.number != last + 1 {
          throw .corrupt(path: segment.path, finding: "turn \(turn.number) follows turn \(last)")
        }
        last = turn.number
        try body(turn)
        place += JournalFormat.turnHeader + turn.changes.count
      }
    }
  }

  /// Returns whether the segment was begun; a crash may have come before its header was whole.
  private func checkHeader(
    of segment: Segment, _ bytes: [UInt8], isLast: Bool
  ) throws(StoreError) -> Bool {
    let expected = JournalFormat.header(ofSegment: segment.number)
    if bytes.starts(with: expected) { return true }
    if isLast, bytes.count < expected.count, expected.starts(with: bytes) { return false }
    throw .corrupt(path: segment.path, finding: "it does not begin as a journal does")
  }

  /// Whether no turn was ever written to the segments.
  private func areUnused(_ segments: ArraySlice<Segment>) throws(StoreError) -> Bool {
    for segment in segments {
      let bytes = try DiskFile.content(of: segment.path)
      guard bytes.dropFirst(JournalFormat.segmentHeader).allSatisfy({ $0 == 0 }) else {
        return false
      }
    }
    return true
  }

  /// Whether a whole turn stands behind a place: then what is there was not torn, but damaged.
  private func holdsTurn(_ bytes: [UInt8], after place: Int) -> Bool {
    (place + 1..<max(place + 1, bytes.count)).contains {
      bytes[$0] == JournalFormat.turnMark[0] && JournalFormat.turn(at: $0, of: bytes) != nil
    }
  }
}
