/// Figures in the text format of OpenMetrics 1.0.
public struct OpenMetricsText {
  public static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  private var lines: [String] = []

  public init() {}

  /// Begins a family of figures of a kind: `counter`, `gauge`, `stateset` or `histogram`.
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
  public mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], nanoseconds: HDRHistogram
  ) {
    let sum = (nanoseconds.mean ?? 0) * Double(nanoseconds.totalCount) / 1e9
    histogram(name, labels, nanoseconds, perMicrosecond: 1_000, sum: sum)
  }

  private mutating func histogram(
    _ name: String, _ labels: [(name: String, value: String)], _ histogram: HDRHistogram,
    perMicrosecond scale: UInt64, sum seconds: Double
  ) {
    for (bound, text) in Self.bounds {
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
