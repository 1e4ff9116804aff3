import SimulationKernel
import TestSupport
import Testing

@Suite("Kernel · a pause, and the time of the next event")
struct PauseTests {
  @Test func `a run pauses before the moment that the model names, and takes what is added then`()
    throws
  {
    var simulation = Simulation(Scripted(), from: 0)
    for time in [1, 5, 9, 10] as [Int64] { simulation.calendar.schedule(UInt32(time), at: time) }
    simulation.model.pause = 9
    #expect(try simulation.run(until: 100) == .paused)
    #expect(simulation.model.seen == [1, 5])
    #expect(simulation.now == 5)
    #expect(try simulation.run(until: 100) == .paused, "nothing happens until the pause is moved")
    simulation.calendar.schedule(7, at: 7)
    simulation.model.pause = 10
    #expect(try simulation.run(until: 100) == .paused)
    simulation.model.pause = .max
    #expect(try simulation.run(until: 100) == .exhausted)
    #expect(simulation.model.seen == [1, 5, 7, 9, 10])
  }

  @Test func `a pause is no end of time: the horizon comes first where it is no later`() throws {
    for (pause, ending) in [(9, .paused), (10, .horizon), (11, .horizon)]
      as [(Int64, Simulation<Scripted>.Ending)]
    {
      var simulation = Simulation(Scripted(), from: 0)
      for time in [1, 20] as [Int64] { simulation.calendar.schedule(UInt32(time), at: time) }
      simulation.model.pause = pause
      #expect(try simulation.run(until: 10) == ending)
      #expect(simulation.now == (ending == .paused ? 1 : 10))
    }
    var empty = Simulation(Scripted(), from: 0)
    empty.model.pause = 9
    #expect(try empty.run(until: 10) == .paused, "an owner may still add something")
  }

  @Test func `an event may bring the pause before the next one`() throws {
    var simulation = Simulation(Halting(), from: 0)
    for time in [1, 3, 4] as [Int64] { simulation.calendar.schedule(UInt32(time), at: time) }
    var handled: [UInt32] = []
    while try simulation.run(until: 100) == .paused {
      handled.append(simulation.model.last)
      simulation.model.pause = .max
    }
    #expect(handled == [1, 3, 4])
  }

  @Test func `a run with pauses has the log of one without`() throws {
    func simulation() -> Simulation<Scripted> {
      var simulation = Simulation(
        Scripted { event, now, calendar in
          calendar.schedule(event &* 1_664_525 &+ 1, at: now + Int64(event % 90))
        }, from: 0)
      for event in 0..<300 as Range<UInt32> {
        simulation.calendar.schedule(event, at: Int64(event))
      }
      return simulation
    }
    var whole = simulation()
    var parts = simulation()
    try whole.run(until: 500)
    for pause in stride(from: 7, to: 500, by: 7) as StrideTo<Int64> {
      parts.model.pause = pause
      #expect(try parts.run(until: 500) == .paused)
      let next = parts.calendar.upcomingTime()
      #expect(try #require(next) >= pause)
    }
    parts.model.pause = .max
    try parts.run(until: 500)
    #expect(parts.log == whole.log)
    #expect(parts.log.count > 1_000)
  }

  @Test
  func `the time of the next event is that of the one taken next, and asking changes nothing`() {
    var chance = SeededChance(seed: 5)
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    var reference = SortedReference<Int64>()
    var now: Int64 = 0
    let none = calendar.upcomingTime()
    #expect(none == nil)
    for turn in 0..<20_000 {
      // It grows to thousands of events, and is emptied at the end.
      if turn < 12_000, Int.random(in: 0..<3, using: &chance) > 0 {
        let time = now + Int64.random(in: 0..<[3, 100, 1_000_000][turn % 3], using: &chance)
        calendar.schedule(UInt32(reference.schedule(at: time)), at: time)
      }
      let upcoming = calendar.upcomingTime()
      guard Bool.random(using: &chance) else { continue }
      let expected = reference.next(before: .max)
      #expect(upcoming == expected?.time)
      let taken = calendar.next(before: .max)
      #expect(taken?.event == expected.map { UInt32($0.number) })
      if let taken { now = taken.time }
    }
    #expect(reference.count == 0)
    #expect(calendar.isEmpty == true)
  }

  @Test func `of an event that was called off the time is at most that of the next`() {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    let ticket = calendar.scheduleCancellable(1, at: 5)
    calendar.schedule(2, at: 9)
    calendar.cancel(ticket)
    let before = calendar.upcomingTime()
    #expect(before == 5)
    let taken = calendar.next(before: 20)
    #expect(taken?.time == 9)
    let after = calendar.upcomingTime()
    #expect(after == nil)
  }
}

/// A model that pauses after every event.
private struct Halting: Model {
  var pause: Int64 = .max
  var last: UInt32 = 0

  mutating func handle(
    _ event: UInt32, at now: Int64, scheduling calendar: inout EventCalendar<Int64, UInt32>
  ) {
    (last, pause) = (event, now)
  }
}
