extension ValueFormat where Value == Double {
  /// Returns the format of an average number of events a day: zero, or at least one in a million
  /// days.
  ///
  /// A smaller number would give meaningless waits, up to infinite ones.
  static func timesADay(upTo most: Double) -> ValueFormat {
    let least = 0.000_001
    let real = ValueFormat.real(0...most)
    return ValueFormat(
      expects: real.expects, shape: real.shape, encode: real.encode,
      read: { node, place, start in
        guard let value = real.read(node, place, start) else { return nil }
        guard value == 0 || value >= least else {
          place.refuse(node, "is too rare to ever happen", remedy: "write 0")
          return nil
        }
        return value
      }, quantity: .number(within: least...most))
  }
}
