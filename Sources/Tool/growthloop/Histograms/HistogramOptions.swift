import Foundation
import GrowthloopFindings
import GrowthloopReports
import Statistics
import Vocabulary

/// The parameters of a histogram and of its report, from the options.
struct HistogramOptions {
  static let usualPercentiles = "50,90,99,99.9,99.99"
  static let percentiles = CommandOption(
    "--percentiles", "P,P,…", "which percentiles (default: \(usualPercentiles))")
  static let scale = CommandOption(
    "--scale", "N", "divides what is printed: 1000000 shows nanoseconds as milliseconds")
  static let tag = CommandOption(
    "--tag", "T", "only the intervals with this tag (default: all, each tag by itself)")
  static let correction = CommandOption(
    "--corrected-for", "N",
    "adds the values that a stalled measurer left out, when it should have measured every N (in the unit of "
      + "the log, before --scale)")
  /// The forms of output other than a table.
  static let hgrm = CommandOption(
    flag: "--hgrm", "the percentile table that HdrHistogram's plotting tools read; of one tag")
  static let hlog = CommandOption(flag: "--hlog", "one log, with one interval for each tag")
  static let forms = [CommandOption.json.meaning("the same as one JSON document"), hgrm, hlog]
  static let record = CommandOption(
    flag: "--record",
    "counts values, whole numbers one a line, and writes them as a log; takes --tag and --corrected-for as "
      + "well")
  static let highest = CommandOption(
    "--highest", "N",
    "(--record) the largest value distinguished from larger ones (default: 3600000000000, an hour in "
      + "nanoseconds)")
  static let lowest = CommandOption(
    "--lowest", "N", "(--record) the smallest value distinguished from zero (default: 1)")
  static let digits = CommandOption(
    "--digits", "N", "(--record) how many digits of a value are kept, from 1 to 5 (default: 3)")
  private static let ofReading = [percentiles, scale]
  private static let ofRecording = [highest, lowest, digits]
  static let all = ofReading + [tag, correction] + forms + [record] + ofRecording

  let form: CommandOption?
  let tag: HistogramLogTag?
  let percentiles: [Double]
  let scale: Double
  let correctedFor: UInt64
  let layout: HDRHistogram.Layout

  init(_ arguments: Arguments) throws {
    try Self.refuseMixtures(in: arguments)
    form = arguments.first(of: Self.forms)
    tag = try arguments.one(Self.tag).map { text in
      guard let tag = HistogramLogTag(text) else {
        throw UsageError(description: "a tag has no comma, space or line break, unlike '\(text)'")
      }
      return tag
    }
    percentiles = try (arguments.one(Self.percentiles) ?? Self.usualPercentiles)
      .split(separator: ",", omittingEmptySubsequences: false).map { text in
        guard let percentile = ValueText.real(text), (0...100).contains(percentile) else {
          throw UsageError(
            description:
              "'--percentiles' takes numbers from 0 to 100, such as 50,99.9, not '\(text)'")
        }
        return percentile
      }
    scale =
      try arguments.one(Self.scale).map { text in
        guard let scale = ValueText.real(text), scale > 0, scale < 1e30,
          scale > 1e-3
        else {
          throw UsageError(
            description: "'--scale' must be a number such as 1000000, not '\(text)'")
        }
        return scale
      } ?? 1
    correctedFor = try Self.wholeNumber(Self.correction, of: arguments) ?? 0
    let digits = try Self.wholeNumber(Self.digits, of: arguments) ?? 3
    do {
      layout = try HDRHistogram.Layout(
        lowest: try Self.wholeNumber(Self.lowest, of: arguments) ?? 1,
        highest: try Self.wholeNumber(Self.highest, of: arguments) ?? 3_600_000_000_000,
        digits: Int(clamping: digits))
    } catch let error as LayoutError {
      throw UsageError(description: error.description)
    }
  }

  /// Returns the histogram with the values that a stalled measurer omitted, if requested.
  func correct(_ histogram: HDRHistogram) throws -> HDRHistogram {
    do {
      return try histogram.corrected(for: correctedFor)
    } catch {
      throw tooShort(error)
    }
  }

