extension [Double] {
  /// Returns the numbers with outliers moved to four robust deviations from their neighbours'
  /// median.
  ///
  /// A step stays in place: the median of seven follows it. Source: Davies and Gather (1993), the
  /// Hampel identifier.
  func pullingInWildNumbers() -> [Double] {
    let medians = indices.map { place in
      Array(self[Swift.max(0, place - 3)..<Swift.min(count, place + 4)]).sorted()
        .interpolatedQuantile(0.5)
    }
    let distances = zip(self, medians).map { ($0 - $1).magnitude }.sorted()
    // The ratio of the median distance of normal noise to its standard deviation.
    let far = 4 * distances.interpolatedQuantile(0.5) / 0.674_489_750_196_081_7
    guard far > 0 else { return self }
    return zip(self, medians).map { Swift.min(Swift.max($0, $1 - far), $1 + far) }
  }
}
