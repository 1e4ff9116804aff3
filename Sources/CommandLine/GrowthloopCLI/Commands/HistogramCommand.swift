import Diagnostics
import Statistics

/// Reads, merges and writes histogram logs.
enum HistogramCommand: Command {
  static let name = "histogram"
  static let summary = "merges histogram logs (.hlog) and prints their percentiles"
  static let help = """
    growthloop histogram [FILE…] [options]
    growthloop histogram --record [options] < values

    Merges the intervals of HdrHistogram logs and prints count, mean, percentiles and largest value.
    '-' or no file at all reads the standard input. A line that cannot be read is told with its file
    and number, and the rest goes on; the exit code is then 65. Logs of different precision are merged
    into the coarsest of them.

      --percentiles P,P,…  which percentiles (\(HistogramOptions.usualPercentiles))
      --scale N            divides what is printed: 1000000 shows nanoseconds as milliseconds
      --tag T              only the intervals with this tag; as it stands, all of them
      --corrected-for N    adds what a stalled measurer left out, when it should have measured every N
                           (in the unit of the log, before --scale)
      --json               the same as one JSON document
      --hgrm               the percentile table that HdrHistogram's plotting tools read
      --hlog               one log of one interval, with everything merged

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
    if let tag = options.tag, logs.intervals == 0, logs.mistakes.isEmpty {
      throw UsageError(
        description: "no interval has the tag '\(tag)'"
          + Suggestion.phrase(for: tag.description, among: logs.tags))
    }
    guard let merged = logs.merged else {
      console.complain("growthloop: there is no interval to show")
      return .badInput
    }
    try console.write(try text(of: merged, in: logs, as: options))
    return logs.mistakes.isEmpty ? .success : .badInput
  }

  private static func text(
    of merged: HDRHistogram, in logs: MergedLogs, as options: HistogramOptions
  ) throws -> String {
    let histogram = try options.correct(merged)
    switch options.form {
    case "--hgrm": return histogram.percentileTable(per: options.scale)
    case "--hlog":
      let writer = HistogramLogWriter(maximumUnit: 1)
      return writer.header()
        + writer.line(
          HistogramLogInterval(
            tag: options.tag, start: logs.start, length: logs.end - logs.start,
            histogram: histogram))
    case let form:
      let summary = HistogramSummary(histogram, of: logs, as: options)
      return form == "--json" ? try summary.json() : summary.description
    }
  }
}
