import SimulationKernel
import Testing

@Suite("Kernel · a run, its ends, and going on")
struct SimulationRunTests {
  @Test func `the horizon itself is not reached, and time stands there after the run`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    for time in [1, 5, 9, 10, 11] as [Int64] {
      simulation.calendar.schedule(UInt32(time), at: time)
    }
    #expect(try simulation.run(until: 10) == .horizon)
    #expect(simulation.model.seen == [1, 5, 9])
    #expect(simulation.now == 10)
    #expect(simulation.calendar.count == 2)
    #expect(try simulation.run(until: 100) == .exhausted)
    #expect(simulation.model.seen == [1, 5, 9, 10, 11])
    #expect(simulation.now == 100)
  }

  @Test func `what a handler schedules for now happens now, after the rest of now`() throws {
    let chain = Scripted { event, now, calendar in
      if event < 3 { calendar.schedule(event + 10, at: now) }
    }
    var simulation = Simulation(chain, from: 0)
    for event in 0..<5 as Range<UInt32> { simulation.calendar.schedule(event, at: 7) }
    try simulation.run(until: 8)
    #expect(simulation.model.seen == [0, 1, 2, 3, 4, 10, 11, 12])
  }

  @Test func `a model that has seen enough ends the run after that event`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    simulation.model.finishesAt = 2
    for event in 0..<5 as Range<UInt32> { simulation.calendar.schedule(event, at: 3) }
    #expect(try simulation.run(until: 10) == .finished)
    #expect(simulation.model.seen == [0, 1])
    #expect(simulation.now == 3)
    #expect(simulation.calendar.count == 3)
  }

  @Test func `an observer hears of every stride, and may interrupt`() throws {
    var simulation = Simulation(holding: 20, seed: 1)
    var heard: [UInt64] = []
    let ending = try simulation.run(until: .max - 1, every: 100) { progress in
      #expect(progress.pending == 20)
      heard.append(progress.events)
      return progress.events < 300
    }
    #expect(ending == .interrupted)
    #expect(heard == [100, 200, 300])
  }

  @Test(arguments: [1, 7, 1_000])
  func `a run that was interrupted and resumed is the run that was not`(stride: Int) throws {
    var whole = Simulation(holding: 500, seed: 4)
    try whole.run(until: 5_000)

    var parts = Simulation(holding: 500, seed: 4)
    var horizon: Int64 = 0
    while horizon < 5_000 {
      horizon += 977
      while try parts.run(
        until: min(horizon, 5_000), every: stride, observe: { _ in false }) == .interrupted
      {}
    }
    #expect(parts.log == whole.log)
    #expect(parts.log.count > 4_000)
    #expect(parts.calendar.count == whole.calendar.count)
  }

  @Test func `the log distinguishes what happened and when, in whichever order of one moment`()
    throws
  {
    func log(_ events: [(event: UInt32, time: Int64)]) throws -> EventLog {
      var simulation = Simulation(Scripted(), from: .min)
      for (event, time) in events { simulation.calendar.schedule(event, at: time) }
      try simulation.run(until: 100)
      return simulation.log
    }
    let logs = try [
      log([(1, 5), (2, 6)]), log([(1, 5), (2, 7)]), log([(1, 5), (3, 6)]), log([(2, 5), (1, 6)]),
      log([(1, 5), (2, 5)]), log([(1, 5)]), log([]), log([(0, .min)]),
      log([(0, .min), (0, .min)]),
    ]
    #expect(Set(logs.map(\.hash)).count == logs.count)
    #expect(try log([(2, 6), (1, 5)]) == logs[0])
    #expect(try log([(2, 5), (1, 5)]) == logs[4])
    var parts = try log([(1, 5)])
    parts.add(try log([(2, 6)]))
    #expect(parts == logs[0])
  }

  @Test func `a time is a whole number or a real one, and both sort as they are`() {
    let reals = [
      -Double.infinity, -1e300, -2, -1e-300, 0, .leastNonzeroMagnitude, 1, 1.000_000_1, 7e200,
    ]
    #expect(reals.map(\.tick) == reals.map(\.tick).sorted())
    #expect(Set(reals.map(\.tick)).count == reals.count)
    #expect(reals.map { Double(tick: $0.tick) } == reals)
    #expect((-0.0).tick == (0.0).tick)
    let integers = [Int64.min, -5, 0, 5, .max]
    #expect(integers.map(\.tick) == integers.map(\.tick).sorted())
    #expect(integers.map { Int64(tick: $0.tick) } == integers)
  }
}
