/// The letters of a text without case and marks, as search and duplicates compare them.
enum FoldedLetters {
  /// Calls `body` with each letter or digit of `text`, and with `nil` where a word may end.
  static func forEach(in text: some StringProtocol, _ body: (Unicode.Scalar?) -> Void) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        body(ascii(scalar))
      } else {
        small(wide(scalar)) { letter in
          guard let marked = Letter.marked(letter) else { return other(letter, body) }
          for base in marked.base { body(base) }
        }
      }
    }
    body(nil)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "a"..."z", "0"..."9": scalar
    case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) | 0x20)
    default: nil
    }
  }

  private static func other(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar?) -> Void) {
    if scalar.isASCII { return body(ascii(scalar)) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .format: return
    case .decimalNumber:
      body(properties.numericValue.flatMap { Unicode.Scalar(48 + UInt32($0)) })
    default: body(properties.isAlphabetic ? scalar : nil)
    }
  }

  /// Returns narrow forms of Latin letters and digits as wide as Han characters, and Hiragana for
  /// Katakana.
  static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60) ?? scalar
    default: scalar
    }
  }

  /// Calls `body` with the lower-case letters of `scalar`.
  static func small(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard scalar.properties.changesWhenLowercased else { return body(scalar) }
    for letter in scalar.properties.lowercaseMapping.unicodeScalars { body(letter) }
  }
}

extension FoldedLetters {
  /// Appends the folded letters in the form for counting typing errors: one byte each, blanks
  /// between words.
  ///
  /// Letters beyond Latin become bytes above 127, and some share one.
  static func write(_ text: some StringProtocol, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    forEach(in: text) { letter in
      guard let letter else {
        if let last = bytes.last, last != blank { bytes.append(blank) }
        return
      }
      let value = letter.value
      bytes.append(UInt8(truncatingIfNeeded: letter.isASCII ? value : 128 | (value ^ value >> 7)))
    }
    if bytes.last == blank { bytes.removeLast() }
  }

  private static let blank = UInt8(ascii: " ")
}

/// The order of names in a user's language.
///
/// An implementation outside the rules may supply the sort keys of a library such as ICU. A key is
/// computed once for each name, and never while the list scrolls.
public protocol Collation: Sendable {
  /// The version of incompatible keys: the language and the edition of its rules.
  var version: String { get }

  /// The headings of the list in their order, without the last one, "#"; at most 254.
  var letters: [String] { get }

  /// Returns the place among `letters` of the heading for `name`; `nil` is "#".
  func letter(of name: String) -> Int?

  /// Appends bytes that sort as names do under one heading.
  func appendKey(of name: String, to key: inout [UInt8])
}

/// The second level of a sort key: the marks on letters.
enum DiacriticWeight {
  /// The order of names that differ in a mark only, as the Unicode collation defines it.
  private static let order = [
    "STROKE", "ACUTE", "GRAVE", "BREVE", "CIRCUMFLEX", "CARON", "RING", "DIAERESIS",
    "DOUBLE ACUTE", "TILDE", "DOT", "OGONEK", "CEDILLA", "MACRON", "HOOK", "HORN", "DOT BELOW",
  ]

  /// The weight of a mark without a place in that order, and of a ligature against its letters.
  static let other = UInt8(2 + order.count)

  /// Returns the weights of the marks in a Unicode name, as in CIRCUMFLEX AND ACUTE; from two on.
  ///
  /// A dot below is nearer to its letter than marks above.
  static func weights(in names: Substring) -> [UInt8] {
    let names = names.split(separator: " AND ")
    let isHorned = names.contains("HORN")
    let below = isHorned ? [] : names.filter { $0 == "DOT BELOW" }
    return (below + names.filter { !below.contains($0) }).map(weight)
  }

  private static func weight(named name: Substring) -> UInt8 {
    // The longest name first: DOUBLE ACUTE is not an ACUTE.
    let known = order.indices.filter { name.hasPrefix(order[$0]) }
    return known.max { order[$0].count < order[$1].count }.map { UInt8(2 + $0) } ?? other
  }

  /// Returns the weight of a combining mark; `nil` if `scalar` is none.
  static func weight(of scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.properties.generalCategory == .nonspacingMark else { return nil }
    let name = scalar.properties.name ?? ""
    let prefix = "COMBINING "
    guard name.hasPrefix(prefix) else { return other }
    return weights(in: name.dropFirst(prefix.count)).first
  }
}

/// A letter without its marks, and the marks.
///
/// Unicode's names contain both: LATIN SMALL LETTER E WITH ACUTE is an e. So no table is needed
/// that must be maintained.
struct Letter {
  /// One letter, or the two that a ligature stands for.
  let base: [Unicode.Scalar]
  /// The weights of the marks; zero without one.
  let marks: [UInt8]
}

