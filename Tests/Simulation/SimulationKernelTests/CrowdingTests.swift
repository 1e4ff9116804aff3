import TestSupport
import Testing

@testable import SimulationKernel

@Suite("Calendar · a window that was opened wide and is filled finely")
struct CrowdingTests {
  /// A calendar whose window under way reaches far beyond the present.
  func calendarWithWideWindow() -> EventCalendar<Int64, UInt32> {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    for event in 1...20 as ClosedRange<UInt32> {
      calendar.schedule(event, at: Int64(event) << 50)
    }
    _ = calendar.next(before: 1)
    return calendar
  }

  @Test(arguments: [10, 5_000, 1 << 49] as [Int64])
  func `it is cut into smaller ones before insertion becomes slow`(spread: Int64) {
    var calendar = calendarWithWideWindow()
    var chance = SeededChance(seed: 5)
    var expected: [(time: Int64, event: UInt32)] = []
    var largest = 0
    for event in 100..<20_000 as Range<UInt32> {
      let time = Int64.random(in: 0..<spread, using: &chance)
      calendar.schedule(event, at: time)
      expected.append((time, event))
      largest = max(largest, calendar.window.count)
    }
    // Twice the size that is sorted may be moved aside, and some more come in near the ends.
    #expect(largest < 3 * Window<UInt32>.sortable)
    #expect(calendar.count == 20 + expected.count)
    expected.sort { ($0.time, $0.event) < ($1.time, $1.event) }
    var inOrder = true
    for (time, event) in expected {
      let next = calendar.next(before: .max)
      inOrder = inOrder && next?.time == time && next?.event == event
    }
    #expect(inOrder)
    #expect(calendar.next(before: .max)?.event == 1)
    #expect(calendar.count == 19)
  }

  @Test func `crowd after crowd before what lies ahead is taken in order`() {
    var calendar = calendarWithWideWindow()
    var taken = 0
    // Each crowd is cut from a window that had been brought forward to events after the crowd.
    for round in 0..<80 as Range<Int64> {
      let now = round << 40
      for number in 0..<2_100 as Range<Int64> {
        calendar.schedule(9, at: now + number * 7_919 % 2_100)
      }
      var last = now
      while let (time, _) = calendar.next(before: (round + 1) << 40) {
        #expect(time >= last)
        last = time
        taken += 1
      }
    }
    #expect(taken == 80 * 2_100)
    #expect(calendar.count == 20)
    #expect(calendar.ladder.depth < 8)
  }

  @Test func `memory is bounded by what is pending, not by what has happened`() throws {
    // One event follows the other within a window that never ends, for another is far away.
    let chain = Scripted { event, now, calendar in
      calendar.schedule(event, at: event == 0 ? now + 1 : now + 1_000_000_000)
    }
    var simulation = Simulation(chain, from: 0)
    simulation.calendar.schedule(0, at: 0)
    simulation.calendar.schedule(1, at: 1_000_000_000)
    try simulation.run(until: 2_000)
    let early = simulation.calendar.bytes
    try simulation.run(until: 50_000)
    #expect(simulation.log.count == 50_000)
    #expect(simulation.calendar.bytes == early)
  }
}
