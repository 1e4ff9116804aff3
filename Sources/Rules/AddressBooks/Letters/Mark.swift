/// How marks on letters are weighed against each other.
enum Mark {
  /// The order in which names are sorted that differ in a mark only, as the Unicode collation has it.
  private static let order = [
    "STROKE", "ACUTE", "GRAVE", "BREVE", "CIRCUMFLEX", "CARON", "RING", "DIAERESIS",
    "DOUBLE ACUTE", "TILDE", "DOT", "HOOK", "OGONEK", "CEDILLA", "MACRON",
  ]

  /// The weight of a mark without a place in that order, and of a ligature against its letters.
  static let other = UInt8(2 + order.count)

  /// Weighs the marks that a name tells, as in CIRCUMFLEX AND ACUTE; from two on.
  static func weights(in names: Substring) -> [UInt8] {
    names.split(separator: " AND ").map { name in
      // The longest name first: DOUBLE ACUTE is not an ACUTE.
      let known = order.indices.filter { name.hasPrefix(order[$0]) }
      return known.max { order[$0].count < order[$1].count }.map { UInt8(2 + $0) } ?? other
    }
  }

  /// Weighs a mark that follows its letter; `nil` if `scalar` is none.
  static func weight(of scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.properties.generalCategory == .nonspacingMark else { return nil }
    let name = scalar.properties.name ?? ""
    let prefix = "COMBINING "
    guard name.hasPrefix(prefix) else { return other }
    return weights(in: name.dropFirst(prefix.count)).first
  }
}
