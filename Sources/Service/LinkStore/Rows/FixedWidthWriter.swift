/// Writes numbers of fixed width, lowest byte first, and counted texts.
struct FixedWidthWriter: FieldSink {
  var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Reserves space for `count` more bytes.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func put(_ number: some FixedWidthInteger) {
    var rest = number.littleEndian
    unsafe withUnsafeBytes(of: &rest) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func put(isPresent: Bool) { put(isPresent ? 1 as UInt8 : 0) }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ others: some Sequence<UInt8>) { bytes.append(contentsOf: others) }

  mutating func put(_ row: some Row) {
    // Taken out, so that its bytes have one owner and are not copied.
    var writer = FixedWidthWriter()
    swap(&self, &writer)
    self = row.put(to: consume writer)
  }
}
