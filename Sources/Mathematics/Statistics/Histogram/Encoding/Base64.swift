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
