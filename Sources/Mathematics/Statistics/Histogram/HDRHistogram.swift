/// Counts of values over a wide range, each value known to a fixed number of decimal digits.
///
/// Gil Tene's HdrHistogram (2012), with its counters, percentiles and encodings. Recording takes a
/// few nanoseconds and allocates nothing; the size depends on the layout, never on the number of
/// values. Values are whole numbers of a unit of the caller's choice.
///
/// A value beyond the last counter is counted in the last one, so that every rank stays correct,
/// and in `clampedCount`. Where that is not zero, the largest values are lower bounds.
public struct HDRHistogram: Hashable, Sendable {
  /// The grid of the counters.
  public let layout: Layout
  @usableFromInline var counters: [Int]
  @usableFromInline var total = 0
  @usableFromInline var clamped = 0

  /// Creates an empty histogram.
  public init(layout: Layout) {
    self.layout = layout
    counters = [Int](repeating: 0, count: layout.counterCount)
  }

  /// Creates an empty histogram for values from zero to `highest`.
  public init(lowest: UInt64 = 1, highest: UInt64, digits: Int) throws(LayoutError) {
    self.init(layout: try Layout(lowest: lowest, highest: highest, digits: digits))
  }

  /// The number of recorded values, including those beyond the last counter.
  public var totalCount: Int { total }

  /// The number of values beyond the last counter; an encoding does not contain this number.
  public var clampedCount: Int { clamped }

  /// Whether no value is recorded, not even one beyond the last counter.
  public var isEmpty: Bool { total == 0 }

  /// Counts `value`, `count` times.
  ///
  /// All counts together stay below 2^63.
  ///
  /// - Complexity: O(1); copies the counters first where another value shares them.
  @inlinable
  public mutating func record(_ value: UInt64, count: Int = 1) {
    precondition(count >= 0, "a value cannot be recorded \(count) times")
    let index = layout.index(of: value)
    total += count
    if index < counters.count {
      // No counter exceeds their sum, which has just been checked.
      counters[index] &+= count
    } else {
      clamp(count)
    }
  }

  /// Counts values beyond the last counter; the total contains them already.
  @usableFromInline
  mutating func clamp(_ count: Int) {
    counters[counters.count - 1] += count
    clamped += count
  }

  /// Removes all recorded values, and keeps the memory.
  public mutating func removeAll() {
    for index in counters.indices { counters[index] = 0 }
    total = 0
    clamped = 0
  }
}

extension HDRHistogram {
  /// A counter that is not zero.
  public struct Bucket: Hashable, Sendable {
    /// The smallest value that is counted here.
    public let lowest: UInt64
    /// The largest value that is counted here.
    public let highest: UInt64
    /// The number of values recorded in this counter, at least 1.
    public let count: Int
    /// The number of values recorded here and below.
    public let cumulativeCount: Int

    /// The value in the middle, which represents all of them in a mean.
    public var median: UInt64 { lowest + (highest - lowest + 1) / 2 }
  }

  /// The counters that are not zero, in the order of their values.
  public struct Buckets: Sequence, IteratorProtocol, Sendable {
    let layout: Layout
    let counters: [Int]
    private var index = 0
    private var cumulativeCount = 0

    init(_ histogram: HDRHistogram) {
      layout = histogram.layout
      counters = histogram.counters
    }

    public mutating func next() -> Bucket? {
      while index < counters.count {
        defer { index += 1 }
        let count = counters[index]
        guard count > 0 else { continue }
        cumulativeCount += count
        return Bucket(
          lowest: layout.lowestValue(at: index), highest: layout.highestValue(at: index),
          count: count, cumulativeCount: cumulativeCount)
      }
      return nil
    }
  }

  /// The counters that are not zero, with their values and cumulative counts.
  ///
  /// Complexity: O(counters) for all of them.
  public var buckets: Buckets { Buckets(self) }
}

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

extension HDRHistogram {
  /// The smallest value of the first counter in use; `nil` for an empty histogram.
  public var min: UInt64? {
    counters.firstIndex { $0 > 0 }.map { layout.lowestValue(at: $0) }
  }

  /// The largest value of the last counter in use; `nil` for an empty histogram.
  public var max: UInt64? {
    counters.lastIndex { $0 > 0 }.map { layout.highestValue(at: $0) }
  }

  /// The mean, every value taken as the middle of its counter; `nil` for an empty histogram.
  public var mean: Double? {
    guard total > 0 else { return nil }
    var sum = 0.0
    for bucket in buckets { sum += Double(bucket.median) * Double(bucket.count) }
    return sum / Double(total)
  }