extension Letter {
  /// Returns the letter of `scalar`, if it is a small letter with marks or a ligature.
  static func marked(_ scalar: Unicode.Scalar) -> Letter? {
    guard let places = blocks.first(where: { $0.contains(scalar.value) }) else { return nil }
    return table[places.lowerBound]?[Int(scalar.value - places.lowerBound)]
  }

  /// Latin, Greek, Cyrillic and Arabic letters that may carry marks.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x00DF...0x024F, 0x1E00...0x1EFF, 0x0370...0x03FF, 0x1F00...0x1FFF, 0x0400...0x045F,
    0x0621...0x064A,
  ]

  private static let table: [UInt32: [Letter?]] = {
    var plain: [String: Unicode.Scalar] = [:]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
      if let name = scalar.properties.name, !name.contains(" WITH ") { plain[name] = scalar }
    }
    return blocks.reduce(into: [:]) { table, block in
      table[block.lowerBound] = block.map { value in
        Unicode.Scalar(value).flatMap { read($0, among: plain) }
      }
    }
  }()

  /// Reads the letter from its name: the part before WITH is the base, the part behind it the marks.
  private static func read(
    _ scalar: Unicode.Scalar, among plain: [String: Unicode.Scalar]
  ) -> Letter? {
    if let spelled = exceptions[scalar] {
      return Letter(base: Array(spelled), marks: [DiacriticWeight.other])
    }
    guard let name = scalar.properties.name else { return nil }
    let parts = name.split(separator: " WITH ", maxSplits: 1)
    let marks = parts.count == 2 ? DiacriticWeight.weights(in: parts[1]) : []
    let last = parts[0].split(separator: " ").last ?? ""
    if parts[0].hasPrefix("LATIN "), last.count <= 2 {
      let base = last.lowercased().unicodeScalars
      return Letter(base: Array(base), marks: marks.isEmpty ? [DiacriticWeight.other] : marks)
    }
    guard parts.count == 2, let base = plain[String(parts[0])] else { return nil }
    return Letter(base: [base], marks: marks)
  }

  /// The letters whose names do not contain their base.
  private static let exceptions: [Unicode.Scalar: String.UnicodeScalarView] = [
    "ß": "ss".unicodeScalars, "ð": "d".unicodeScalars, "þ": "th".unicodeScalars,
    "ς": "σ".unicodeScalars, "ё": "е".unicodeScalars,
  ]
}

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

/// An order of names for no language in particular, close to Unicode's own.
///
/// Letters count first, then their marks, then capitals. Signs stand before digits, digits before
/// Latin letters, and these before the other scripts in Unicode's order of scripts. Another
/// implementation of `Collation` can follow Unicode's table for a script more closely.
public struct RootCollation: Collation {
  /// Creates the collation, which has no settings.
  public init() {}

  /// The version of these keys, which a saved book must match.
  public var version: String { "root 1" }

  /// The 26 Latin capitals, A to Z.
  public var letters: [String] { RootCollation.latin }

  private static let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  /// Returns the Latin letter that the name begins with, without its marks.
  public func letter(of name: String) -> Int? {
    var place: Int?
    guard let first = name.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else {
      return nil
    }
    FoldedLetters.forEach(in: String(first)) { letter in
      guard place == nil, let letter, ("a"..."z").contains(letter) else { return }
      place = Int(letter.value) - 97
    }
    return place
  }

  /// Appends the weights of the letters, then of the marks, then of the capitals.
  public func appendKey(of name: String, to key: inout [UInt8]) {
    var marks: [UInt8] = [1]
    var capitals: [UInt8] = [1]
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let isCapital = ("A"..."Z").contains(scalar)
        let small = isCapital ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
        PrimaryWeight.appendWeight(of: small, to: &key)
        marks.append(2)
        capitals.append(isCapital ? 3 : 2)
        continue
      }
      if let weight = DiacriticWeight.weight(of: scalar) {
        marks.append(weight + 1)
        continue
      }
      let isCapital = scalar.properties.isUppercase
      FoldedLetters.small(FoldedLetters.wide(scalar)) { small in
        let letter = Letter.marked(small)
        for base in letter?.base ?? [small] {
          PrimaryWeight.appendWeight(of: base, to: &key)
          marks.append(2)
          capitals.append(isCapital ? 3 : 2)
        }
        for mark in letter?.marks ?? [] { marks.append(mark + 1) }
      }
    }
    // Trailing weights that all names share need not be written.
    while marks.last == 2 { marks.removeLast() }
    while capitals.last == 2 { capitals.removeLast() }
    key += marks + capitals
  }
}
