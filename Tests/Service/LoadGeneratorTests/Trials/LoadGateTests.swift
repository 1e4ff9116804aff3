import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Gates of load plans")
struct LoadGateTests {
  private static func gate(_ text: String) throws -> LoadGate { try #require(LoadGate(text)) }

  /// So many values of one and of another time, in nanoseconds.
  private static func times(_ parts: [(UInt64, Int)]) -> HDRHistogram {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for (value, count) in parts { histogram.record(value, count: count) }
    return histogram
  }

  private static func p99(
    below limit: UInt64, _ parts: [(UInt64, Int)], effect: Double = 1
  ) throws -> JudgedGate {
    JudgedGate(
      try gate("p99 < 1ms"), percentile: 99, below: limit, among: times(parts), effect: effect)
  }

  @Test func `a gate names a percentile and a time, or errors and a share, perhaps a kind`() throws
  {
    #expect(
      try Self.gate("p99.9  <  200ms").limit
        == .response(percentile: 99.9, nanoseconds: 200_000_000))
    #expect(try Self.gate("create max < 1.5s").kind == "create")
    #expect(try Self.gate("get /healthz  errors < 1%").kind == "get /healthz")
    #expect(try Self.gate("errors < 0.1%").limit == .errors(share: 0.001))
    #expect(try Self.gate("errors < 0.1%").responseLimit == nil)
  }

  @Test(arguments: [
    "p99 > 200ms", "p100 < 1s", "p0 < 1s", "p99 < 200", "p99 < 0ms", "errors < 0.1", "errors < 0%",
    "errors < 101%", "p99 < 1s a", "p99", "", "pinf < 1s", "p < 1s",
  ])
  func `whatever else is no gate`(text: String) {
    #expect(LoadGate(text) == nil)
  }

  @Test func `a percentile keeps its limit only with the whole interval`() throws {
    // Of 1,000 times the interval of the 99th percentile goes from rank 984 to 997.
    #expect(try Self.p99(below: 100, [(10, 998), (500, 2)]).verdict == .kept)
    #expect(try Self.p99(below: 100, [(10, 995), (500, 5)]).verdict == .undecided)
    #expect(try Self.p99(below: 100, [(10, 970), (500, 30)]).verdict == .missed)
  }

  @Test func `what comes in blocks tells less`() throws {
    let alone = try Self.p99(below: 100, [(10, 9_950), (500, 50)])
    let together = try Self.p99(below: 100, [(10, 9_950), (500, 50)], effect: 20)
    #expect(alone.verdict == .kept)
    #expect(together.verdict == .undecided)
    #expect(together.measured.value == alone.measured.value)
  }

  @Test func `too few times to keep a limit may be enough to miss it`() throws {
    let slow = try Self.p99(below: 100, [(10, 1), (600, 195)])
    #expect(slow.verdict == .missed && slow.measured.interval == nil)
    #expect(try Self.p99(below: 100, [(10, 194), (600, 2)]).verdict == .undecided)
    #expect(try Self.p99(below: 100, [(600, 1)], effect: 50).verdict == .undecided)
  }

  @Test func `too few times keep nothing, and none miss all`() throws {
    let few = try Self.p99(below: 100, [(10, 300)])
    #expect(few.verdict == .undecided && few.measured.interval == nil)
    #expect(few.measured.value == 10 / 1e6)
    let none = try Self.p99(below: 100, [])
    #expect(none.verdict == .missed && none.measured.value == nil)
  }

  @Test func `a request without an answer is later than any limit`() throws {
    func judgement(_ unanswered: Int) throws -> JudgedGate {
      JudgedGate(
        try Self.gate("p99 < 1ms"), percentile: 99, below: 100, among: Self.times([(10, 1_000)]),
        unanswered: unanswered, effect: 1)
    }
    #expect(try judgement(1).verdict == .kept)
    let few = try judgement(10)
    #expect(few.verdict == .undecided && few.measured.value == 10 / 1e6)
    #expect(few.measured.low == 10 / 1e6 && few.measured.high == .infinity)
    let many = try judgement(2_500)
    #expect(many.verdict == .missed && many.measured.value == .infinity && many.count == 3_500)
    #expect(try Self.longest(unanswered: 0) == .kept && Self.longest(unanswered: 1) == .missed)
  }

  private static func longest(unanswered: Int) throws -> GateVerdict {
    JudgedGate(
      try gate("max < 1ms"), percentile: 100, below: 91, among: times([(10, 3)]),
      unanswered: unanswered, effect: 1
    ).verdict
  }

  @Test func `the longest is held against its limit as it is`() throws {
    let gate = try Self.gate("max < 1ms")
    func verdict(_ limit: UInt64) -> GateVerdict {
      JudgedGate(
        gate, percentile: 100, below: limit, among: Self.times([(10, 3), (90, 1)]), effect: 1
      ).verdict
    }
    #expect(verdict(91) == .kept)
    #expect(verdict(90) == .missed)
  }

  @Test(arguments: [
    (0, 10_000, 1.0, GateVerdict.kept), (0, 1_000, 1, .undecided), (5, 10_000, 1, .undecided),
    (50, 10_000, 1, .missed), (0, 0, 1, .missed), (0, 10_000, 10, .undecided),
  ])
  func `errors go by the interval of their share`(
    errors: Int, planned: Int, effect: Double, verdict: GateVerdict
  ) throws {
    let judgement = JudgedGate(
      try Self.gate("errors < 0.1%"), errors: errors, of: planned, below: 0.001, effect: effect)
    #expect(judgement.verdict == verdict)
  }
}

@Suite("How much alike requests of the same second are")
struct BlockEffectTests {
  private static let totals = [Int](repeating: 1_000, count: 30)

  @Test func `requests that are late here and there count fully`() {
    #expect(BlockEffect.factor(hits: totals(of: 10), of: Self.totals) == 1)
    #expect(BlockEffect.factor(hits: totals(of: 0), of: Self.totals) == 1)
    #expect(BlockEffect.factor(hits: Self.totals, of: Self.totals) == 1)
  }

  @Test func `a stall of one second counts as little more than one`() throws {
    var hits = totals(of: 0)
    hits[7] = 1_000
    let factor = try #require(BlockEffect.factor(hits: hits, of: Self.totals))
    // All of a block alike: as many times as a block is long, but for the ends.
    #expect(abs(factor / 1_034 - 1) < 0.01)
  }

  @Test func `neighbouring seconds are taken together`() throws {
    let seconds = (0..<300).map { $0 % 60 < 30 ? 20 : 0 }
    let many = try #require(
      BlockEffect.factor(hits: seconds, of: [Int](repeating: 1_000, count: 300)))
    #expect(many > 90 && many < 120)
  }

  @Test func `few seconds cannot tell, and empty ones do not count`() {
    #expect(BlockEffect.factor(hits: [1, 2, 3], of: [10, 10, 10]) == nil)
    let idle = [Int](repeating: 0, count: 40)
    #expect(BlockEffect.factor(hits: idle, of: idle) == nil)
  }

  private func totals(of hits: Int) -> [Int] { Self.totals.map { _ in hits } }
}
