extension [Double] {
  /// The median of the values; there must be at least one.
  public var median: Double {
    let sorted = sorted()
    let upper = count / 2
    return count % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2
  }
}
