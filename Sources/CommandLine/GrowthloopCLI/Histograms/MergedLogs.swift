import Statistics

/// The intervals of some histogram logs, merged.
struct MergedLogs {
  /// The longest line that is read: more than a histogram of the most counters takes in practice.
  static let longestLine = 64 << 20
  /// How many mistakes are told one by one.
  static let mostComplaints = 20

  /// The tag that an interval must have to be taken; `nil` takes all.
  let tag: HistogramLogTag?
  private(set) var merged: HDRHistogram?
  /// How many intervals were taken.
  private(set) var intervals = 0
  /// What was read from, in order.
  private(set) var files: [String] = []
  /// Every tag that occurs, taken or not, in the order of first occurrence.
  private(set) var tags: [String] = []
  /// What was wrong, with file and line.
  private(set) var mistakes: [String] = []
  /// When the first interval began and the last one ended.
  private(set) var start = Duration.zero
  private(set) var end = Duration.zero

  init(tag: HistogramLogTag?) {
    self.tag = tag
  }

  /// Reads one more log; `-` is the standard input.
  mutating func read(_ file: String, on console: any Console) throws {
    let name = file == "-" ? "standard input" : file
    files.append(name)
    var source = file == "-" ? nil : try InputFile(file)
    var lines = LineReader(limit: Self.longestLine)
    var reader = HistogramLogReader()
    while let line = try lines.next(reading: { try source?.next() ?? console.read() }) {
      switch line {
      case .tooLong:
        // Read as an empty one, so that the lines after it keep their numbers.
        _ = try? reader.read([])
        mistakes.append(
          "\(name):\(reader.lineCount): error: longer than \(Self.longestLine >> 20) MiB")
      case .whole(let bytes):
        do throws(HistogramLogReader.Mistake) {
          if let interval = try reader.read(bytes) { take(interval, from: name, reader.lineCount) }
        } catch {
          mistakes.append("\(name):\(error.line): error: \(error.problem)")
        }
      }
    }
  }

  /// Tells what was wrong.
  func complain(on console: any Console) {
    for mistake in mistakes.prefix(Self.mostComplaints) { console.complain(mistake) }
    if mistakes.count > Self.mostComplaints {
      console.complain("growthloop: and \(mistakes.count - Self.mostComplaints) more such lines")
    }
  }

  private mutating func take(_ interval: HistogramLogInterval, from name: String, _ line: Int) {
    if let tag = interval.tag?.description, !tags.contains(tag) { tags.append(tag) }
    guard tag == nil || tag == interval.tag else { return }
    guard let before = merged else {
      merged = interval.histogram
      intervals = 1
      start = interval.start
      end = interval.start + interval.length
      return
    }
    let sum = before.totalCount.addingReportingOverflow(interval.histogram.totalCount)
    guard !sum.overflow else {
      mistakes.append(
        "\(name):\(line): error: the counts together with those before exceed \(Int.max)")
      return
    }
    merged?.mergeWidening(interval.histogram)
    intervals += 1
    start = min(start, interval.start)
    end = max(end, interval.start + interval.length)
  }
}
