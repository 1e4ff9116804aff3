import RandomStreams
import SimulationKernel
import Statistics
import Testing

/// A queue with one server, as a user of the library writes a model.
private struct Counter: Model {
  enum Event: UInt32, SimulationEvent {
    case arrival, departure
    var fingerprint: UInt64 { UInt64(rawValue) }
  }
  let arrivals: RandomStream
  let services: RandomStream
  let gap = Exponential.certain(try .init(mean: 1.25))
  let service = Exponential.certain(try .init(mean: 1))
  var arrived: UInt32 = 0
  var served: UInt32 = 0
  var waiting = 0

  mutating func handle(
    _ event: Event, at now: Double, scheduling calendar: inout EventCalendar<Double, Event>
  ) {
    switch event {
    case .arrival:
      arrived += 1
      waiting += 1
      calendar.schedule(.arrival, at: now + arrivals.sample(gap, 0, arrived))
      if waiting == 1 { scheduleDeparture(after: now, &calendar) }
    case .departure:
      served += 1
      waiting -= 1
      if waiting > 0 { scheduleDeparture(after: now, &calendar) }
    }
  }

  private func scheduleDeparture(
    after now: Double, _ calendar: inout EventCalendar<Double, Event>
  ) {
    calendar.schedule(.departure, at: now + services.sample(service, 0, served))
  }
}

@Suite("Models · a queue at a counter")
struct CounterTests {
  @Test func `what is served is what arrives`() async throws {
    let served = try await Workers(2).map(20) { replication in
      let chance = RandomSource(seed: 7, replication: UInt32(replication))
      var simulation = Simulation(
        Counter(arrivals: chance.stream(for: 1), services: chance.stream(for: 2)), from: 0.0)
      simulation.calendar.schedule(.arrival, at: 0)
      try simulation.run(until: 10_000)
      return Double(simulation.model.served) / 10_000
    }
    let estimate = try #require(Replications(served).estimate(confidence: 0.999))
    #expect(estimate.contains(0.8))
    #expect(estimate.halfWidth < 0.01)
  }
}
