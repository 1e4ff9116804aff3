import SimulationKernel
import Testing

@Suite("Calendar · nothing is scheduled into the past")
struct PastTests {
  @Test func `a model that does is refused, with the event and both times`() throws {
    let faulty = Scripted { event, now, calendar in
      if event == 2 {
        calendar.schedule(77, at: now - 1)
        calendar.schedule(78, at: now - 2)
        calendar.schedule(4, at: now)
      }
    }
    var simulation = Simulation(faulty, from: 0)
    for event in 1...3 as ClosedRange<UInt32> {
      simulation.calendar.schedule(event, at: Int64(event) * 10)
    }
    let error = #expect(throws: SchedulingIntoPast<Int64, UInt32>.self) {
      try simulation.run(until: 100)
    }
    #expect(
      error?.description
        == "the model scheduled the event '77' at 19, which is before the present, 20")
    // The refused are not in the calendar; what else the event scheduled is, and the run can go on.
    #expect(simulation.now == 20)
    #expect(simulation.calendar.count == 2)
    try simulation.run(until: 100)
    #expect(simulation.model.seen == [1, 2, 4, 3])
  }

  @Test func `what the horizon has passed is past, too`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    try simulation.run(until: 50)
    simulation.calendar.schedule(1, at: 49)
    #expect(throws: SchedulingIntoPast<Int64, UInt32>.self) { try simulation.run(until: 60) }
    simulation.calendar.schedule(2, at: 50)
    try simulation.run(until: 60)
    #expect(simulation.model.seen == [2])
  }

  @Test func `a refused event that could have been called off is not pending`() throws {
    var simulation = Simulation(Scripted(), from: 100)
    let ticket = simulation.calendar.scheduleCancellable(1, at: 99)
    #expect(simulation.calendar.isPending(ticket) == false)
    #expect(simulation.calendar.cancel(ticket) == false)
    #expect(simulation.calendar.isEmpty == true)
    #expect(throws: SchedulingIntoPast<Int64, UInt32>.self) { try simulation.run(until: 200) }
  }

  @Test func `never is no time for an event`() {
    var simulation = Simulation(Scripted(), from: 0)
    simulation.calendar.schedule(1, at: .max)
    let error = #expect(throws: SchedulingIntoPast<Int64, UInt32>.self) {
      try simulation.run(until: 5)
    }
    #expect(
      error?.description
        == "the model scheduled the event '1' at 9223372036854775807, which never comes; the present is 0"
    )
  }

  @Test func `what is not a number is no time, either`() {
    #expect(Double.nan.tick == .max)
    #expect((-Double.nan).tick == .max)
    #expect(Double(tick: .max).isNaN == true)
  }
}
