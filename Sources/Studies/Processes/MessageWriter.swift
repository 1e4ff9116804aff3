/// Numbers and texts as the bytes of a message between ranks, which are builds of the same tool.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes eight bytes, the lowest first.
  package mutating func write(_ number: UInt64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
  }

  package mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes the number of items, and each of them.
  package mutating func write<Items: Collection>(
    _ items: Items, each: (inout MessageWriter, Items.Element) -> Void
  ) {
    write(items.count)
    for item in items { each(&self, item) }
  }

  package mutating func write(_ text: String) { write(Array(text.utf8)) }

  package mutating func write(_ bytes: [UInt8]) {
    write(bytes.count)
    self.bytes += bytes
  }
}
