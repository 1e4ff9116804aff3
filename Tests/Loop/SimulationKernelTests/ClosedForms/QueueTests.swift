import RandomStreams
import SimulationKernel
import Statistics
import Testing

@Suite("Closed forms · a queue, M/M/1 and M/M/c")
struct QueueTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let servers: Int
    let load: Double
    /// How long one of the 20 replications is recorded, in mean services.
    let span: Double
    /// The greatest half-width, as a share of the truth.
    let precision: Double

    var testDescription: String { "M/M/\(servers) at \(load)" }
    var warmUp: Double { span / 4 }
    var formula: ErlangFormula { ErlangFormula(servers: servers, load: load) }

    /// Expects of `records` what the closed form says, `factor` times less precisely than usual.
    func check(_ records: [QueueRecord], _ measure: QueueMeasure, factor: Double = 1) {
      let mistakes = [0.95, 1.05].map { ErlangFormula(servers: servers, load: load * $0) }
      let truth = formula.value(of: measure)
      Claim(
        "\(measure) at \(testDescription)", is: truth,
        andNot: mistakes.map { $0.value(of: measure) }, within: factor * precision * truth
      ).check(records.map { $0.value(of: measure) })
    }
  }

  /// Records replications of a queue from the end of its warm-up on.
  static func records<Time: Moment>(
    of example: Example, in _: Time.Type, seed: UInt64
  ) async throws -> [QueueRecord] {
    try await Workers(2).map(20) { number in
      let chance = RandomSource(seed: seed, replication: UInt32(number))
      let queue = Queue<Time>(servers: example.servers, load: example.load, chance: chance)
      var simulation = Simulation(queue, from: .origin)
      simulation.model.open(scheduling: &simulation.calendar)
      try simulation.run(until: .origin.later(by: example.warmUp))
      simulation.model.beginRecord(at: simulation.now)
      try simulation.run(until: simulation.now.later(by: example.span))
      return simulation.model.endRecord(at: simulation.now)
    }
  }

  static let oneServer = [
    Example(servers: 1, load: 0.5, span: 15_000, precision: 0.08),
    Example(servers: 1, load: 0.8, span: 10_000, precision: 0.16),
    Example(servers: 1, load: 0.9, span: 15_000, precision: 0.24),
  ]

  @Test(arguments: oneServer)
  func `one server keeps its customers as long as it should`(_ example: Example) async throws {
    let records = try await Self.records(of: example, in: Double.self, seed: 1)
    let meanStay = example.formula.value(of: .stay)
    for measure in [
      .present, .waiting, .stay, .wait, .waitBeyond(0), .stayBeyond(meanStay),
    ] as [QueueMeasure] {
      example.check(records, measure)
    }
    // So long a stay is rare, and comes in clusters.
    example.check(records, .stayBeyond(2 * meanStay), factor: 2)
  }

  static let manyServers = [
    Example(servers: 2, load: 0.75, span: 6_000, precision: 0.14),
    Example(servers: 5, load: 0.8, span: 2_500, precision: 0.18),
  ]

  @Test(arguments: manyServers)
  func `several servers share one line as they should`(_ example: Example) async throws {
    let records = try await Self.records(of: example, in: Int64.self, seed: 2)
    for measure in [
      .present, .waiting, .stay, .wait, .waitBeyond(0), .waitBeyond(1),
    ] as [QueueMeasure] {
      example.check(records, measure)
    }
  }

  @Test func `the closed forms have the values that are printed`() {
    let single = ErlangFormula(servers: 1, load: 0.8)
    #expect(abs(single.value(of: .present) - 4) < 1e-12)
    #expect(abs(single.value(of: .stay) - 5) < 1e-12)
    #expect(abs(single.chanceToWait - 0.8) < 1e-12)
    let double = ErlangFormula(servers: 2, load: 0.75)
    #expect(abs(double.chanceToWait - 0.642857) < 1e-6)
    #expect(abs(double.value(of: .waiting) - 1.928571) < 1e-6)
  }

  @Test(arguments: [1, 3]) func `Little's law holds to the tick`(servers: Int) throws {
    let queue = Queue<Int64>(
      servers: servers, load: 0.9, customers: 3_000, chance: RandomSource(seed: 3))
    var simulation = Simulation(queue, from: .origin)
    simulation.model.open(scheduling: &simulation.calendar)
    #expect(try simulation.run(until: .max) == .exhausted)
    #expect(simulation.log.count == 6_000)
    // From the first to the last, time is counted once by the clock and once by each customer.
    let record = simulation.model.record
    #expect(record.stays.count == 3_000)
    #expect(record.timePresent == record.stays.reduce(0, +))
    #expect(record.timeWaiting == record.waits.reduce(0, +))
  }

  @Test func `one long run tells the mean wait by its batches once it has warmed up`() throws {
    let queue = Queue<Double>(load: 0.8, chance: RandomSource(seed: 4))
    var simulation = Simulation(queue, from: .origin)
    simulation.model.open(scheduling: &simulation.calendar)
    try simulation.run(until: 200_000)
    let waits = simulation.model.record.waits
    let truncation = try #require(MSER5(waits))
    #expect(truncation.isSettled)
    let settled = waits.dropFirst(truncation.warmUp)
    let batches = try #require(BatchMeans(settled, batches: 20))
    let correlation = try #require(batches.lagOneCorrelation)
    // Batches of 8,000 waits are a hundred times as long as the queue remembers.
    #expect(abs(correlation) < 3 / 20.0.squareRoot())
    func wait(at load: Double) -> Double { ErlangFormula(servers: 1, load: load).value(of: .wait) }
    Claim("the wait", is: wait(at: 0.8), andNot: [wait(at: 0.76), wait(at: 0.84)], within: 0.65)
      .check(batches.estimate(confidence: Claim.confidence))
  }
}
