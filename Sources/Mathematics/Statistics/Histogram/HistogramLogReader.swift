/// A reader of a histogram log (`.hlog`) of any 1.x format, line by line.
public struct HistogramLogReader: Sendable {
  /// A line that cannot be read; the lines after it can.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// The reason why the line cannot be read.
    public let problem: HistogramLogProblem

    public var description: String { "line \(line): \(problem)" }
  }

  /// The number of lines read.
  public private(set) var lineCount = 0
  /// The start of the measurement, since the epoch, if the log contains it.
  public private(set) var startTime: Duration?
  /// The time from which the starts of intervals count, since the epoch, if the log contains it.
  public private(set) var baseTime: Duration?
  /// The greatest number of counters in a histogram.
  public let mostCounters: Int

  /// Creates a reader before the first line, by default for histograms of any layout.
  public init(mostCounters: Int = HDRHistogram.Layout.mostCounters) {
    self.mostCounters = mostCounters
  }

  /// Reads the next line, without its line break, and returns its interval; `nil` for a line that
  /// has none: a comment, the legend, an empty one.
  public mutating func read(
    _ line: some Collection<UInt8>
  ) throws(Mistake) -> HistogramLogInterval? {
    lineCount += 1
    do {
      let line = Array(line).trimmed()
      switch line.first {
      case nil, UInt8(ascii: "\""): return nil
      case UInt8(ascii: "#"):
        try readComment(line)
        return nil
      default: return try interval(line)
      }
    } catch {
      throw Mistake(line: lineCount, problem: error)
    }
  }

  /// Reads a whole log; errors are reported in the order of the lines.
  public static func readAll(
    _ text: [UInt8]
  ) -> (intervals: [HistogramLogInterval], mistakes: [Mistake]) {
    var reader = HistogramLogReader()
    var intervals: [HistogramLogInterval] = []
    var mistakes: [Mistake] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      do throws(Mistake) {
        if let interval = try reader.read(line) { intervals.append(interval) }
      } catch {
        mistakes.append(error)
      }
    }
    return (intervals, mistakes)
  }

  private mutating func readComment(_ line: ArraySlice<UInt8>) throws(HistogramLogProblem) {
    let text = String(decoding: line, as: UTF8.self)
    if let value = text.value(after: "#[StartTime:") {
      startTime = try Self.time(value, named: "StartTime")
    } else if let value = text.value(after: "#[BaseTime:") {
      baseTime = try Self.time(value, named: "BaseTime")
    } else if let version = text.value(after: "#[Histogram log format version") {
      guard version.hasPrefix("1.") else { throw .version(String(version.prefix(20))) }
    }
  }

  private func interval(
    _ line: ArraySlice<UInt8>
  ) throws(HistogramLogProblem) -> HistogramLogInterval {
    var fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)[...]
    var tag: HistogramLogTag?
    if let first = fields.first, first.starts(with: "Tag=".utf8) {
      fields = fields.dropFirst()
      let text = String(decoding: first.dropFirst(4), as: UTF8.self)
      guard !text.isEmpty else { throw .emptyTag }
      tag = HistogramLogTag(read: text)
    }
    guard fields.count == 4 else { throw .fields(fields.count) }
    let texts = fields.prefix(3).map { String(decoding: Array($0).trimmed(), as: UTF8.self) }
    let start = try Self.time(texts[0][...], named: "start")
    let length = try Self.time(texts[1][...], named: "length")
    // Only for readers, but a text in its place would mean that the columns are others.
    guard NumberText.number(texts[2]) != nil else {
      throw .number(String(texts[2].prefix(20)), of: "largest value")
    }
    guard let bytes = Base64.decode(Array(fields[fields.startIndex + 3]).trimmed()) else {
      throw .notBase64
    }
    do {
      let histogram = try HDRHistogram(decoding: bytes, mostCounters: mostCounters)
      return HistogramLogInterval(tag: tag, start: start, length: length, histogram: histogram)
    } catch {
      throw .histogram(error)
    }
  }

  private static func time(
    _ text: Substring, named name: String
  ) throws(HistogramLogProblem) -> Duration {
    guard let time = Duration(seconds: text) else {
      throw .number(String(text.prefix(20)), of: name)
    }
    return time
  }
}

extension Duration {
  /// Reads seconds in decimal, such as `1700000000.127`; at most 18 digits on either side.
  fileprivate init?(seconds text: Substring) {
    let isNegative = text.first == "-"
    let parts = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...18).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }),
      let whole = parts.first.flatMap({ Int64($0) }),
      let fraction = Int64((parts.count == 2 ? parts[1] : "0").padded(to: 18))
    else { return nil }
    self = .init(secondsComponent: whole, attosecondsComponent: fraction)
    if isNegative { self = .zero - self }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte }

extension StringProtocol {
  /// The text with zeros after it, to a width in characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, width - count))
  }

  /// The first word after `prefix`, if the text begins with it.
  fileprivate func value(after prefix: String) -> Substring? {
    guard hasPrefix(prefix) else { return nil }
    let word = dropFirst(prefix.count).drop { $0 == " " }.prefix { $0 != " " && $0 != "]" }
    return Substring(word)
  }
}

extension [UInt8] {
  /// The bytes without spaces, tabs and carriage returns at either end.
  fileprivate func trimmed() -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 || $0 == 13 }
    var rest = self[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}

/// One interval of a histogram log: its histogram and times.
public struct HistogramLogInterval: Hashable, Sendable {
  /// The name that distinguishes intervals of several measurements in one log.
  public var tag: HistogramLogTag?
  /// The start, as the log counts: from its base time, or from the epoch.
  public var start: Duration
  /// The time for which values were recorded.
  public var length: Duration
  /// The values recorded in the interval.
  public var histogram: HDRHistogram

  /// Creates an interval of a log, by default one without a tag.
  public init(
    tag: HistogramLogTag? = nil, start: Duration, length: Duration, histogram: HDRHistogram
  ) {
    self.tag = tag
    self.start = start
    self.length = length
    self.histogram = histogram
  }
}

/// The name of a measurement in a histogram log.
public struct HistogramLogTag: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Creates a tag from `text`, unless it is empty or contains a comma, a space or a line break.
  public init?(_ text: String) {
    guard !text.isEmpty,
      !text.unicodeScalars.contains(where: { ", \r\n".unicodeScalars.contains($0) })
    else { return nil }
    description = text
  }

  /// Creates a tag from a log: Java's writer permits spaces.
  init(read text: String) {
    description = text
  }
}

/// The error in a line of a histogram log.
public enum HistogramLogProblem: Error, Hashable, CustomStringConvertible {
  /// A line has not the four columns that it should have.
  case fields(Int)
  /// A line begins with `Tag=` and no name after it.
  case emptyTag
  /// A column is no number.
  case number(String, of: String)
  /// The last column is not base64.
  case notBase64
  /// The bytes of the last column are not a readable histogram, for the given reason.
  case histogram(UnreadableHistogram)
  /// The log is of a format that is not 1.x.
  case version(String)

  public var description: String {
    switch self {
    case .fields(let count):
      "start, length, largest value and histogram make 4 columns; there \(count == 1 ? "is" : "are") "
        + "\(count)"
    case .emptyTag: "the tag is empty"
    case .number(let text, let name): "the \(name) must be a number, not '\(text)'"
    case .notBase64: "the histogram is not base64"
    case .histogram(let reason): "\(reason)"
    case .version(let version): "log format version 1.x can be read, not '\(version)'"
    }
  }
}

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
