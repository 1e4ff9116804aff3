import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("RunValidity · whether a run measures the server or the generator", .timeLimit(.minutes(60)))
struct RunValidityTests {
  /// A generator at its best: a thousand requests, each sent 10 µs late.
  private func health(_ change: (inout GeneratorHealth) -> Void = { _ in }) -> GeneratorHealth {
    var health = GeneratorHealth()
    health.ownLag.record(10_000, count: 1_000)
    health.turns.record(5_000, count: 1_000)
    health.batches.record(1, count: 1_000)
    (health.sent, health.due) = (1_000, 1_000)
    health.length = .seconds(1)
    health.processor = ProcessorUse(
      busy: 0.5, waiting: 0, involuntarySwitches: 0, foreign: nil, stolen: 0)
    change(&health)
    return health
  }

  private func reasons(
    gated: Duration = .milliseconds(200), _ change: (inout GeneratorHealth) -> Void
  ) -> [RunValidity.Reason] {
    switch RunValidity(health(change), gated: gated) {
    case .valid: []
    case .disturbed(let reasons), .generatorLimited(let reasons): reasons
    }
  }

  @Test func `a generator at its best is believed`() {
    #expect(RunValidity(health(), gated: .milliseconds(1)).isValid)
  }

  @Test func `lateness counts against the gate, from 100 microseconds on`() {
    let late: (inout GeneratorHealth) -> Void = { $0.ownLag.record(149_000, count: 20) }
    #expect(reasons(gated: .milliseconds(3), late).isEmpty)
    guard case .lag(99, _, .microseconds(100)) = reasons(gated: .milliseconds(1), late).first else {
      Issue.record("150 µs late at p99 are too many for a gate of 1 ms")
      return
    }
  }

  @Test func `one request in five hundred may not be later than a tenth of the gate and 1 ms`() {
    let late: (inout GeneratorHealth) -> Void = { $0.ownLag.record(15_000_000, count: 2) }
    #expect(reasons(gated: .milliseconds(200), late).isEmpty)
    guard case .lag(99.9, _, .milliseconds(11)) = reasons(gated: .milliseconds(100), late).first
    else {
      Issue.record("15 ms late at p99.9 are too many for a gate of 100 ms")
      return
    }
  }

  @Test func `requests not sent are its fault only where connections were free`() {
    #expect(reasons { $0.sent = 994 } == [.rate(sent: 994, due: 1_000)])
    #expect(reasons { $0.sent = 995 }.isEmpty)
    #expect(
      reasons {
        $0.sent = 500
        $0.lackedConnections = true
      }.isEmpty)
  }

  @Test func `what others took disturbs, and invalidates only where the generator was late`() {
    let busyMachine = health { $0.processor?.foreign = 0.9 }
    #expect(
      RunValidity(busyMachine, gated: .milliseconds(200))
        == .disturbed(because: [.foreign(share: 0.9, allowed: 0.1)]))
    let late = health {
      $0.processor?.foreign = 0.9
      $0.ownLag.record(90_000_000, count: 20)
    }
    #expect(!RunValidity(late, gated: .milliseconds(200)).isValid)
    #expect(RunValidity(late, gated: .milliseconds(200)).isDisturbed)
    #expect(!RunValidity(health(), gated: .milliseconds(200)).isDisturbed)
  }

  @Test func `a processor that is not its own, or not enough, is told`() {
    #expect(reasons { $0.processor?.busy = 0.86 } == [.processor(busy: 0.86, allowed: 0.85)])
    #expect(reasons { $0.processor?.waiting = 0.02 } == [.runQueue(waiting: 0.02, allowed: 0.01)])
    #expect(reasons { $0.processor?.foreign = 0.2 } == [.foreign(share: 0.2, allowed: 0.1)])
    #expect(reasons { $0.processor?.stolen = 0.02 } == [.stolen(share: 0.02, allowed: 0.01)])
    #expect(reasons { $0.processor = nil }.isEmpty)
  }

  @Test func `a turn longer than its requests are apart cannot keep up`() {
    let long: (inout GeneratorHealth) -> Void = { $0.turns.record(3_000_000, count: 20) }
    guard case .turn(_, .milliseconds(1)) = reasons(long).first else {
      Issue.record("a turn of 3 ms with a request every millisecond")
      return
    }
    #expect(
      reasons {
        long(&$0)
        $0.batches.record(4, count: 20)
      }.isEmpty)
  }

  @Test func `all reasons are told at once`() {
    let all = reasons {
      $0.processor?.busy = 1
      $0.processor?.waiting = 1
      $0.sent = 0
    }
    #expect(all.count == 3)
  }

  @Test func `a backlog that grows from second to second shows`() {
    func seconds(_ inFlight: (Int) -> Int) -> [SecondRecord] {
      (0..<20).map { number in
        var second = SecondRecord(second: number, isWarmUp: false)
        second.inFlight = inFlight(number)
        return second
      }
    }
    var health = GeneratorHealth()
    health.judgeTrend(of: seconds { 10 * $0 + $0 % 3 })
    #expect(health.isFallingBehind)
    #expect(abs(health.backlogSlope - 10) < 0.5)
    health.judgeTrend(of: seconds { 50 + $0 * 7 % 5 })
    #expect(!health.isFallingBehind)
  }

  @Test func `the ticks of each processor are read off the kernel's table`() throws {
    let text =
      "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 10 1 4 80 5 2 3 7 0 0\ncpu1 1 1 1 1 1 1 1 1 0 0\nintr 5\n"
    let ticks = ProcessorReading.ticks(in: text)
    #expect(ticks.keys.sorted() == [0, 1])
    let first = try #require(ticks[0])
    #expect(first == (busy: 20, stolen: 7, all: 112))
  }
}
