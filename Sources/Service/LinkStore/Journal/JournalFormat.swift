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