  /// The standard deviation of the values, with n in the denominator; `nil` for an empty histogram.
  public var standardDeviation: Double? {
    guard let mean else { return nil }
    var sum = 0.0
    for bucket in buckets {
      let deviation = Double(bucket.median) - mean
      sum += deviation * deviation * Double(bucket.count)
    }
    return (sum / Double(total)).squareRoot()
  }
}

extension HDRHistogram {
  /// Too many values to count: 2^63 or more.
  public struct CountOverflow: Error, Hashable, CustomStringConvertible {
    public var description: String { "more than \(Int.max) values cannot be counted" }
  }

  /// Counts `value`, with the values that a stalled client omitted (coordinated omission).
  ///
  /// After Gil Tene, these are `value` less one expected interval, less two, and so on down to the
  /// interval itself. The interval is the time between two measurements as planned, in the unit of
  /// the values; 0 corrects nothing. If the values exceed the greatest count, none is counted.
  public mutating func record(
    _ value: UInt64, count: Int = 1, correctedFor expectedInterval: UInt64
  ) throws(CountOverflow) {
    try recordOmitted(below: value, every: expectedInterval, count: count, including: count)
    record(value, count: count)
  }

  /// Returns a copy with the values that a stalled client omitted.
  ///
  /// The result is as if each value here had been recorded with the correction. A value counts as
  /// the largest of its counter. It is correct only for measurements made one after the other and
  /// recorded without the correction.
  ///
  /// - Complexity: O(counters in use · counters) at worst, whatever the interval.
  public func corrected(for expectedInterval: UInt64) throws(CountOverflow) -> HDRHistogram {
    var copy = self
    for bucket in buckets {
      try copy.recordOmitted(below: bucket.highest, every: expectedInterval, count: bucket.count)
    }
    return copy
  }

  /// Counts value − interval, value − 2 · interval, … ≥ interval, if there is room for them and for
  /// `others`.
  private mutating func recordOmitted(
    below value: UInt64, every interval: UInt64, count: Int, including others: Int = 0
  ) throws(CountOverflow) {
    var rest = interval > 0 && value > interval ? value / interval - 1 : 0
    let (all, overflow) = rest.multipliedReportingOverflow(by: UInt64(count))
    guard !overflow, others <= Int.max - total, all <= UInt64(Int.max - total - others) else {
      throw CountOverflow()
    }
    var missing = value
    while rest > 0 {
      missing -= interval
      let index = Swift.min(layout.index(of: missing), counters.count)
      // All that fall into the same counter at once: a short interval must not take for ever.
      let steps = Swift.min(rest, (missing - layout.lowestValue(at: index)) / interval + 1)
      let times = Int(steps) * count
      total += times
      if index < counters.count { counters[index] += times } else { clamp(times) }
      rest -= steps
      missing -= (steps - 1) * interval
    }
  }
}

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

extension HDRHistogram {
  /// Returns the value at or below which the given percentage of all recorded values lies.
  ///
  /// It is the smallest value v for which count(≤ v) is at least `percentile` / 100 · n, rounded
  /// up, reported as the largest value of its counter; for 0 it is `min`. HdrHistogram for Java
  /// (from 2.1.10 on) computes the same, to the bit. Ports that round the rank to the nearest whole
  /// number, as the Python package does, may return the value one rank below.
  ///
  /// - Parameter percentile: From 0 to 100; a value outside counts as the nearer end.
  /// - Returns: `nil` for an empty histogram.
  public func value(atPercentile percentile: Double) -> UInt64? {
    guard total > 0 else { return nil }
    return percentile == 0 ? min : value(atRank: rank(atPercentile: percentile))
  }

  /// Returns the rank, from 1, of the value at `percentile` among all in ascending order.
  public func rank(atPercentile percentile: Double) -> Int {
    precondition(!percentile.isNaN, "a percentile is a number from 0 to 100")
    precondition(total > 0, "an empty histogram has no ranks")
    guard percentile < 100 else { return total }
    // The next smaller Double, so that 99.9 % of 1,000 is rank 999 although 99.9 has no exact
    // Double.
    let share = Swift.max(0, percentile.nextDown) * Double(total) / 100
    guard share < Double(total) else { return total }
    return Swift.min(total, Swift.max(1, Int(share.rounded(.up))))
  }

