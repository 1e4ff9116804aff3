extension HDRHistogram {
  /// Adds all values of `other`.
  ///
  /// Where both have the same grid (the same digits, and lowest discernible values of the same
  /// power of two), this is an addition of counters and exact. Otherwise every value of `other` is
  /// recorded as the middle of its counter. That is exact if this layout is the coarser one, as
  /// that of `Layout.widened(by:)` is; else it is off by up to half of `other`'s counter. A value
  /// beyond the last counter here is clamped as if it had been recorded here.
  ///
  /// All counts together stay below 2^63.
  public mutating func merge(_ other: HDRHistogram) {
    guard other.total > 0 else { return }
    let (sum, isTooMuch) = total.addingReportingOverflow(other.total)
    precondition(!isTooMuch, "\(total) and \(other.total) values are too many to count")
    if layout.sharesGrid(with: other.layout) {
      let common = Swift.min(counters.count, other.counters.count)
      for index in 0..<common { counters[index] &+= other.counters[index] }
      let beyond = other.counters[common...].reduce(0, +)
      if beyond > 0 { clamp(beyond) }
      total = sum
    } else {
      for bucket in other.buckets { record(bucket.median, count: bucket.count) }
    }
    // Values clamped both there and here must not be counted twice.
    let last = other.layout.medianValue(at: other.counters.count - 1)
    if layout.index(of: last) < counters.count { clamped += other.clamped }
  }

  /// Adds all values of `other`, after widening the layout so that no value is clamped.
  ///
  /// The result is as if both had been recorded there.
  ///
  /// - Complexity: That of `merge`; where the layout changes, another O(counters).
  public mutating func mergeWidening(_ other: HDRHistogram) {
    let wide = layout.widened(by: other.layout)
    if wide != layout {
      var copy = HDRHistogram(layout: wide)
      copy.merge(self)
      self = copy
    }
    merge(other)
  }

  /// Subtracts the values of `earlier`, which must be part of the values here.
  ///
  /// Two states of one growing histogram give the interval between them.
  public mutating func subtract(_ earlier: HDRHistogram) {
    precondition(
      layout == earlier.layout, "layouts differ: \(layout) and \(earlier.layout)")
    for index in counters.indices {
      precondition(
        counters[index] >= earlier.counters[index],
        "cannot take \(earlier.counters[index]) of \(counters[index]) counts away")
      counters[index] -= earlier.counters[index]
    }
    total -= earlier.total
    clamped -= earlier.clamped
  }
}
