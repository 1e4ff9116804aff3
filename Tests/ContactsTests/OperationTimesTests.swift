import Statistics
import GrowthloopFindings
import Testing

@testable import GrowthloopContacts

@Suite("What an operation takes")
struct OperationTimesTests {
  /// Twenty steps, of 1 to 20 microseconds.
  private static let work = (1...20).map { UInt64($0) * 1_000 }

  private static func times(_ rounds: [[UInt64]]) -> OperationTimes {
    rounds.reduce(into: OperationTimes(.keystroke)) { $0.add($1, elapsed: $1) }
  }

  @Test func `a percentile is over the steps, each at the median of its rounds`() {
    // In every round another step is held up.
    let rounds = (0..<15).map { round in
      Self.work.enumerated().map { $0 == round ? 5_000_000 : $1 }
    }
    let times = Self.times(rounds)
    #expect(times.typical(100).value == 20_000)
    #expect(times.typical(50).value == 10_000)
    #expect(times.typicalMean == 10_500)
    #expect((times.all.value(atPercentile: 99) ?? 0) > 1_000_000)
  }

  @Test func `the interval tells how far luck reaches`() {
    let calm = Self.times([[UInt64]](repeating: Self.work, count: 15)).typical(99)
    #expect(calm.low == calm.value && calm.value == calm.high)
    // Half of the rounds take twice as long.
    let torn = (0..<15).map { round in Self.work.map { $0 * (round % 2 == 0 ? 1 : 2) } }
    let wide = Self.times(torn).typical(100)
    #expect(wide.low == 20_000 && wide.high == 40_000)
    let few = Self.times([[1_000], [3_000], [2_000]]).typical(50)
    #expect(few == (1_000, 2_000, 3_000))
  }

  @Test(arguments: [
    ("keystroke p99 < 21us", GateVerdict.kept), ("keystroke p99 < 20us", .missed),
    ("keystroke max < 1ms at 10_000", .kept),
  ])
  func `a gate is kept below its limit`(text: String, verdict: GateVerdict) throws {
    let times = Self.times([[UInt64]](repeating: Self.work, count: 15))
    #expect(try #require(ContactGate(text)).judged(by: times).verdict == verdict)
  }

  @Test func `a gate within the interval is undecided`() throws {
    let torn = (0..<15).map { round in Self.work.map { $0 * (round % 2 == 0 ? 1 : 2) } }
    let gate = try #require(ContactGate("keystroke max < 30us"))
    #expect(gate.judged(by: Self.times(torn)).verdict == .undecided)
  }

  @Test func `a gate is an operation, a percentile, a time and perhaps a size`() throws {
    let gate = try #require(ContactGate("frame p50 < 16.67ms at 5_000"))
    #expect(gate.operation == .frame && gate.percentile == 50)
    #expect(gate.nanoseconds == 16_670_000 && gate.size == 5_000)
    #expect(gate.concerns(5_000) && !gate.concerns(500))
    #expect(ContactGate("sync max < 3s")?.nanoseconds == 3_000_000_000)
  }

  @Test(arguments: [
    "", "keystroke", "keystroke p99 < 1", "keystroke p0 < 1ms", "keystroke p100 < 1ms",
    "stroke p99 < 1ms", "keystroke p99 > 1ms", "keystroke p99 < 1ms at", "keystroke p99 < -1ms",
    "keystroke p99 < 1ms at ten",
  ])
  func `anything else is no gate`(text: String) {
    #expect(ContactGate(text) == nil)
  }
}
