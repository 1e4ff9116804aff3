/// A writer of values one after the other, small numbers in few bytes.
struct VarintWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes seven bits in a byte, the lowest first; the eighth bit marks a continuation.
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

  /// Writes a list: the count, then each element.
  mutating func write<Elements: Collection>(
    _ elements: Elements, each: (inout VarintWriter, Elements.Element) -> Void
  ) {
    write(elements.count)
    for element in elements { each(&self, element) }
  }
}
