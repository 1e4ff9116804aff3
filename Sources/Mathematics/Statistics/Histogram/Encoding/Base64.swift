/// Bytes as text of 64 safe characters (RFC 4648, section 4, with padding).
///
/// Some forty lines of our own, because this target would need nothing else of Foundation.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The six bits that each character represents; 64 for all other characters.
  private static let meanings: [UInt8] = {
    var meanings = [UInt8](repeating: 64, count: 256)
    for (bits, character) in alphabet.enumerated() { meanings[Int(character)] = UInt8(bits) }
    return meanings
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let character = alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= group.count ? character : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that `text` represents, or `nil` if it is not their canonical form.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var characters = 0
    var paddings = 0
    for character in text {
      if character == padding {
        paddings += 1
        bits <<= 6
      } else {
        let meaning = meanings[Int(character)]
        guard meaning < 64, paddings == 0 else { return nil }
        bits = bits << 6 | UInt32(meaning)
      }
      characters += 1
      guard characters % 4 == 0 else { continue }
      guard paddings <= 2, bits & (1 << UInt32(8 * paddings) - 1) == 0 else { return nil }
      for place in 0..<3 - paddings { bytes.append(UInt8(bits >> UInt32(16 - 8 * place) & 255)) }
      bits = 0
    }
    return characters % 4 == 0 ? bytes : nil
  }
}

/// One text: the compressed encoding of version 2 as base64, as in logs.
extension HDRHistogram: Codable {
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(Base64.encode(compressed()))
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try value.decode(String.self).utf8) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "this is no base64")
    }
    do throws(UnreadableHistogram) {
      try self.init(decoding: bytes)
    } catch {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "\(error)")
    }
  }
}

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
