import CGrowthloopAllocationCounter
import SimulationKernel
import Testing

@Suite("Kernel · an event in the steady state allocates nothing")
struct CalendarAllocationTests {
  @Test(arguments: [100, 20_000])
  func `a run of twenty thousand events allocates no more than a run of none`(
    pending: UInt32
  ) throws {
    var simulation = Simulation(holding: pending, seed: 3, spread: 1_000_000)
    // Four times as many events before, in which the calendar finds its size.
    try simulation.run(until: 40_000_000_000 / Int64(pending))

    // Starting a run takes a block or two in a debug build: for its closures, not for its events.
    let beforeNone = allocation_count()
    try simulation.run(until: simulation.now)
    let forNone = allocation_count() - beforeNone

    let eventsBefore = simulation.log.count
    let before = allocation_count()
    try simulation.run(until: simulation.now + 10_000_000_000 / Int64(pending))
    let made = allocation_count() - before
    #expect(made <= forNone)
    #expect(simulation.log.count - eventsBefore > 19_000)
  }

  @Test func `an event of four bytes takes at most forty in the calendar`() throws {
    var simulation = Simulation(holding: 200_000, seed: 9, spread: 1_000_000_000)
    try simulation.run(until: 100_000_000)
    #expect(simulation.calendar.count == 200_000)
    #expect(simulation.calendar.bytes < 40 * 200_000)
  }
}
