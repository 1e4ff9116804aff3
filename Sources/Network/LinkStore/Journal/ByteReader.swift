/// Takes numbers and texts in the order in which a `ByteWriter` put them.
struct ByteReader {
  /// The bytes are not what a writer would have put.
  struct Nonsense: Error {}

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  mutating func take<Number: FixedWidthInteger>() throws(Nonsense) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - place >= size else { throw Nonsense() }
    var number: Number = 0
    for offset in (0..<size).reversed() {
      number = (size > 1 ? number << 8 : 0) | Number(truncatingIfNeeded: bytes[place + offset])
    }
    place += size
    return number
  }

  mutating func takeFlag() throws(Nonsense) -> Bool {
    switch try take() as UInt8 {
    case 0: return false
    case 1: return true
    default: throw Nonsense()
    }
  }

  mutating func takeText() throws(Nonsense) -> String {
    guard let text = String(validating: try takeBytes(), as: UTF8.self) else { throw Nonsense() }
    return text
  }

  /// Takes a number, and as many bytes.
  mutating func takeBytes() throws(Nonsense) -> ArraySlice<UInt8> {
    let count = Int(try take() as UInt32)
    guard bytes.endIndex - place >= count else { throw Nonsense() }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func takeOptional<Value>(
    _ takeValue: (inout ByteReader) throws(Nonsense) -> Value
  ) throws(Nonsense) -> Value? {
    try takeFlag() ? try takeValue(&self) : nil
  }

  mutating func takeCase<Case: Numbered>() throws(Nonsense) -> Case {
    guard let value = Case(number: try take()) else { throw Nonsense() }
    return value
  }
}