  /// Counts one value, and those that a stalled measurer omitted, if requested.
  func record(_ value: UInt64, into histogram: inout HDRHistogram) throws {
    do {
      try histogram.record(value, correctedFor: correctedFor)
    } catch {
      throw tooShort(error)
    }
  }

  private func tooShort(_ error: HDRHistogram.CountOverflow) -> UsageError {
    UsageError(
      description: "'--corrected-for \(correctedFor)' is too short for these values: \(error)")
  }

  private static func wholeNumber(_ option: CommandOption, of arguments: Arguments) throws
    -> UInt64?
  {
    try arguments.one(option).map { text in
      guard let number = ValueText.natural(text) else {
        throw UsageError(description: "'\(option)' must be a whole number, not '\(text)'")
      }
      return number
    }
  }

  /// Throws for options that have no meaning together.
  private static func refuseMixtures(in arguments: Arguments) throws {
    let forms = forms.filter(arguments.has)
    guard forms.count <= 1 else {
      throw UsageError(description: "'\(forms[0])' and '\(forms[1])' exclude each other")
    }
    if arguments.has(record) {
      if let form = forms.first ?? arguments.first(of: ofReading) {
        throw UsageError(
          description: "'--record' writes a log; give '\(form)' to the 'growthloop histogram' "
            + "that reads it")
      }
      guard arguments.words.allSatisfy({ $0 == "-" }), arguments.words.count <= 1 else {
        throw UsageError(description: "'--record' reads values from the standard input only")
      }
    } else if let option = arguments.first(of: ofRecording) {
      throw UsageError(description: "'\(option)' goes with '--record' only")
    }
  }
}

/// The contents of histogram logs, tag by tag, as text and as data.
struct HistogramReport: Encodable, CustomStringConvertible {
  let files: [String]
  /// The number of unreadable lines.
  let mistakes: Int
  /// The unit of the values before the division; `nil` if the logs name none.
  let unit: String?
  let scale: Double
  let correctedFor: UInt64?
  /// The summaries by tag; intervals of different tags are never added, as they are not alike.
  let summaries: [HistogramSummary]

  init(_ logs: MergedLogs, as options: HistogramOptions) throws {
    files = logs.files
    mistakes = logs.mistakeCount
    unit = logs.unit?.rawValue
    scale = options.scale
    correctedFor = options.correctedFor > 0 ? options.correctedFor : nil
    summaries = try logs.parts.map { try HistogramSummary($0, as: options) }
  }

  var description: String {
    summaries.map { "\(title(of: $0))\n\n\($0.table)" }.joined(separator: "\n")
  }

  private func title(of summary: HistogramSummary) -> String {
    var title = "\(summary.intervals) \(summary.intervals == 1 ? "interval" : "intervals") of "
    title += files.count <= 3 ? files.joined(separator: ", ") : "\(files.count) logs"
    if let tag = summary.tag {
      title += "; tag \(tag)"
    } else if summaries.count > 1 {
      title += "; no tag"
    }
    if let correctedFor { title += "; corrected for an interval of \(correctedFor)" }
    if let unit { title += "; \(unit)" }
    if scale != 1 { title += (unit == nil ? "; values" : "") + " divided by \(scale.short)" }
    if mistakes > 0 {
      title += "; \(mistakes) unreadable \(mistakes == 1 ? "line" : "lines") left out"
    }
    return title
  }
}

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

/// The unit of a log's values, as a comment of the log names it: `#A flash crowd, nanoseconds`.
///
/// The format has no field for it; the logs of this tool end a comment with it.
enum HistogramUnit: String, CaseIterable {
  case nanoseconds, microseconds, milliseconds, seconds

  /// Reads a line of a log; `nil` unless it is a comment that ends with a unit.
  init?(comment line: [UInt8]) {
    guard line.first == UInt8(ascii: "#") else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    guard let unit = Self.allCases.first(where: { text.hasSuffix(", \($0.rawValue)") }) else {
      return nil
    }
    self = unit
  }
}
