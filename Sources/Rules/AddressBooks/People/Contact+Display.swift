extension PersonName {
  /// The name as it is shown; `nil` if no part of it is known.
  ///
  /// A nickname or an organisation replaces a missing name.
  public var display: String? {
    let letters = (family + given).unicodeScalars
    let isEastAsian = !letters.isEmpty && letters.allSatisfy(\.isEastAsian)
    let parts = isEastAsian ? [family, given] : [given, middle, family]
    let name = parts.filter { !$0.isEmpty }.joined(separator: isEastAsian ? "" : " ")
    return [name, nickname, organisation].first { !$0.isEmpty }
  }
}

extension Contact {
  /// The first line of a row: the name or, for a bare number, that number.
  public var title: String {
    name.display ?? phones.first?.text ?? emails.first ?? ""
  }

  /// The initials that stand in for a photo; none without a name.
  public var initials: String {
    // Without an array: rows are made in every frame of a scroll.
    var letters = name.given.first?.uppercased() ?? ""
    if let letter = name.family.first { letters += letter.uppercased() }
    if !letters.isEmpty { return letters }
    return name.display?.first.map { $0.uppercased() } ?? ""
  }
}

extension Unicode.Scalar {
  /// Whether names in this script put the family first, without a blank.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
