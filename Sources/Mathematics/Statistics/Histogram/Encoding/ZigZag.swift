/// Whole numbers in one to nine bytes: short near zero, of either sign.
///
/// The sign goes to the lowest bit (ZigZag). Then each byte contains seven bits, lowest first, and
/// a top bit that marks a continuation; a ninth byte contains eight (HdrHistogram's LEB128-64b9B).
enum ZigZag {
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    for _ in 0..<8 {
      guard rest > 127 else { break }
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Removes and returns the number that `bytes` begins with; `nil` if it is cut off.
  static func popFirst(of bytes: inout ArraySlice<UInt8>) -> Int64? {
    var number: UInt64 = 0
    for place in 0..<9 {
      guard let byte = bytes.popFirst() else { return nil }
      let isLast = place == 8 || byte < 128
      number |= UInt64(place == 8 ? byte : byte & 127) << UInt64(7 * place)
      if isLast { break }
    }
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}
