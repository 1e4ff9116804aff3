import growthloop_bench
import Testing

@Suite("Benchmarks · the documents' ramps")
struct RampBenchmarkTests {
  /// Five in a hundred at 2%: 5.1% a window, and certain within a day of windows.
  @Test func `a canary rule on few requests is a false one`() {
    #expect((RampBenchmark().canaryAlarm - 0.051).magnitude < 0.0005)
  }

  @Test(arguments: [(1.0, 0.50), (2, 0.36), (4, 0.23), (7, 0.16)])
  func `joins come after the kill`(days: Double, share: Double) {
    #expect((RampBenchmark().afterKill(days) - share).magnitude < 0.006)
  }

  @Test func `each case has its rows, beside what is expected`() {
    var benchmark = RampBenchmark()
    benchmark.ramps = 400
    let (sheets, fall, expected) = RampBenchmark.cases[2]
    let rows = benchmark.measure(sheets, fall: fall, expected: expected)
    #expect(rows.map(\.rule) == ["daily", "pocock", "confidenceSequence", "below 70%"])
    for row in rows {
      // Four standard errors, and the digit that the expectation leaves out.
      let error = (row.expected * (1 - row.expected) / 400).squareRoot()
      #expect((row.detected - row.expected).magnitude < 4 * error + 0.01)
    }
  }

  /// The expected numbers are those of another simulation, in another language.
  @Test(arguments: RampBenchmark.needs)
  func `a plan needs as many a day as an independent Monte Carlo finds`(
    need: RampBenchmark.Need
  ) throws {
    var benchmark = RampBenchmark()
    benchmark.ramps = 1_500
    let found = benchmark.search(need)
    let needed = try #require(found.needed)
    #expect((needed / need.expected - 1).magnitude < 0.1, "\(need.name): \(needed)")
    let (low, high) = (try #require(found.low), try #require(found.high))
    #expect(low <= needed && needed <= high && low < high && high / low < 1.25)
  }
}
