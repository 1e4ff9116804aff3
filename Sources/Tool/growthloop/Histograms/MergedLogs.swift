import GrowthloopReports
import Statistics

/// The intervals of histogram logs, merged by tag.
struct MergedLogs {
  /// The limit of a line's length: more than a histogram of the most counters has in practice.
  static let longestLine = 64 << 20
  /// The limit of mistakes reported one by one.
  static let mostComplaints = 20
  /// The limit of different tags in a readable report.
  static let mostTags = 1_000
  /// The limit of counters over all tags, of 8 bytes each: those of 1,900 usual histograms.
  static let mostCounters = 1 << 25

  /// The intervals of one tag, or of none.
  struct Part {
    let tag: HistogramLogTag?
    var histogram: HDRHistogram
    var intervals = 1
    /// The start of the first interval and the end of the last.
    var start: Duration
    var end: Duration

    init(_ interval: HistogramLogInterval) {
      tag = interval.tag
      histogram = interval.histogram
      start = interval.start
      end = interval.start + interval.length
    }
  }

  /// The tag of the intervals to read; `nil` reads all.
  let tag: HistogramLogTag?
  /// The parts, in the order of the tags' first occurrence.
  private(set) var parts: [Part] = []
  private var places: [HistogramLogTag?: Int] = [:]
  /// The counters of all parts.
  private var counterCount = 0
  /// The names of the inputs, in order.
  private(set) var files: [String] = []
  /// Every tag that occurs, read or not, in the order of first occurrence.
  private(set) var tags: [String] = []
  /// The first mistakes, with file and line, and the number of all.
  private(set) var mistakes: [String] = []
  private(set) var mistakeCount = 0
  /// The units that each log names.
  private var units: [Set<HistogramUnit>] = []

  /// The limit of bytes to read of a log.
  private let most: Int

  init(tag: HistogramLogTag?, most: Int = InputFile.most) {
    self.tag = tag
    self.most = most
  }

  /// The unit of the values, if every log names one and they agree.
  var unit: HistogramUnit? {
    let all = units.reduce(into: Set()) { $0.formUnion($1) }
    return all.count == 1 && units.allSatisfy({ !$0.isEmpty }) ? all.first : nil
  }

  /// Reads one more log; `-` is the standard input.
  mutating func read(_ file: String, on console: any Console) throws {
    var source = try InputSource(file, most: most)
    let name = source.name
    files.append(name)
    units.append([])
    var lines = LineReader(limit: Self.longestLine)
    var reader = HistogramLogReader()
    while let line = try lines.next(reading: { try source.next(on: console) }) {
      switch line {
      case .tooLong:
        // Counted as an empty line, so that later lines keep their numbers.
        _ = try? reader.read([])
        refuse("longer than \(Self.longestLine >> 20) MiB", in: name, reader.lineCount)
      case .whole(let bytes):
        if let unit = HistogramUnit(comment: bytes) { units[units.count - 1].insert(unit) }
        do throws(HistogramLogReader.Mistake) {
          if let interval = try reader.read(bytes) { take(interval, from: name, reader.lineCount) }
        } catch {
          refuse("\(error.problem)", in: name, error.line)
        }
      }
    }
  }

  private mutating func refuse(_ problem: String, in name: String, _ line: Int) {
    mistakeCount += 1
    // A file that is not a log has a mistake in every line.
    if mistakes.count < Self.mostComplaints {
      mistakes.append("\(name):\(line): error: \(problem)")
    }
  }

  /// Reports the mistakes.
  func complain(on console: any Console) {
    for mistake in mistakes { console.complain(mistake) }
    if mistakeCount > mistakes.count {
      console.complain("growthloop: and \(mistakeCount - mistakes.count) more such lines")
    }
  }

  private mutating func take(_ interval: HistogramLogInterval, from name: String, _ line: Int) {
    if let tag = interval.tag?.description, !tags.contains(tag) {
      guard tags.count < Self.mostTags else {
        return refuse("the logs have more than \(Self.mostTags) tags", in: name, line)
      }
      tags.append(tag)
    }
    guard tag == nil || tag == interval.tag else { return }
    let place = places[interval.tag]
    let taken = place.map { parts[$0].histogram.layout }
    let layout =
      taken.map { $0.widened(by: interval.histogram.layout) } ?? interval.histogram.layout
    let counters = counterCount + layout.counterCount - (taken?.counterCount ?? 0)
    guard counters <= Self.mostCounters else {
      return refuse(
        "the histograms of all tags have more than \(Self.mostCounters) counters; read some with "
          + "'--tag', or record fewer digits", in: name, line)
    }
    counterCount = counters
    guard let place else {
      places[interval.tag] = parts.count
      parts.append(Part(interval))
      return
    }
    let before = parts[place].histogram.totalCount
    guard !before.addingReportingOverflow(interval.histogram.totalCount).overflow else {
      return refuse(
        "the counts together with those before exceed \(Int.max)", in: name, line)
    }
    parts[place].histogram.mergeWidening(interval.histogram)
    parts[place].intervals += 1
    parts[place].start = min(parts[place].start, interval.start)
    parts[place].end = max(parts[place].end, interval.start + interval.length)
  }
}

/// Counts values from the standard input and writes them as a histogram log.
enum ValueRecorder {
  static func run(_ options: HistogramOptions, on console: any Console) throws -> ExitCode {
    if console.inputIsTerminal {
      console.complain("growthloop histogram: type one value a line, and end with Control-D")
    }
    var histogram = HDRHistogram(layout: options.layout)
    var lines = LineReader(limit: 4096)
    var number = 0
    var mistakes = 0
    while let line = try lines.next(reading: console.read) {
      number += 1
      if case .whole(let bytes) = line {
        if bytes.isEmpty { continue }
        if let value = value(bytes) {
          try options.record(value, into: &histogram)
          continue
        }
      }
      mistakes += 1
      if mistakes <= MergedLogs.mostComplaints {
        console.complain(
          "standard input:\(number): error: a value must be a whole number below 2^64"
            + excerpt(line))
      }
    }
    if mistakes > MergedLogs.mostComplaints {
      console.complain("growthloop: and \(mistakes - MergedLogs.mostComplaints) more such lines")
    }
    if histogram.clampedCount > 0 {
      console.complain(
        "growthloop: \(histogram.clampedCount) values beyond the counters were counted as "
          + "\(histogram.max ?? 0); '--highest' makes room for larger ones")
    }
    let writer = HistogramLogWriter(maximumUnit: 1)
    // Values come without a time: the only interval begins at zero and has no length.
    let interval = HistogramLogInterval(
      tag: options.tag, start: .zero, length: .zero, histogram: histogram)
    try console.write(writer.header() + writer.line(interval))
    return mistakes == 0 ? .success : .badInput
  }

  private static func value(_ bytes: [UInt8]) -> UInt64? {
    // Digits only: the initializer would accept a sign too.
    guard bytes.first != UInt8(ascii: "+") else { return nil }
    return UInt64(String(decoding: bytes, as: UTF8.self))
  }

  private static func excerpt(_ line: LineReader.Line) -> String {
    guard case .whole(let bytes) = line, bytes.count <= 40 else { return "" }
    return ", not '\(String(decoding: bytes, as: UTF8.self))'"
  }
}
