import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("What a run says of its gates")
struct LoadOutcomeTests {
  /// A run of ten thousand taps of a millisecond each, with nothing wrong.
  private static func outcome(
    _ gates: [String], _ change: (inout LoadRecord) -> Void = { _ in }
  ) throws -> LoadOutcome {
    var scenario = LoadScenario()
    scenario.gates = try gates.map { try #require(LoadGate($0)) }
    let plan = scenario.plan(
      against: LoadTarget(host: "localhost"), KnownLinks(known: ["a"], people: ["b"]))
    var record = LoadRecord(plan)
    record.kinds[0].latencies.add(.milliseconds(1), count: 10_000)
    record.kinds[0].counts.planned = 10_000
    change(&record)
    return LoadOutcome(scenario, record)
  }

  /// A run of ten thousand taps of these times on a machine that others use, whose generator was so
  /// late by itself: of each hundred requests so many, in the order of the times.
  private static func verdicts(
    _ gates: [String], times: [(Duration, perCent: Int)], lags: [(Duration, perCent: Int)],
    isLate: Bool = false
  ) throws -> [GateVerdict] {
    try outcome(gates) { record in
      if isLate { makeBusy(&record) } else { makeDisturbed(&record) }
      record.kinds[0].latencies = Latencies()
      for (time, share) in times { record.kinds[0].latencies.add(time, count: share * 100) }
      for (lag, share) in lags {
        record.health.ownLag.record(UInt64(lag / .nanoseconds(1)), count: share * 100)
      }
    }.gates.map(\.verdict)
  }

  @Test func `gates about all requests and about one kind are decided`() throws {
    let outcome = try Self.outcome([
      "p99 < 2ms", "landingTap p99 < 2ms", "landingTap p99 < 1ms", "errors < 1%",
    ])
    #expect(outcome.validity.isValid)
    #expect(outcome.gates.map(\.verdict) == [.kept, .kept, .missed, .kept])
    #expect(outcome.verdict == .missed)
  }

  @Test func `D-DEP-07, D-EVT-17, D-BUD-05 · the hour to the export is a gate`() throws {
    func gates(_ seconds: [Double]?) throws -> [JudgedGate] {
      try Self.outcome(["events max < 1h", "events p50 < 1min", "p99 < 2ms"]) { record in
        record.exportLag = seconds.map { seconds in
          var lags = HDRHistogram(layout: Self.dayLong)
          for second in seconds { lags.record(UInt64(second * 1e9)) }
          return lags
        }
      }.gates
    }
    #expect(try gates([1, 2, 3_599]).map(\.verdict).first == .kept)
    #expect(try gates([1, 2, 3_601]).map(\.verdict).first == .missed)
    let many = [Double](repeating: 1, count: 1_000)
    #expect(try gates(many).map(\.verdict) == [.kept, .kept, .kept])
    #expect(try gates(many.map { $0 * 90 }).map(\.verdict) == [.kept, .missed, .kept])
    let unmeasured: [([Double]?, String)] = [
      (nil, "the service reports no export"), ([], "no event was exported"),
    ]
    for (lags, doubt) in unmeasured {
      let first = try #require(try gates(lags).first)
      #expect(first.verdict == .undecided && first.doubt == doubt)
    }
  }

  private static let dayLong: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000_000, digits: 3) else {
      preconditionFailure("a day has a layout")
    }
    return layout
  }()

  @Test func `a kind without a sample keeps nothing`() throws {
    let outcome = try Self.outcome(["accept p99 < 9s", "accept errors < 50%"])
    #expect(outcome.gates.map(\.verdict) == [.missed, .missed])
  }

  @Test func `what was stopped before a sample came is missed by nothing`() throws {
    let outcome = try Self.outcome(["landingTap p99 < 9s", "accept p99 < 9s", "errors < 1%"]) {
      $0.kinds[0].latencies = Latencies()
      $0.kinds[0].counts.notSent = 10_000
      $0.wasCancelled = true
    }
    #expect(outcome.gates.map(\.verdict) == [.undecided, .undecided, .undecided])
    #expect(outcome.isEarly && outcome.verdict == .undecided)
    #expect(try !Self.outcome([]) { $0.wasCancelled = true }.isEarly)
  }

  @Test func `where the generator was late, a time that is kept is kept and the rest undecided`()
    throws
  {
    let outcome = try Self.outcome(["p99 < 2ms", "p99 < 1ms"]) { record in
      Self.makeBusy(&record)
      record.health.ownLag.record(90_000, count: 10_000)
    }
    #expect(!outcome.validity.isValid)
    #expect(outcome.gates.map(\.verdict) == [.kept, .undecided])
    #expect(outcome.gates.map(\.doubt) == [nil, GateDoubt.lateness.words])
    #expect(outcome.verdict == .undecided)
    #expect(try Self.outcome(["p99 < 2ms"], Self.makeBusy).verdict == .kept)
    #expect(try Self.outcome([], Self.makeBusy).verdict == .undecided)
    #expect(
      outcome.validity.reasons == [
        "the generator was busy 99.0% of the time, where 85.0% is allowed"
      ])
  }

  private static let limits = ["p50 < 50ms", "p99 < 200ms"]

  @Test(arguments: [true, false])
  func `a sixfold miss is a miss on any machine`(isLate: Bool) throws {
    #expect(
      try Self.verdicts(
        Self.limits, times: [(.milliseconds(300), 100)],
        lags: [(.microseconds(10), 95), (.milliseconds(4), 4), (.milliseconds(400), 1)],
        isLate: isLate) == [.missed, .missed])
    #expect(
      try Self.verdicts(
        Self.limits, times: [(.milliseconds(1), 97), (.milliseconds(1_200), 3)],
        lags: [(.microseconds(10), 98), (.milliseconds(40), 2)], isLate: isLate)
        == [.kept, .missed])
  }

  @Test(arguments: [true, false])
  func `a miss no longer, or no more frequent, than the generator's own lateness is undecided`(
    isLate: Bool
  ) throws {
    #expect(
      try Self.verdicts(
        Self.limits, times: [(.milliseconds(1), 97), (.milliseconds(210), 3)],
        lags: [(.microseconds(10), 90), (.milliseconds(15), 10)], isLate: isLate)
        == [.kept, .undecided])
    #expect(
      try Self.verdicts(
        Self.limits, times: [(.milliseconds(1), 97), (.milliseconds(1_200), 3)],
        lags: [(.microseconds(10), 97), (.milliseconds(1_100), 3)], isLate: isLate)
        == [.kept, .undecided])
  }

  @Test func `a request's own lateness is no part of the time that misses its gate`() throws {
    let outcome = try Self.outcome(Self.limits) { record in
      Self.makeBusy(&record)
      record.health.ownLag.record(299_000_000, count: 10_000)
      record.kinds[0].latencies = Latencies()
      record.kinds[0].latencies.response.record(300_000_000, count: 10_000)
      record.kinds[0].latencies.least.record(1_000_000, count: 10_000)
    }
    #expect(outcome.gates.map(\.verdict) == [.undecided, .undecided])
  }

  private static let machines: [@Sendable (inout LoadRecord) -> Void] = [
    makeBusy, makeDisturbed, { _ in },
  ]

  @Test(arguments: machines)
  func `where nothing is answered in time, no percentile is kept and every gate missed`(
    _ change: @Sendable (inout LoadRecord) -> Void
  ) throws {
    let outcome = try Self.outcome(["p50 < 1s", "p99 < 5s", "max < 1h", "errors < 50%"]) {
      change(&$0)
      $0.kinds[0].latencies = Latencies()
      for _ in 0..<10_000 { $0.kinds[0].counts.count(.timeout) }
    }
    #expect(outcome.gates.map(\.verdict) == [.missed, .missed, .missed, .missed])
    #expect(outcome.gates[0].measured.text == "no answer")
    #expect(outcome.isEmpty && outcome.verdict == .missed)
  }

  @Test(arguments: [[], ["p99 < 2ms"]])
  func `a run without a good answer is missed, whatever its gates`(gates: [String]) throws {
    let outcome = try Self.outcome(gates) { record in
      Self.makeBusy(&record)
      for _ in 0..<10_000 { record.kinds[0].counts.countAnswer(500, isWanted: false) }
    }
    #expect(outcome.verdict == .missed)
    #expect(outcome.gates.map(\.gate) == gates + ["good answers >= 1"])
    #expect(
      outcome.gates.last?.why
        == "0, 1 (100%) below the limit of 1; with 95% confidence by 1 or more")
    let one = try Self.outcome(gates) { record in
      for _ in 0..<9_999 { record.kinds[0].counts.countAnswer(500, isWanted: false) }
    }
    #expect(one.verdict == .kept)
  }

  @Test func `requests for which all connections were in use miss a gate, however late`() throws {
    let outcome = try Self.outcome(["p99 < 2ms", "errors < 1%"]) { record in
      Self.makeBusy(&record)
      record.kinds[0].latencies = Latencies()
      record.kinds[0].latencies.add(.milliseconds(1), count: 8_000)
      (record.kinds[0].counts.notSent, record.kinds[0].counts.unconnected) = (2_000, 2_000)
    }
    #expect(outcome.gates.map(\.verdict) == [.missed, .missed])
  }

  @Test func `where an agent is missing, nothing is decided`() throws {
    for gates in [[], ["p99 < 2ms", "p99 < 1ns", "errors < 1%"]] {
      let outcome = try Self.outcome(gates) { $0.missing = [2] }
      #expect(outcome.verdict == .undecided)
      #expect(outcome.gates.allSatisfy { $0.doubt == GateDoubt.lostAgent.words })
    }
  }

  private static let makeDisturbed: @Sendable (inout LoadRecord) -> Void = { record in
    record.health.processor = ProcessorUse(
      busy: 0.1, waiting: 0.018, involuntarySwitches: 0, foreign: nil, stolen: 0)
  }

  private static let makeBusy: @Sendable (inout LoadRecord) -> Void = { record in
    record.health.processor = ProcessorUse(
      busy: 0.99, waiting: 0, involuntarySwitches: 0, foreign: nil, stolen: 0)
  }

  @Test func `where fewer requests were sent than were due, nothing is kept`() throws {
    let outcome = try Self.outcome(["p99 < 2ms", "errors < 1%"]) {
      $0.health.sent = 9_000
      $0.health.due = 10_000
    }
    #expect(outcome.gates.map(\.doubt) == [GateDoubt.notOffered.words, GateDoubt.notOffered.words])
    #expect(outcome.verdict == .undecided)
  }

  @Test func `a server that answers errors misses its share, however late requests were`() throws {
    for status in [404, 500] {
      let outcome = try Self.outcome(["p99 < 2ms", "errors < 1%"]) { record in
        Self.makeBusy(&record)
        for _ in 0..<10_000 { record.kinds[0].counts.countAnswer(status, isWanted: status < 400) }
      }
      #expect(outcome.gates.map(\.verdict) == [.kept, .missed])
      #expect(outcome.verdict == .missed)
    }
  }

  @Test(arguments: Failure.allCases.filter(\.isOfService))
  func `what a server refuses or cuts has no time, and misses any, however late requests were`(
    _ failure: Failure
  ) throws {
    func verdicts(_ count: Int, _ failure: Failure) throws -> [GateVerdict] {
      try Self.outcome(["p99 < 2ms", "errors < 1%"]) { record in
        Self.makeBusy(&record)
        record.kinds[0].latencies = Latencies()
        record.kinds[0].latencies.add(.milliseconds(1), count: 10_000 - count)
        for _ in 0..<count { record.kinds[0].counts.count(failure) }
      }.gates.map(\.verdict)
    }
    #expect(try verdicts(10_000, failure) == [.missed, .missed])
    #expect(try verdicts(500, failure) == [.missed, .missed])
    #expect(try verdicts(500, .unreachable) == [.undecided, .undecided])
  }

  @Test(arguments: Failure.allCases.filter { !$0.isOfService })
  func `an error that lateness may have made misses nothing`(_ failure: Failure) throws {
    let outcome = try Self.outcome(["errors < 1%"]) { record in
      Self.makeBusy(&record)
      for _ in 0..<500 { record.kinds[0].counts.count(failure) }
      // Of the service's own making, but too few.
      for _ in 0..<100 { record.kinds[0].counts.countAnswer(500, isWanted: false) }
    }
    #expect(outcome.gates.map(\.verdict) == [.undecided])
    #expect(outcome.gates.map(\.doubt) == [GateDoubt.lateness.words])
    #expect(outcome.gates[0].measured.value == 0.06)
  }

  @Test func `answers later than a time-out may be errors that lateness hid`() throws {
    func verdict(_ late: Int) throws -> GateVerdict {
      try Self.outcome(["errors < 1%"]) { record in
        Self.makeBusy(&record)
        record.kinds[0].latencies.add(.seconds(11), count: late)
      }.verdict
    }
    #expect(try verdict(0) == .kept)
    #expect(try verdict(500) == .undecided)
  }

  @Test func `on a machine that others use, what is kept is kept and the rest undecided`() throws {
    let outcome = try Self.outcome(["p99 < 2ms", "p99 < 1ms", "errors < 1%"]) { record in
      Self.makeDisturbed(&record)
      record.health.ownLag.record(50_000, count: 10_000)
      for _ in 0..<500 { record.kinds[0].counts.count(.unreachable) }
    }
    #expect(outcome.validity.isValid && outcome.validity.isDisturbed)
    #expect(outcome.gates.map(\.verdict) == [.kept, .undecided, .undecided])
    #expect(
      outcome.gates.map(\.doubt) == [nil, GateDoubt.disturbance.words, GateDoubt.disturbance.words])
  }

  @Test func `without gates a run is kept if it is valid and says anything`() throws {
    #expect(try Self.outcome([]).verdict == .kept)
    let failed = try Self.outcome([]) { $0.kinds[0].counts.notSent = 10_000 }
    #expect(failed.isEmpty && failed.verdict == .undecided)
    let nothing = try Self.outcome([]) { $0.kinds[0].counts.planned = 0 }
    #expect(nothing.isEmpty && nothing.verdict == .undecided)
  }

  @Test func `a server that refuses most of its requests keeps no percentile`() throws {
    func verdict(_ change: @escaping (inout LoadRecord) -> Void) throws -> GateVerdict? {
      try Self.outcome(["landingTap p99 < 2ms"], change).gates.first?.verdict
    }
    #expect(try verdict { $0.kinds[0].counts.planned = 10_010 } == .kept)
    #expect(try verdict { $0.kinds[0].counts.planned = 30_000 } == .missed)
  }

  @Test func `what waited when somebody stopped the run might have been answered`() throws {
    let outcome = try Self.outcome(["landingTap p99 < 2ms", "errors < 1%"]) {
      $0.kinds[0].counts.planned = 30_000
      $0.kinds[0].counts.notSent = 20_000
      $0.wasCancelled = true
    }
    #expect(outcome.gates.map(\.verdict) == [.kept, .kept])
    #expect(outcome.gates.map(\.count) == [10_000, 10_000])
  }

  @Test func `late requests that come together widen the interval`() throws {
    func verdict(lateIn seconds: Set<Int>) throws -> GateVerdict {
      try Self.outcome(["p99 < 2ms"]) { record in
        record.kinds[0].latencies.add(.milliseconds(5), count: 60)
        record.seconds = (0..<30).map { number in
          var second = SecondRecord(second: number, isWarmUp: false)
          second.timed = 335
          second.late = [60 / seconds.count * (seconds.contains(number) ? 1 : 0)]
          return second
        }
      }.verdict
    }
    #expect(try verdict(lateIn: Set(0..<30)) == .kept)
    #expect(try verdict(lateIn: [4]) == .undecided)
  }
}

extension Latencies {
  /// Adds responses that took a time, sent at their moment.
  fileprivate mutating func add(_ time: Duration, count: Int) {
    response.record(UInt64(time / .nanoseconds(1)), count: count)
    least.record(UInt64(time / .nanoseconds(1)), count: count)
  }
}
