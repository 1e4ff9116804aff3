extension [Double] {
  /// The middle of the values, of which there is at least one.
  public var median: Double {
    let sorted = sorted()
    let upper = count / 2
    return count % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2
  }
}
