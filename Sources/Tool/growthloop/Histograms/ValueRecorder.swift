import Statistics
import GrowthloopReports

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
