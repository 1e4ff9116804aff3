/// The first level of a sort key: the letter, whatever its marks.
enum PrimaryWeight {
  /// Appends one byte for a sign, a digit or a Latin letter; for others a script and a place in it.
  static func appendWeight(of scalar: Unicode.Scalar, to key: inout [UInt8]) {
    switch scalar {
    case "a"..."z": return key.append(0x40 + UInt8(scalar.value - 97))
    case "0"..."9": return key.append(0x30 + UInt8(scalar.value - 48))
    default: break
    }
    if scalar.properties.isWhitespace { return key.append(0x02) }
    if let place = signs.firstIndex(of: scalar) { return key.append(UInt8(3 + place)) }
    if scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue
    {
      return key.append(0x30 + UInt8(value))
    }
    key.append(scalar.properties.isAlphabetic ? lead(of: scalar.value) : 0x2F)
    key += [16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
  }

  private static let signs = Array("_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars)

  /// Returns the byte of a script; those without a place of their own are in code order.
  private static func lead(of value: UInt32) -> UInt8 {
    let place = order.firstIndex { $0.contains { $0.contains(value) } } ?? order.count
    return UInt8(0x60 + place)
  }

  /// The scripts in the order of Unicode's collation, Latin first.
  private static let order: [[ClosedRange<UInt32>]] = [
    [0x0041...0x024F, 0x0250...0x02AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF],
    [0x0370...0x03FF, 0x1F00...0x1FFF],  // Greek
    [0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF],  // Cyrillic
    [0x10A0...0x10FF, 0x1C90...0x1CBF],  // Georgian
    [0x0530...0x058F],  // Armenian
    [0x0590...0x05FF],  // Hebrew
    [0x0600...0x06FF, 0x0750...0x077F, 0x08A0...0x08FF],  // Arabic
    [0x0700...0x074F],  // Syriac
    [0x0780...0x07BF],  // Thaana
    [0x1200...0x139F],  // Ethiopic
    [0x0900...0x097F],  // Devanagari
    [0x0980...0x09FF],  // Bengali
    [0x0A00...0x0A7F],  // Gurmukhi
    [0x0A80...0x0AFF],  // Gujarati
    [0x0B00...0x0B7F],  // Oriya
    [0x0B80...0x0BFF],  // Tamil
    [0x0C00...0x0C7F],  // Telugu
    [0x0C80...0x0CFF],  // Kannada
    [0x0D00...0x0D7F],  // Malayalam
    [0x0D80...0x0DFF],  // Sinhala
    [0x0E00...0x0E7F],  // Thai
    [0x0E80...0x0EFF],  // Lao
    [0x1000...0x109F],  // Myanmar
    [0x1780...0x17FF],  // Khmer
    [0x0F00...0x0FFF],  // Tibetan
    [0x1800...0x18AF],  // Mongolian
    [0xAC00...0xD7AF, 0x1100...0x11FF, 0x3130...0x318F],  // Hangul
    [0x3040...0x30FF, 0x31F0...0x31FF],  // Kana
    [0x3100...0x312F],  // Bopomofo
    [0x4E00...0x9FFF],  // Han, the common part first
    [0x3400...0x4DBF, 0xF900...0xFAFF, 0x20000...0x3FFFF],
  ]
}
