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
