import Foundation
import Statistics

/// What a histogram says, as text and as data.
struct HistogramSummary: Encodable, CustomStringConvertible {
  struct Percentile: Encodable {
    let percentile: Double
    let value: Double?
  }

  let files: [String]
  let intervals: Int
  let tags: [String]
  /// How many lines could not be read.
  let mistakes: Int
  let scale: Double
  let correctedFor: UInt64?
  let significantDigits: Int
  let count: Int
  let mean: Double?
  let standardDeviation: Double?
  let min: Double?
  let percentiles: [Percentile]
  let max: Double?

  init(_ histogram: HDRHistogram, of logs: MergedLogs, as options: HistogramOptions) {
    let scale = options.scale
    files = logs.files
    intervals = logs.intervals
    tags = options.tag.map { [$0.description] } ?? logs.tags
    mistakes = logs.mistakes.count
    self.scale = scale
    correctedFor = options.correctedFor > 0 ? options.correctedFor : nil
    significantDigits = histogram.layout.significantDigits
    count = histogram.totalCount
    mean = histogram.mean.map { $0 / scale }
    standardDeviation = histogram.standardDeviation.map { $0 / scale }
    min = histogram.min.map { Double($0) / scale }
    percentiles = options.percentiles.map { percentile in
      Percentile(
        percentile: percentile,
        value: histogram.value(atPercentile: percentile).map { Double($0) / scale })
    }
    max = histogram.max.map { Double($0) / scale }
  }

  var description: String {
    var title = "\(intervals) \(intervals == 1 ? "interval" : "intervals") of "
    title += files.count <= 3 ? files.joined(separator: ", ") : "\(files.count) logs"
    if !tags.isEmpty {
      title += "; \(tags.count == 1 ? "tag" : "tags") " + tags.joined(separator: ", ")
    }
    if let correctedFor { title += "; corrected for an interval of \(correctedFor)" }
    if scale != 1 { title += "; values divided by \(short(scale))" }
    if mistakes > 0 {
      title += "; \(mistakes) unreadable \(mistakes == 1 ? "line" : "lines") left out"
    }

    // Values are whole numbers of the unit in which they were recorded.
    let decimals = scale == 1 ? 0 : significantDigits
    var rows = [
      ("count", "\(count)"), ("mean", figure(mean, significantDigits)),
      ("standard deviation", figure(standardDeviation, significantDigits)),
      ("smallest", figure(min, decimals)),
    ]
    rows += percentiles.map { ("p\(short($0.percentile))", figure($0.value, decimals)) }
    rows.append(("largest", figure(max, decimals)))
    // Figures under each other by their ends, which a text table does not do.
    let names = rows.map(\.0.count).max() ?? 0
    let figures = rows.map(\.1.count).max() ?? 0
    let lines = rows.map { name, figure in
      name.padded(to: names + 2 + figures - figure.count) + figure + "\n"
    }
    return "\(title)\n\n\(lines.joined())"
  }

  private func figure(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "none" }
    return String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), value)
  }

  /// The number without a fraction where it has none.
  private func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
