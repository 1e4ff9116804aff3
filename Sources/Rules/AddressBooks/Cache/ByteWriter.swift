/// Writes values one behind the other, small numbers in few bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes seven bits in a byte, the lowest first; the eighth tells that more follow.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ count: Int) { write(UInt64(count)) }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  mutating func write(_ raw: some Collection<UInt8>) {
    write(raw.count)
    bytes += raw
  }

  /// Writes a list: how many, and each.
  mutating func write<Elements: Collection>(
    _ elements: Elements, each: (inout ByteWriter, Elements.Element) -> Void
  ) {
    write(elements.count)
    for element in elements { each(&self, element) }
  }
}
