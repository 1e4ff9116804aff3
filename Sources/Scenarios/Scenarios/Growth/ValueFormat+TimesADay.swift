extension ValueFormat where Value == Double {
  /// How often a day something happens on average: never, or at least once in a million days.
  ///
  /// A smaller number would give waits that mean nothing, up to infinite ones.
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
      })
  }
}
