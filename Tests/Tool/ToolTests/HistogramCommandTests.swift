import Foundation
import Statistics
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop histogram")
struct HistogramCommandTests {
  /// The log of values from 1 to 1,000, one of each.
  let thousand = growthloop(
    "histogram", "--record", input: (1...1_000).map { "\($0)\n" }.joined()
  ).output

  @Test func `values become a log, and a log becomes percentiles`() {
    let outcome = growthloop("histogram", "--percentiles", "50,99.9", input: thousand)
    #expect(outcome.code == .success)
    #expect(outcome.complaints == "")
    #expect(
      outcome.output == """
        1 interval of standard input

        count                  1000
        mean                500.500
        standard deviation  288.675
        smallest                  1
        p50                     500
        p99.9                   999
        largest                1000

        """)
  }

  @Test func `the same facts come as JSON, in the unit that is wanted`() throws {
    let outcome = growthloop(
      "histogram", "-", "--json", "--scale", "1_000", "--percentiles", "99", input: thousand)
    #expect(
      outcome.output == """
        {
          "files" : [
            "standard input"
          ],
          "mistakes" : 0,
          "scale" : 1000,
          "summaries" : [
            {
              "count" : 1000,
              "intervals" : 1,
              "max" : 1,
              "mean" : 0.5005,
              "min" : 0.001,
              "percentiles" : [
                {
                  "percentile" : 99,
                  "value" : 0.99
                }
              ],
              "significantDigits" : 3,
              "standardDeviation" : 0.2886749902572095
            }
          ]
        }

        """)
  }

  @Test func `the percentile table is that of the library`() throws {
    let interval = try #require(HistogramLogReader.readAll(Array(thousand.utf8)).intervals.first)
    let outcome = growthloop("histogram", "--hgrm", "--scale", "10", input: thousand)
    #expect(outcome.output == interval.histogram.percentileTable(per: 10))
  }

  @Test func `an empty log of one interval has nothing to show but its count`() {
    let empty = growthloop("histogram", "--record").output
    let outcome = growthloop("histogram", "--percentiles", "50", input: empty)
    #expect(outcome.code == .success)
    #expect(outcome.lines.contains("count                  0"))
    #expect(outcome.lines.contains("p50                 none"))
    #expect(growthloop("histogram", "--hgrm", input: empty).code == .success)
  }

  /// One value of each of two tags, as a load run leaves them.
  private static let twoTags = ["tap-response", "tap-lag"].enumerated().map { place, tag in
    growthloop("histogram", "--record", "--tag", tag, input: "\((place + 1) * 1_000)\n").output
  }.joined()

  @Test func `what has different tags is told apart, each by its name and in its unit`() {
    let outcome = growthloop(
      "histogram", "--percentiles", "50", input: "#A crowd, nanoseconds\n" + Self.twoTags)
    #expect(
      outcome.output == """
        1 interval of standard input; tag tap-response; nanoseconds

        count                      1
        mean                1000.000
        standard deviation     0.000
        smallest                1000
        p50                     1000
        largest                 1000

        1 interval of standard input; tag tap-lag; nanoseconds

        count                      1
        mean                2000.000
        standard deviation     0.000
        smallest                2000
        p50                     2000
        largest                 2000

        """)
    let scaled = growthloop(
      "histogram", "--scale", "1000", input: "#A crowd, nanoseconds\n" + Self.twoTags)
    #expect(scaled.lines[0].hasSuffix("; tag tap-response; nanoseconds divided by 1000"))
    let json = growthloop("histogram", "--json", input: Self.twoTags).output
    #expect(json.contains("\"tag\" : \"tap-response\"") && !json.contains("unit"))
  }

  @Test func `a merged log keeps its tags and its unit, and a table is of one tag`() {
    let input = "#A crowd, nanoseconds\n" + Self.twoTags + Self.twoTags
    let merged = growthloop("histogram", "--hlog", input: input).output
    #expect(merged.hasPrefix("#merged, nanoseconds\n"))
    let intervals = HistogramLogReader.readAll(Array(merged.utf8)).intervals
    #expect(intervals.map(\.tag?.description) == ["tap-response", "tap-lag"])
    #expect(intervals.map(\.histogram.totalCount) == [2, 2])
    let table = growthloop("histogram", "--hgrm", input: input)
    #expect(table.code == .usage)
    #expect(
      table.complaints.hasPrefix(
        "growthloop: '--hgrm' shows one tag, and there are several (tap-response, tap-lag): name "
          + "one by '--tag'"))
    #expect(growthloop("histogram", "--hgrm", "--tag", "tap-lag", input: input).code == .success)
  }

  @Test func `intervals with a tag can be had alone`() {
    let fast = growthloop("histogram", "--record", "--tag", "fast", input: "1\n2\n").output
    let slow = growthloop("histogram", "--record", "--tag", "slow", input: "700\n").output
    let both = growthloop("histogram", input: fast + slow)
    #expect(both.lines[0] == "1 interval of standard input; tag fast")
    let some = growthloop("histogram", input: thousand + fast)
    #expect(some.lines[0] == "1 interval of standard input; no tag")
    let alone = growthloop("histogram", "--tag", "slow", input: fast + slow)
    #expect(alone.lines[0] == "1 interval of standard input; tag slow")
    #expect(alone.output.contains("count                     1\n"))
    let unknown = growthloop("histogram", "--tag", "slw", input: fast + slow)
    #expect(unknown.code == .usage)
    #expect(unknown.complaints.contains("no interval has the tag 'slw'; did you mean 'slow'?"))
  }

  @Test func `merged logs are a log again`() throws {
    let first = growthloop("histogram", "--record", "--digits", "2", input: "3\n1000000\n").output
    let merged = growthloop("histogram", "--hlog", input: thousand + first)
    let read = HistogramLogReader.readAll(Array(merged.output.utf8))
    #expect(read.mistakes.isEmpty && read.intervals.count == 1)
    let histogram = try #require(read.intervals.first?.histogram)
    #expect(histogram.totalCount == 1_002)
    #expect(histogram.layout.significantDigits == 2, "the coarser one")
  }

  @Test func `a measurer that stalled can be corrected for, before and after`() {
    let stalled = "10\n10\n100\n"
    let before = growthloop("histogram", "--record", "--corrected-for", "10", input: stalled)
    let plain = growthloop("histogram", "--record", input: stalled).output
    let after = growthloop("histogram", "--corrected-for", "10", "--hlog", input: plain)
    #expect(before.output == after.output)
    let shown = growthloop("histogram", "--corrected-for", "10", input: plain)
    #expect(shown.lines[0].hasSuffix("; corrected for an interval of 10"))
    #expect(shown.output.contains("count                   12\n"))
  }

  @Test func `files are read one after the other, and a bad line is told by file and line`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = folder.appending(path: "good.hlog").path
    let bad = folder.appending(path: "bad.hlog").path
    try Data(thousand.utf8).write(to: URL(filePath: good))
    let lines = thousand + "0,1,2\n" + thousand + "0,1,2,HISTFAAA\n"
    try Data(lines.utf8).write(to: URL(filePath: bad))

    let outcome = growthloop("histogram", good, bad, "--json")
    #expect(outcome.code == .badInput)
    #expect(outcome.output.contains("\"count\" : 3000"))
    #expect(
      outcome.complaints == """
        \(bad):4: error: start, length, largest value and histogram make 4 columns; there are 3
        \(bad):8: error: the histogram is cut off

        """)
    let missing = growthloop("histogram", good + "x")
    #expect(missing.code == .inputOutput)
    #expect(missing.complaints.contains("good.hlogx' cannot be read: there is no such file"))
    #expect(growthloop("histogram", folder.path).code == .inputOutput)
  }

  @Test func `what is no log at all is not complained about for ever`() {
    let outcome = growthloop("histogram", input: String(repeating: "what?\n", count: 50))
    #expect(outcome.code == .badInput)
    #expect(outcome.output == "")
    let complaints = outcome.complaints.split(separator: "\n")
    #expect(complaints.count == 22)
    #expect(complaints[20] == "growthloop: and 30 more such lines")
    #expect(complaints[21] == "growthloop: there is no interval to show")
  }

  @Test func `many tags with large histograms are refused before they fill the memory`() throws {
    var histogram = HDRHistogram(
      layout: try HDRHistogram.Layout(highest: UInt64(Int64.max), digits: 5))
    histogram.record(1)
    let most = (1 << 25) / histogram.layout.counterCount
    let lines = (0..<most + 2).map { number in
      HistogramLogWriter().line(
        HistogramLogInterval(
          tag: HistogramLogTag("t\(number)"), start: .zero, length: .zero, histogram: histogram))
    }
    let outcome = growthloop("histogram", input: lines.joined())
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints.hasPrefix(
        "standard input:\(most + 1): error: the histograms of all tags have more than 33554432"))
    let one = growthloop("histogram", "--tag", "t0", input: lines.joined())
    #expect(one.code == .success)
  }

  @Test func `counts that no number holds are refused, not added`() throws {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    histogram.record(1, count: .max)
    let line = HistogramLogWriter().line(
      HistogramLogInterval(start: .zero, length: .zero, histogram: histogram))
    let outcome = growthloop("histogram", input: line + line)
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.hasPrefix("standard input:2: error: the counts together with those"))
    #expect(growthloop("histogram", "--corrected-for", "1", input: line).code == .success)
    let values = "18446744073709551615\n"
    let short = growthloop("histogram", "--record", "--corrected-for", "1", input: values)
    #expect(short.code == .usage)
    #expect(short.complaints.contains("'--corrected-for 1' is too short for these values"))
  }

  @Test func `a value that is none is told with its line, and the others count`() {
    let outcome = growthloop(
      "histogram", "--record", "--highest", "1000", input: "1\n\n-1\n2.5\n+3\n2000000\r\n7")
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints == """
        standard input:3: error: a value must be a whole number below 2^64, not '-1'
        standard input:4: error: a value must be a whole number below 2^64, not '2.5'
        standard input:5: error: a value must be a whole number below 2^64, not '+3'
        growthloop: 1 values beyond the counters were counted as 2047; '--highest' makes room for \
        larger ones

        """)
    #expect(
      HistogramLogReader.readAll(Array(outcome.output.utf8)).intervals[0].histogram.totalCount == 3)
  }

  static let mistakes: [([String], String)] = [
    (["--hgrm", "--json"], "'--json' and '--hgrm' exclude each other"),
    (["--percentiles", "50,many"], "'--percentiles' takes numbers from 0 to 100, such as 50,99.9"),
    (["--percentiles", "101"], "'--percentiles' takes numbers from 0 to 100"),
    (["--percentiles", "nan"], "'--percentiles' takes numbers from 0 to 100"),
    (["--scale", "0"], "'--scale' must be a number such as 1000000, not '0'"),
    (["--scale", "inf"], "'--scale' must be a number such as 1000000, not 'inf'"),
    (["--digits", "2"], "'--digits' goes with '--record' only"),
    (["--corrected-for", "-1"], "'--corrected-for' must be a whole number, not '-1'"),
    (["--tag", "a,b"], "a tag has no comma, space or line break, unlike 'a,b'"),
    (["--record", "--digits", "6"], "the significant digits must be from 1 to 5, not 6"),
    (["--record", "--lowest", "0"], "the lowest discernible value must be from 1"),
    (
      ["--record", "--json"], "'--record' writes a log; give '--json' to the 'growthloop histogram'"
    ),
    (["--record", "--scale", "2"], "'--record' writes a log; give '--scale' to"),
    (["--record", "a.hlog"], "'--record' reads values from the standard input only"),
    (["--recrd"], "unknown option '--recrd'; did you mean '--record'?"),
  ]

  @Test(arguments: mistakes)
  func `options that cannot be followed are told apart`(arguments: [String], complaint: String) {
    let outcome = run(["histogram"] + arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.output == "")
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }
}
