internal import CZlib

/// How turns stand in a segment of the journal.
///
///     segment:  "glj1" and its number in 8 bytes, then turns
///     turn:     "turn", length of the changes (4), number (8), checksum (4), changes
///
/// The checksum is the CRC-32 of length, number and changes. Turns are numbered without a gap. Behind
/// the last there may be zeros: room that was never used.
enum JournalFormat {
  static let segmentMark = Array("glj1".utf8)
  static let turnMark = Array("turn".utf8)
  static let segmentHeader = 12
  static let turnHeader = 20

  static func header(ofSegment number: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(segmentMark)
    writer.put(number)
    return writer.bytes
  }

  static func bytes(ofTurn number: UInt64, _ changes: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(turnMark)
    writer.put(UInt32(changes.count))
    writer.put(number)
    writer.put(checksum(ofTurn: number, changes[...]))
    writer.put(changes)
    return writer.bytes
  }

  static func checksum(ofTurn number: UInt64, _ changes: ArraySlice<UInt8>) -> UInt32 {
    var writer = ByteWriter()
    writer.put(UInt32(changes.count))
    writer.put(number)
    let start = unsafe writer.bytes.withUnsafeBufferPointer { bytes in
      unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count))
    }
    let whole = unsafe changes.withUnsafeBufferPointer { bytes in
      unsafe bytes.isEmpty ? start : crc32(start, bytes.baseAddress, UInt32(bytes.count))
    }
    return UInt32(truncatingIfNeeded: whole)
  }

  /// The turn that stands at `place`; `nil` if none does, or not all of it.
  static func turn(at place: Int, of bytes: [UInt8]) -> Turn? {
    guard place + turnHeader <= bytes.count,
      bytes[place..<place + 4].elementsEqual(turnMark)
    else { return nil }
    var reader = ByteReader(bytes[(place + 4)..<(place + turnHeader)])
    guard let length = try? reader.take() as UInt32, let number = try? reader.take() as UInt64,
      let claimed = try? reader.take() as UInt32
    else { return nil }
    let start = place + turnHeader
    guard start + Int(length) <= bytes.count else { return nil }
    let changes = bytes[start..<start + Int(length)]
    guard checksum(ofTurn: number, changes) == claimed else { return nil }
    return Turn(number: number, changes: changes)
  }
}

/// One turn as it was committed.
struct Turn {
  let number: UInt64
  /// The changes, one behind the other.
  let changes: ArraySlice<UInt8>

  /// Hands each change to `body`, in order.
  func forEachChange(_ body: (LinkChange) throws -> Void) throws {
    var reader = ByteReader(changes)
    while !reader.isAtEnd { try body(try LinkChange(from: &reader)) }
  }
}
