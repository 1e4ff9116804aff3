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
