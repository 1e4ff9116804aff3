/// A writer of a histogram log (`.hlog`), format version 1.3, line by line.
///
/// Each method returns whole lines; a log is the header and then a line for each interval.
public struct HistogramLogWriter: Sendable {
  /// The divisor of the largest value in a line; it is for readers alone.
  public let maximumUnit: UInt64

  /// Creates a writer.
  ///
  /// - Parameter maximumUnit: At least 1; the default shows nanoseconds as milliseconds, which is
  ///   HdrHistogram's habit.
  public init(maximumUnit: UInt64 = 1_000_000) {
    precondition(maximumUnit > 0, "values cannot be divided by zero")
    self.maximumUnit = maximumUnit
  }

  /// Returns the lines that a log begins with.
  ///
  /// Both times count from the epoch. The starts of intervals count from the base time, which is
  /// left out where it is the epoch itself. Each comment becomes one line.
  public func header(
    startTime: Duration? = nil, baseTime: Duration? = nil, comments: [String] = []
  ) -> String {
    var text = comments.map(comment).joined() + comment("[Histogram log format version 1.3]")
    if let startTime {
      let seconds = Self.seconds(startTime)
      text += comment("[StartTime: \(seconds) (seconds since epoch), \(startTime.utcTime)]")
    }
    if let baseTime {
      text += comment("[BaseTime: \(Self.seconds(baseTime)) (seconds since epoch)]")
    }
    return text
      + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
  }

  /// Returns a line that readers skip; a line break in `text` becomes a space.
  public func comment(_ text: String) -> String {
    "#" + String(text.map { $0.isNewline ? " " : $0 }) + "\n"
  }

  /// Returns the line of one interval: times in seconds, and the interval's length (not its end) in
  /// the second column, as HdrHistogram for Java writes it.
  public func line(_ interval: HistogramLogInterval) -> String {
    let largest = Double(interval.histogram.max ?? 0) / Double(maximumUnit)
    let fields = [
      Self.seconds(interval.start), Self.seconds(interval.length), largest.fixedPoint(3),
      Base64.encode(interval.histogram.compressed()),
    ]
    return (interval.tag.map { "Tag=\($0)," } ?? "") + fields.joined(separator: ",") + "\n"
  }

  /// The seconds with three decimals.
  private static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds =
      Int128(seconds) * 1_000 + Int128((Double(attoseconds) / 1e15).rounded(.toNearestOrEven))
    let digits = String(milliseconds.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return (milliseconds < 0 ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3)
  }
}

extension Duration {
  /// The time this long after the epoch, in UTC and whole seconds.
  fileprivate var utcTime: String {
    let seconds = components.seconds
    let second = ((seconds % 86_400) + 86_400) % 86_400
    // Days since 0000-03-01 of a calendar without end: leap days come last in its years.
    let days = (seconds - second) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day = two(dayOfYear - (153 * month + 2) / 5 + 1)
    let date = "\(year)-\(two(month < 10 ? month + 3 : month - 9))-\(day)"
    return "\(date)T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}
