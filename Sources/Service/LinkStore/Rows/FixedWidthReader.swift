/// Reads numbers of fixed width and counted texts, as a `FixedWidthWriter` writes them.
struct FixedWidthReader: FieldSource {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  mutating func take<Number: FixedWidthInteger>() throws(MalformedField) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - place >= size else { throw MalformedField() }
    var number: Number = 0
    for offset in (0..<size).reversed() {
      number = (size > 1 ? number << 8 : 0) | Number(truncatingIfNeeded: bytes[place + offset])
    }
    place += size
    return number
  }

  mutating func takePresence() throws(MalformedField) -> Bool {
    switch try take() as UInt8 {
    case 0: return false
    case 1: return true
    default: throw MalformedField()
    }
  }

  mutating func takeText() throws(MalformedField) -> String {
    guard let text = String(validating: try takeBytes(), as: UTF8.self) else {
      throw MalformedField()
    }
    return text
  }

  mutating func takeTexts() throws(MalformedField) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try take() as UInt32) { texts.append(try takeText()) }
    return texts
  }

  /// Reads a count, and as many bytes.
  mutating func takeBytes() throws(MalformedField) -> ArraySlice<UInt8> {
    let count = Int(try take() as UInt32)
    guard bytes.endIndex - place >= count else { throw MalformedField() }
    defer { place += count }
    return bytes[place..<place + count]
  }
}