  /// Returns the largest value of the counter that contains the value of this rank.
  ///
  /// Ranks go from 1, the smallest value, to `totalCount`.
  ///
  /// - Complexity: O(counters).
  public func value(atRank rank: Int) -> UInt64 {
    precondition((1...Swift.max(1, total)).contains(rank), "no rank \(rank) among \(total)")
    var rest = rank
    for index in counters.indices {
      rest -= counters[index]
      if rest <= 0 { return layout.highestValue(at: index) }
    }
    preconditionFailure("the counters add up to \(rank - rest), the total says \(total)")
  }

  /// Returns the number of recorded values of at most `value`, up to the width of its counter.
  public func count(atOrBelow value: UInt64) -> Int {
    let last = Swift.min(layout.index(of: value), counters.count - 1)
    var sum = 0
    for index in 0...last { sum += counters[index] }
    return sum
  }

  /// Returns the number of recorded values above `value`, up to the width of its counter.
  public func count(above value: UInt64) -> Int {
    isEmpty ? 0 : total - count(atOrBelow: value)
  }

  /// Returns the percentage of recorded values of at most `value`, up to the width of its counter.
  ///
  /// `nil` for an empty histogram.
  public func percentile(atOrBelow value: UInt64) -> Double? {
    guard total > 0 else { return nil }
    return 100 * Double(count(atOrBelow: value)) / Double(total)
  }
}

extension Double {
  /// Returns the number with so many digits after the point: the nearest such number to the exact
  /// value.
  ///
  /// Of two equally near ones it is the even one, as in C's `%.*f`. It is implemented here because
  /// this target has no Foundation, and the text must not depend on a locale. From 0 to 12
  /// decimals; the number must be below 2^80 either way.
  func fixedPoint(_ decimals: Int) -> String {
    precondition((0...12).contains(decimals), "\(decimals) decimals are not supported")
    precondition(magnitude < 0x1p80, "\(self) is too large to print")
    var scale: UInt128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let digits = "\(scaled(by: scale))"
    guard decimals > 0 else { return (sign == .minus ? "-" : "") + digits }
    let zeros = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count))
    let all = zeros + digits
    return (sign == .minus ? "-" : "") + all.dropLast(decimals) + "." + all.suffix(decimals)
  }

  /// Returns |self| · scale as the nearest whole number; below 2^120 both.
  private func scaled(by scale: UInt128) -> UInt128 {
    guard self != 0 else { return 0 }
    // |self| = significand · 2^exponent with a significand of at most 53 bits.
    let lowBit = Int(exponent) - 52
    let significand = UInt128(Double(sign: .plus, exponent: 52, significand: self.significand))
    guard lowBit < 0 else { return (significand << UInt128(lowBit)) * scale }
    let product = significand * scale
    guard lowBit > -120 else { return 0 }
    let whole = product >> UInt128(-lowBit)
    let rest = product - (whole << UInt128(-lowBit))
    let half: UInt128 = 1 << UInt128(-lowBit - 1)
    return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0)
  }
}

/// Figures in the text format of OpenMetrics 1.0.
public struct OpenMetricsText {
  /// What an answer over HTTP calls the format.
  public static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  private var lines: [String] = []

  /// Creates a text without figures.
  public init() {}

  /// Begins a family of figures of a kind: `counter`, `gauge`, `info`, `stateset` or
  /// `histogram`.
  public mutating func family(_ name: String, _ kind: String, _ help: String) {
    lines.append("# TYPE \(name) \(kind)")
    lines.append("# HELP \(name) \(help)")
  }

  /// Adds a sample to the last family.
  public mutating func sample(
    _ name: String, _ value: Int, labels: [(name: String, value: String)] = []
  ) {
    lines.append("\(name)\(Self.text(of: labels)) \(value)")
  }

  /// Adds a sample that need not be whole to the last family.
  public mutating func sample(
    _ name: String, _ value: Double, labels: [(name: String, value: String)] = []
  ) {
    lines.append("\(name)\(Self.text(of: labels)) \(value)")
  }

