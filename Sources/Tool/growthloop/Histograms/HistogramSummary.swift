import GrowthloopFindings
import Foundation
import GrowthloopReports
import Statistics

/// The figures of one tag's intervals, as text and as data.
struct HistogramSummary: Encodable {
  struct Percentile: Encodable {
    let percentile: Double
    let value: Double?
  }

  /// The tag; `nil` for intervals without one.
  let tag: String?
  let intervals: Int
  let significantDigits: Int
  let count: Int
  let mean: Double?
  let standardDeviation: Double?
  let min: Double?
  let percentiles: [Percentile]
  let max: Double?
  private let isScaled: Bool

  private enum CodingKeys: String, CodingKey {
    case tag, intervals, significantDigits, count, mean, standardDeviation, min, percentiles, max
  }

  init(_ part: MergedLogs.Part, as options: HistogramOptions) throws {
    let histogram = try options.correct(part.histogram)
    let scale = options.scale
    tag = part.tag?.description
    intervals = part.intervals
    isScaled = scale != 1
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

  /// The figures, one a line.
  var table: String {
    // Values are whole numbers of their recorded unit.
    let decimals = isScaled ? significantDigits : 0
    var rows = [
      ("count", "\(count)"), ("mean", figure(mean, significantDigits)),
      ("standard deviation", figure(standardDeviation, significantDigits)),
      ("smallest", figure(min, decimals)),
    ]
    rows += percentiles.map { ("p\($0.percentile.short)", figure($0.value, decimals)) }
    rows.append(("largest", figure(max, decimals)))
    // Figures are aligned at their ends, which a text table does not support.
    let names = rows.map(\.0.count).max() ?? 0
    let figures = rows.map(\.1.count).max() ?? 0
    let lines = rows.map { name, figure in
      name.padded(to: names + 2 + figures - figure.count) + figure + "\n"
    }
    return lines.joined()
  }

  private func figure(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "none" }
    return String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}

extension Double {
  /// The number, without a fraction if it is whole.
  var short: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
