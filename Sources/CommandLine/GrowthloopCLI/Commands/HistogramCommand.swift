import Diagnostics
import Statistics

/// Reads, merges and writes histogram logs.
enum HistogramCommand: Command {
  static let name = "histogram"
  static let summary = "merges histogram logs (.hlog) and prints their percentiles"
  static let help = """
    growthloop histogram [FILE…] [options]
    growthloop histogram --record [options] < values

    Merges the intervals of HdrHistogram logs and prints count, mean, percentiles and largest value, for
    each tag by itself: what has different tags, such as response times and lag, is never added up. The
    unit is that which the logs name, as those of 'growthloop load' do: nanoseconds. '-' or no file at all
    reads the standard input. A line that cannot be read is told with its file and number, and the rest
    goes on; the exit code is then 65. Logs of different precision are merged into the coarsest of them.

      --percentiles P,P,…  which percentiles (\(HistogramOptions.usualPercentiles))
      --scale N            divides what is printed: 1000000 shows nanoseconds as milliseconds
      --tag T              only the intervals with this tag; as it stands, all of them
      --corrected-for N    adds what a stalled measurer left out, when it should have measured every N
                           (in the unit of the log, before --scale)
      --json               the same as one JSON document
      --hgrm               the percentile table that HdrHistogram's plotting tools read; of one tag
      --hlog               one log, with one interval for each tag

      --record             counts values, whole numbers one a line, and writes them as a log;
                           takes --tag and --corrected-for as well
      --highest N          the largest value that it tells from larger ones (3600000000000: an hour
                           in nanoseconds)
      --lowest N           the smallest that it tells from zero (1)
      --digits N           how many digits of a value it keeps, from 1 to 5 (3)

    A percentile is the smallest value that so many per cent of all values do not exceed, given as the
    largest value that its counter stands for.

    Example:
      seq 1 100000 | growthloop histogram --record | growthloop histogram --percentiles 50,99.9
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--record"] + HistogramOptions.forms,
        options: HistogramOptions.ofReading + HistogramOptions.ofRecording
          + HistogramOptions.ofBoth,
        mostWords: .max))
    let options = try HistogramOptions(arguments)
    if arguments.has("--record") {
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
    switch options.form {
    case "--hgrm":
      return try options.correct(try only(part: logs).histogram).percentileTable(per: options.scale)
    case "--hlog":
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
      return form == "--json" ? try report.json() : report.description
    }
  }

  /// The one tag that there is: a percentile table has room for no other.
  private static func only(part logs: MergedLogs) throws(UsageError) -> MergedLogs.Part {
    guard logs.parts.count == 1, let part = logs.parts.first else {
      let most = 4
      let names = logs.tags.prefix(most).joined(separator: ", ")
      throw UsageError(
        description: "'--hgrm' shows one tag, and there are several (\(names)"
          + (logs.tags.count > most ? ", …" : "") + "): name one by '--tag'")
    }
    return part
  }
}
