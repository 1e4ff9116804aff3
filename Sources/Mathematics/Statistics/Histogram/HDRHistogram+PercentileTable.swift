extension HDRHistogram {
  /// The percentile table that HdrHistogram's plotting tools read (`.hgrm`).
  ///
  /// The text is that of `outputPercentileDistribution` for Java: levels, widths and footer. Figures
  /// are rounded from their exact values, as C and Python do; Java rounds their shortest decimal
  /// form, which at 5 digits can differ in the last place.
  ///
  /// Values are divided by `unit`, such as 1,000,000 to show nanoseconds as milliseconds; every
  /// halving of the distance to 100 % takes so many lines.
  public func percentileTable(per unit: Double = 1, ticksPerHalfDistance: Int = 5) -> String {
    precondition(unit > 0 && unit < .infinity, "values cannot be divided by \(unit)")
    func figure(_ value: Double) -> String {
      (value / unit).fixedPoint(layout.significantDigits).leftPadded(to: 12)
    }
    var text = ["Value".leftPadded(to: 12), "Percentile".leftPadded(to: 14)].joined(separator: " ")
    text += " TotalCount 1/(1-Percentile)\n\n"
    for step in percentileSteps(ticksPerHalfDistance: ticksPerHalfDistance) {
      let share = step.percentile / 100
      text += figure(Double(step.value)) + " " + share.fixedPoint(12)
      text += " " + "\(step.cumulativeCount)".leftPadded(to: 10)
      if step.percentile < 100 {
        text += " " + (1 / (1 - share)).fixedPoint(2).leftPadded(to: 14)
      }
      text += "\n"
    }
    text +=
      "#[Mean    = \(figure(mean ?? 0)), StdDeviation   = \(figure(standardDeviation ?? 0))]\n"
    text += "#[Max     = \(figure(Double(max ?? 0))), "
    text += "Total count    = \("\(totalCount)".leftPadded(to: 12))]\n"
    text += "#[Buckets = \("\(layout.bucketCount)".leftPadded(to: 12)), "
    text += "SubBuckets     = \("\(layout.subBucketCount)".leftPadded(to: 12))]\n"
    return text
  }
}

extension HDRHistogram.Layout {
  /// The number of counters in the first bucket, in HdrHistogram's terms.
  var subBucketCount: Int { 2 << halfMagnitude }

  /// The number of buckets, in HdrHistogram's terms: the first, and one for each power of two.
  var bucketCount: Int { (counterCount >> halfMagnitude) - 1 }
}

extension String {
  /// The text with spaces before it, to a width in characters.
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
