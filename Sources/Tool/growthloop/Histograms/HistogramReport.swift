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
