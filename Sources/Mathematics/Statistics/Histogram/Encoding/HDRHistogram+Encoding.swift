/// The first word of an encoding, which identifies its format.
enum EncodingCookie {
  static let version2: UInt32 = 0x1c84_9303
  static let compressedVersion2: UInt32 = 0x1c84_9304
  /// The bits that formerly gave the width of a counter.
  static let widthBits: UInt32 = 0xf0
  /// The width that version 2 writes, where it has no meaning.
  static let width: UInt32 = 0x10
}

extension HDRHistogram {
  /// The number of bytes before the counters in version 2.
  static let headerLength = 40

  /// The histogram in HdrHistogram's encoding version 2, as its ports in other languages read it.
  ///
  /// Counters up to the last in use, runs of zeros as one number. `clampedCount` is not part of the
  /// encoding.
  public func encoded() -> [UInt8] {
    var payload: [UInt8] = []
    var zeros: Int64 = 0
    // Even an empty histogram writes its first counter.
    let last = counters.lastIndex { $0 > 0 } ?? 0
    for count in counters[...last] {
      if count == 0 {
        zeros += 1
        continue
      }
      Self.appendZeros(zeros, to: &payload)
      zeros = 0
      ZigZag.append(Int64(count), to: &payload)
    }
    Self.appendZeros(zeros, to: &payload)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerLength + payload.count)
    bytes.append(bigEndian: EncodingCookie.version2 | EncodingCookie.width)
    bytes.append(bigEndian: UInt32(payload.count))
    bytes.append(bigEndian: UInt32(0))  // How far the counters are shifted: not at all.
    bytes.append(bigEndian: UInt32(layout.significantDigits))
    bytes.append(bigEndian: layout.lowestDiscernibleValue)
    bytes.append(bigEndian: layout.highestTrackableValue)
    bytes.append(bigEndian: (1.0).bitPattern)  // What the values are multiplied by: one.
    return bytes + payload
  }

  /// Returns the encoding version 2, compressed by zlib: the form that logs contain as base64.
  public func compressed() -> [UInt8] {
    let stream = Zlib.compress(encoded())
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + stream.count)
    bytes.append(bigEndian: EncodingCookie.compressedVersion2 | EncodingCookie.width)
    bytes.append(bigEndian: UInt32(stream.count))
    return bytes + stream
  }

  /// Appends a run of zeros as its length, negative; a single zero as itself.
  private static func appendZeros(_ count: Int64, to payload: inout [UInt8]) {
    if count > 0 { ZigZag.append(count == 1 ? 0 : -count, to: &payload) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    for place in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> place))
    }
  }
}
