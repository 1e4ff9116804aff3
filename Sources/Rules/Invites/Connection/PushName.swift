/// A name that a push may show to the inviter.
///
/// The invitee chose it, and the inviter may not know the invitee, so it must not serve as a message.
/// The limits are ours, as no document has any. A push about anyone else reads as one about an invitee
/// without a name.
public struct PushName: Hashable, Sendable {
  /// The most characters that a name may have.
  public static let longest = 30
  /// The most digits that it may have, of any script.
  public static let mostDigits = 2

  /// The name, without white space around it.
  public let text: String

  /// Creates a name from what an invitee entered.
  ///
  /// `nil` if it is blank or too long, has more digits, the address of a page, letters of two scripts,
  /// or a character that is not to be seen.
  public init?(_ name: String) {
    guard let text = trimmed(name), text.count <= Self.longest else { return nil }
    let scalars = text.unicodeScalars
    guard scalars.allSatisfy(Self.isVisible),
      scalars.count(where: Self.isDigit) <= Self.mostDigits,
      !Self.holdsAddress(text), Set(scalars.compactMap(Self.script(of:))).count <= 1
    else { return nil }
    self.text = text
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    // Persian and Indic names need the two joiners, and so do pictures of people; all other format
    // characters turn the direction of the writing or hide.
    case .format: scalar.value == 0x200C || scalar.value == 0x200D
    default: true
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }

  /// Returns whether `text` has a scheme, or a word such as `www.example` or `example.com`.
  ///
  /// Initials pass, as one letter follows each dot: `J.R.R. Tolkien`.
  private static func holdsAddress(_ text: String) -> Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words.contains { word in
      let parts = word.split(omittingEmptySubsequences: false) { ".。．｡".contains($0) }
      return word.contains("://") || (parts.count > 1 && parts[0] == "www")
        || zip(parts, parts.dropFirst()).contains { label, next in
          !label.isEmpty && next.prefix { $0.isLetter }.count > 1
        }
    }
  }
}

extension PushName {
  /// Returns a number for the script of a letter or its mark; `nil` for what goes with every script.
  ///
  /// Scripts without a row have a number for each 128 characters, as Unicode lays out most of them.
  private static func script(of scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      break
    default: return nil
    }
    let value = scalar.value
    if common.contains(where: { $0.contains(value) }) { return nil }
    return scripts.firstIndex { $0.contains { $0.contains(value) } }.map { UInt32.max - UInt32($0) }
      ?? value >> 7
  }

  /// Apostrophes of letters, and marks of every script.
  private static let common: [ClosedRange<UInt32>] = [
    0x2B9...0x2DF, 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
    0xFE00...0xFE0F, 0xFE20...0xFE2F,
  ]

  /// The scripts that share 128 characters with another, or have more.
  private static let scripts: [[ClosedRange<UInt32>]] = [
    // Latin.
    [
      0x41...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0x2B8, 0x2E0...0x2E4, 0x1D00...0x1D25,
      0x1D2C...0x1DBF, 0x1E00...0x1EFF, 0x2071...0x209C, 0x212A...0x212B, 0x2C60...0x2C7F,
      0xA722...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06, 0xFF21...0xFF5A,
    ],
    // Greek, Cyrillic, Armenian, Hebrew.
    [0x370...0x3FF, 0x1F00...0x1FFF],
    [0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F],
    [0x530...0x58F, 0xFB13...0xFB17],
    [0x590...0x5FF, 0xFB1D...0xFB4F],
    // Arabic, Tibetan, Burmese, Georgian, Ethiopic, Canadian syllables, Mongolian.
    [0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF],
    [0xF00...0xFFF],
    [0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F],
    [0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F],
    [0x1200...0x139F, 0x2D80...0x2DDF, 0xAB00...0xAB2F],
    [0x1400...0x167F, 0x18B0...0x18FF],
    [0x1800...0x18AF],
    // Han, kana, bopomofo and hangul: Japanese and Korean names mix them.
    [
      0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
      0x1AFF0...0x1B16F, 0x20000...0x3FFFF,
    ],
  ]
}
