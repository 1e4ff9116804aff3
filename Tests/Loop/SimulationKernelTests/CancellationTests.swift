import SimulationKernel
import TestSupport
import Testing

@Suite("Calendar · calling events off")
struct CancellationTests {
  @Test func `an event that is called off does not happen, and others do`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    let first = simulation.calendar.scheduleCancellable(1, at: 5)
    let second = simulation.calendar.scheduleCancellable(2, at: 5)
    simulation.calendar.schedule(3, at: 5)
    #expect(simulation.calendar.count == 3)
    #expect(simulation.calendar.cancel(first) == true)
    #expect(simulation.calendar.count == 2)
    #expect(simulation.calendar.isPending(first) == false)
    #expect(simulation.calendar.isPending(second) == true)
    try simulation.run(until: 10)
    #expect(simulation.model.seen == [2, 3])
    #expect(simulation.log.count == 2)
  }

  @Test func `a ticket works once, and not after its event`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    let ticket = simulation.calendar.scheduleCancellable(1, at: 5)
    let spent = simulation.calendar.scheduleCancellable(2, at: 6)
    #expect(simulation.calendar.cancel(ticket) == true)
    #expect(simulation.calendar.cancel(ticket) == false)
    try simulation.run(until: 10)
    #expect(simulation.calendar.cancel(spent) == false)
    // The places of old tickets are used again; an old ticket does not reach the new event.
    let later = simulation.calendar.scheduleCancellable(3, at: 20)
    #expect(simulation.calendar.cancel(ticket) == false)
    #expect(simulation.calendar.cancel(spent) == false)
    #expect(simulation.calendar.isPending(later) == true)
  }

  @Test func `a calendar of nothing but called-off events is empty`() throws {
    var simulation = Simulation(Scripted(), from: 0)
    let tickets = (0..<2_000).map {
      simulation.calendar.scheduleCancellable(UInt32($0), at: Int64($0 * 7_919 % 1_000))
    }
    for ticket in tickets { #expect(simulation.calendar.cancel(ticket) == true) }
    #expect(simulation.calendar.isEmpty == true)
    #expect(try simulation.run(until: 2_000) == .exhausted)
    #expect(simulation.model.seen.isEmpty)
    #expect(simulation.calendar.count == 0)
  }

  @Test func `what is left after calling off at random is what happens`() throws {
    var chance = SeededChance(seed: 12)
    var simulation = Simulation(Scripted(), from: 0)
    var expected: [(time: Int64, event: UInt32)] = []
    var tickets: [(ticket: Ticket, time: Int64, event: UInt32)] = []
    for event in 0..<4_000 as Range<UInt32> {
      let time = Int64.random(in: 0..<300, using: &chance)
      switch event % 3 {
      case 0:
        simulation.calendar.schedule(event, at: time)
        expected.append((time, event))
      default:
        tickets.append((simulation.calendar.scheduleCancellable(event, at: time), time, event))
      }
    }
    tickets.shuffle(using: &chance)
    for (index, pending) in tickets.enumerated() {
      if index % 2 == 0 {
        #expect(simulation.calendar.cancel(pending.ticket) == true)
      } else {
        expected.append((pending.time, pending.event))
      }
    }
    #expect(simulation.calendar.count == expected.count)
    try simulation.run(until: 300)
    // Events were numbered as they were scheduled.
    expected.sort { ($0.time, $0.event) < ($1.time, $1.event) }
    #expect(simulation.model.seen == expected.map(\.event))
  }
}
