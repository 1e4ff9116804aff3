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
