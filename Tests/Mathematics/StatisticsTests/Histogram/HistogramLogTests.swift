import Testing

@testable import Statistics

@Suite("HDR histogram · logs")
struct HistogramLogTests {
  let histogram: HDRHistogram = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    histogram.record(2_500_000)
    return histogram
  }()

  @Test func `a log has a version, times, a legend and a line for each interval`() throws {
    let writer = HistogramLogWriter(maximumUnit: 1_000)
    let header = writer.header(
      startTime: .milliseconds(1_700_000_000_127), baseTime: .seconds(1_700_000_000),
      comments: ["two\nlines"])
    let tag = try #require(HistogramLogTag("reads"))
    let line = writer.line(
      HistogramLogInterval(
        tag: tag, start: .milliseconds(127), length: .milliseconds(1_500), histogram: histogram))
    #expect(
      header == """
        #two lines
        #[Histogram log format version 1.3]
        #[StartTime: 1700000000.127 (seconds since epoch), 2023-11-14T22:13:20Z]
        #[BaseTime: 1700000000.000 (seconds since epoch)]
        "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

        """)
    #expect(line.hasPrefix("Tag=reads,0.127,1.500,2500.607,HISTFAAA"))
    #expect(line.hasSuffix("\n"))
  }

  @Test func `a log is read as it was written`() throws {
    let writer = HistogramLogWriter()
    let intervals = [
      HistogramLogInterval(start: .zero, length: .milliseconds(1), histogram: histogram),
      HistogramLogInterval(
        tag: HistogramLogTag("a"), start: .milliseconds(-1_500), length: .seconds(90_061),
        histogram: HDRHistogram(layout: .minuteInMicroseconds)),
    ]
    let header = writer.header(startTime: .seconds(-1), baseTime: .milliseconds(12_345))
    let text = header + writer.comment("in between") + intervals.map(writer.line).joined()
    let read = HistogramLogReader.readAll(Array(text.utf8))
    #expect(read.mistakes.isEmpty)
    #expect(read.intervals == intervals)

    var reader = HistogramLogReader()
    for line in text.split(separator: "\n") { _ = try reader.read(line.utf8) }
    #expect(reader.startTime == .seconds(-1) && reader.baseTime == .milliseconds(12_345))
    #expect(reader.lineCount == 7)
  }

  @Test func `the times of Java's log are read`() {
    let intervals = GoldenLog.java.intervals
    #expect(intervals.first?.start == .milliseconds(127))
    #expect(intervals.allSatisfy { $0.length == .milliseconds(1_500) })
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (1_709_251_199, "2024-02-29T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"),
  ])
  func `the start is written as a date, too`(seconds: Int64, date: String) {
    let header = HistogramLogWriter().header(startTime: .seconds(seconds))
    #expect(header.contains("(seconds since epoch), \(date)]"))
  }

  @Test func `every mistake is told with its line, and the other lines are read`() {
    let line = HistogramLogWriter().line(
      HistogramLogInterval(start: .zero, length: .seconds(1), histogram: histogram))
    let payload = line.split(separator: ",")[3].dropLast()
    let text = """
      #[Histogram log format version 2.0]
      0.000,1.000,3.000
      \r
      one,1.000,3.000,\(payload)
      Tag=,0.000,1.000,3.000,\(payload)
      #[StartTime: yesterday (seconds since epoch)]
      \tTag=x y, 0.000 , 1 , 3 , \(payload)\t\r
      0.000,1.,3.000,\(payload)
      0.000,1.000,big,\(payload)
      0.000,1.000,3.000,\(payload.dropLast(3))
      0.000,1.000,3.000,AAAA
      0.000,1.000,3.000,\(payload),1
      0.000,1.000,3.000,\(payload)
      """
    let read = HistogramLogReader.readAll(Array(text.utf8))
    #expect(read.intervals.count == 2)
    #expect(read.intervals.first?.tag?.description == "x y")
    #expect(
      read.mistakes.map(\.description) == [
        "line 1: log format version 1.x can be read, not '2.0'",
        "line 2: start, length, largest value and histogram make 4 columns; there are 3",
        "line 4: the start must be a number, not 'one'",
        "line 5: the tag is empty",
        "line 6: the StartTime must be a number, not 'yesterday'",
        "line 8: the length must be a number, not '1.'",
        "line 9: the largest value must be a number, not 'big'",
        "line 10: the histogram is not base64",
        "line 11: the histogram is cut off",
        "line 12: start, length, largest value and histogram make 4 columns; there are 5",
      ])
  }

  @Test(arguments: ["", "a,b", "a b", "a\n", "a\r\nb"])
  func `a tag that would break its line is none`(text: String) {
    #expect(HistogramLogTag(text) == nil)
  }
}

@Suite("HDR histogram · figures in tables and logs")
struct FixedPointTests {
  static let figures: [(Double, Int, String)] = [
    (0.0, 3, "0.000"), (1, 0, "1"), (-1.5, 1, "-1.5"), (0.125, 2, "0.12"), (0.375, 2, "0.38"),
    (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"), (0.001, 12, "0.001000000000"),
    (1e-300, 12, "0.000000000000"),
    (999.9996, 3, "1000.000"), (0x1p62, 5, "4611686018427387904.00000"),
    (0.1, 12, "0.100000000000"),
    (123_456_789.987_654_321, 5, "123456789.98765"), (5e-13, 12, "0.000000000000"),
    (6e-13, 12, "0.000000000001"),
  ]

  @Test(arguments: figures)
  func `a figure is rounded from its exact value`(number: Double, decimals: Int, text: String) {
    #expect(number.fixedPoint(decimals) == text)
  }
}
