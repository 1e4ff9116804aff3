import GrowthloopFindings
import Statistics
import GrowthloopReports

/// Reads, merges and writes histogram logs.
enum HistogramCommand: RunnableCommand {
  static let name = "histogram"
  static let summary = "merges histogram logs (.hlog) and prints their percentiles"
  static let manual = Manual(
    "histogram [FILE…] [options]", "histogram --record [options] < values",
    about: """
      Merges the intervals of HdrHistogram logs and prints count, mean, percentiles and largest value, for
      each tag by itself: different tags, such as response times and lag, are never added up. The unit is
      that which the logs name, as those of 'growthloop load' do: nanoseconds. '-' or no file at all reads
      the standard input. A line that cannot be read is reported with its file and number, and later
      lines are still read; the exit code is then 65. Logs of different precision are merged into the
      coarsest of them.
      """,
    words: [CommandWord("FILE", most: .max)],
    options: HistogramOptions.all,
    notes: """
      A percentile is the smallest value that so many per cent of all values do not exceed, given as the
      largest value that its counter represents.
      """,
    examples:
      "seq 1 100000 | growthloop histogram --record | growthloop histogram --percentiles 50,99.9")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let options = try HistogramOptions(arguments)
    if arguments.has(HistogramOptions.record) {
      return try ValueRecorder.run(options, on: console)
    }
    var logs = MergedLogs(tag: options.tag)
    for file in arguments.words.isEmpty ? ["-"] : arguments.words {
      try logs.read(file, on: console)
    }
    logs.complain(on: console)
    if let tag = options.tag, logs.parts.isEmpty, logs.mistakes.isEmpty {
      throw UsageError(
        description: "no interval has the tag '\(tag)'"
          + Suggestion.phrase(for: tag.description, among: logs.tags))
    }
    guard !logs.parts.isEmpty else {
      console.complain("growthloop: there is no interval to show")
      return .badInput
    }
    try console.write(try text(of: logs, as: options))
    return logs.mistakes.isEmpty ? .success : .badInput
  }

  private static func text(of logs: MergedLogs, as options: HistogramOptions) throws -> String {
    switch options.form?.name {
    case HistogramOptions.hgrm.name:
      return try options.correct(try only(part: logs).histogram).percentileTable(per: options.scale)
    case HistogramOptions.hlog.name:
      let writer = HistogramLogWriter(maximumUnit: 1)
      let comments = logs.unit.map { ["merged, \($0.rawValue)"] } ?? []
      return try writer.header(comments: comments)
        + logs.parts.map { part in
          writer.line(
            HistogramLogInterval(
              tag: part.tag, start: part.start, length: part.end - part.start,
              histogram: try options.correct(part.histogram)))
        }.joined()
    case let form:
      let report = try HistogramReport(logs, as: options)
      return form == CommandOption.json.name ? try report.json() : report.description
    }
  }

  /// Returns the only tag's part: a percentile table has room for one.
  private static func only(part logs: MergedLogs) throws(UsageError) -> MergedLogs.Part {
    guard logs.parts.count == 1, let part = logs.parts.first else {
      let most = 4
      let names = logs.tags.prefix(most).joined(separator: ", ")
      throw UsageError(
        description: "'\(HistogramOptions.hgrm)' shows one tag, and there are several (\(names)"
          + (logs.tags.count > most ? ", …" : "") + "): name one by '--tag'")
    }
    return part
  }
}
