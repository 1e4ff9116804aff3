/// Puts numbers and texts one behind the other, the lowest byte first.
struct ByteWriter {
  var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Makes room for so many bytes, so that they are not moved as it grows.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func put(_ number: some FixedWidthInteger) {
    var rest = number.littleEndian
    unsafe withUnsafeBytes(of: &rest) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func put(_ flag: Bool) { put(flag ? 1 as UInt8 : 0) }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ others: some Sequence<UInt8>) { bytes.append(contentsOf: others) }

  /// Puts whether there is a value, and the value.
  mutating func put<Value>(_ value: Value?, _ putValue: (inout ByteWriter, Value) -> Void) {
    put(value != nil)
    if let value { putValue(&self, value) }
  }
}
