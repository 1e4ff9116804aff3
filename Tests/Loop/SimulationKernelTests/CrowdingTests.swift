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

  @Test(arguments: [3, 600])
  func `a cluster much narrower than its window is sorted, equal times as they came`(count: Int) {
    var calendar = EventCalendar<Int64, Int>()
    var chance = SeededChance(seed: 6)
    var expected: [(time: Int64, event: Int)] = []
    for event in 0..<50 * count {
      let cluster = Int64(event % 50) << 40
      let time = cluster + Int64.random(in: 0..<8, using: &chance)
      calendar.schedule(event, at: time)
      expected.append((time, event))
    }
    expected.sort { ($0.time, $0.event) < ($1.time, $1.event) }
    var taken: [Int] = []
    while let next = calendar.next(before: .max) { taken.append(next.event) }
    #expect(taken == expected.map(\.event))
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

  @Test func `the same crowds over and over take no more memory`() {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    var settled = 0
    for round in 0..<24 as Range<Int64> {
      let start = round << 50
      // A cluster that is cut several times, for some lie far beyond it.
      for number in 0..<3_000 as Range<Int64> { calendar.schedule(0, at: start + number % 1_000) }
      for number in 1...50 as ClosedRange<Int64> { calendar.schedule(0, at: start + number << 40) }
      for _ in 0..<30 { #expect(calendar.next(before: .max) != nil) }
      // Latecomers: some for windows that are sorted, many for one that is cut again.
      for number in 0..<200 as Range<Int64> { calendar.schedule(0, at: start + 200 + number) }
      for number in 0..<2_500 as Range<Int64> { calendar.schedule(0, at: start + 600 + number % 9) }
      while calendar.next(before: .max) != nil {}
      // Nothing but a crowd at one instant.
      for _ in 0..<2_000 { calendar.schedule(0, at: start + 1 << 49) }
      while calendar.next(before: .max) != nil {}
      if round == 3 { settled = calendar.bytes }
    }
    #expect(calendar.bytes == settled)
  }

  @Test func `tickets that have served make room for others`() {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    var settled = 0
    for round in 0..<2_000 as Range<Int64> {
      let kept = calendar.scheduleCancellable(1, at: round)
      let dropped = calendar.scheduleCancellable(2, at: round)
      calendar.cancel(dropped)
      #expect(calendar.next(before: .max)?.event == 1)
      #expect(calendar.isPending(kept) == false)
      #expect(calendar.next(before: .max) == nil)
      if round == 1_000 { settled = calendar.bytes }
    }
    #expect(calendar.bytes == settled)
  }
}