  /// Adds a histogram of microseconds as buckets in seconds.
  public mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], _ histogram: HDRHistogram,
    sum microseconds: Int
  ) {
    self.histogram(
      name, labels, histogram, perMicrosecond: 1, sum: Double(microseconds) / 1_000_000)
  }

  /// Adds a histogram of nanoseconds as buckets in seconds; the sum is as exact as the histogram.
  ///
  /// The buckets reach `limit` in seconds, such as that after which a request has failed.
  public mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], nanoseconds: HDRHistogram,
    upTo limit: Double = 0
  ) {
    let sum = (nanoseconds.mean ?? 0) * Double(nanoseconds.totalCount) / 1e9
    histogram(name, labels, nanoseconds, perMicrosecond: 1_000, sum: sum, upTo: limit)
  }

  private mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], _ histogram: HDRHistogram,
    perMicrosecond scale: UInt64, sum seconds: Double, upTo limit: Double = 0
  ) {
    let longer = Self.longBounds.prefix {
      $0 <= Self.longBounds.first { $0 >= limit } ?? .infinity && limit > 5
    }.map { (UInt64($0 * 1e6), "\($0)") }
    for (bound, text) in Self.bounds + longer {
      let count = histogram.isEmpty ? 0 : histogram.count(atOrBelow: bound * scale)
      sample("\(name)_bucket", count, labels: labels + [("le", text)])
    }
    sample("\(name)_bucket", histogram.totalCount, labels: labels + [("le", "+Inf")])
    sample("\(name)_count", histogram.totalCount, labels: labels)
    lines.append("\(name)_sum\(Self.text(of: labels)) \(seconds)")
  }

  /// The text, with the end that the format requires.
  public var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

  /// Microseconds, and the same in seconds.
  private static let bounds: [(UInt64, String)] = [
    (100, "0.0001"), (250, "0.00025"), (500, "0.0005"), (1_000, "0.001"), (2_500, "0.0025"),
    (5_000, "0.005"), (10_000, "0.01"), (25_000, "0.025"), (50_000, "0.05"), (100_000, "0.1"),
    (250_000, "0.25"), (500_000, "0.5"), (1_000_000, "1.0"), (5_000_000, "5.0"),
  ]

  /// Seconds beyond them, up to the longest time-out.
  private static let longBounds: [Double] = [10, 30, 60, 300, 900, 3_600]

  private static func text(of labels: [(name: String, value: String)]) -> String {
    guard !labels.isEmpty else { return "" }
    let parts = labels.map { label in
      let value = label.value.flatMap { character -> String in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(character)
        }
      }
      return "\(label.name)=\"\(String(value))\""
    }
    return "{\(parts.joined(separator: ","))}"
  }
}

/// The levels at which a percentile table reports, denser toward 100: so many for every halving of
/// the distance.
///
/// The levels and the values at them are those of HdrHistogram's percentile iterator for Java.
public struct PercentileSteps: Sequence, IteratorProtocol, Sendable {
  /// One line of a percentile table.
  public struct Step: Hashable, Sendable {
    /// The requested level, from 0 to 100.
    public let percentile: Double
    /// The largest value of the first counter in use that reaches the level.
    public let value: UInt64
    /// The number of values recorded up to it.
    public let cumulativeCount: Int
  }

  private let total: Int
  private let ticksPerHalfDistance: Int
  private var buckets: HDRHistogram.Buckets
  private var bucket: HDRHistogram.Bucket?
  private var level = 0.0
  private var isAtEnd = false

  init(_ histogram: HDRHistogram, ticksPerHalfDistance: Int) {
    precondition(
      (1...1_000).contains(ticksPerHalfDistance),
      "from 1 to 1,000 steps for a halving of the distance, not \(ticksPerHalfDistance)")
    total = histogram.totalCount
    self.ticksPerHalfDistance = ticksPerHalfDistance
    buckets = histogram.buckets
    bucket = buckets.next()
  }

  public mutating func next() -> Step? {
    while let current = bucket {
      if 100 * Double(current.cumulativeCount) / Double(total) >= level {
        let step = Step(
          percentile: level, value: current.highest, cumulativeCount: current.cumulativeCount)
        if current.cumulativeCount == total {
          // The last counter reports once at the level that is due, and once more at 100.
          if isAtEnd { bucket = nil }
          isAtEnd = true
          level = 100
        } else {
          // The whole halvings so far: the binary exponent of 100 / distance.
          let halvings = (100 / (100 - level)).exponent
          let ticks = Double(
            sign: .plus, exponent: halvings + 1, significand: Double(ticksPerHalfDistance))
          let above = level + 100 / ticks
          // So close to 100 that no Double lies between: only the last counter remains. This
          // happens only beyond 2^50 values, where the Java iterator never ends.
          let isNearest = above <= level || above >= 100
          level = isNearest ? 100 : above
          while isNearest, let next = bucket, next.cumulativeCount < total {
            bucket = buckets.next()
          }
        }
        return step
      }
      bucket = buckets.next()
    }
    return nil
  }
}

extension HDRHistogram {
  /// The steps of a percentile table.
  public func percentileSteps(ticksPerHalfDistance: Int = 5) -> PercentileSteps {
    PercentileSteps(self, ticksPerHalfDistance: ticksPerHalfDistance)
  }
}
