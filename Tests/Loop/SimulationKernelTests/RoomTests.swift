import TestSupport
import Testing

@testable import SimulationKernel

@Suite("Calendar · the room that events to come take")
struct RoomTests {
  // Few events take more room each than many, as much as a processor's cache holds.
  @Test(
    arguments: [(2_000, 256), (20_000, 128), (60_000, 64), (200_000, 40)] as [(UInt32, Double)])
  func `many take at most 40 bytes each, and few what a cache holds`(
    pending: UInt32, each: Double
  ) throws {
    var simulation = Simulation(holding: pending, seed: 4, spread: 1 << 40)
    var most = 0
    try simulation.run(until: 1 << 43, every: 1_000) { progress in
      most = max(most, progress.bytes)
      return progress.events < 5 * UInt64(pending)
    }
    #expect(most >= Int(pending) * MemoryLayout<Entry<UInt32>>.stride)
    #expect(Double(most) / Double(pending) <= each)
  }

  @Test func `a crowd that is gone gives its room back when the next events come`() {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    for event in 0..<100_000 as Range<UInt32> { calendar.schedule(event, at: Int64(event) << 20) }
    while calendar.next(before: .max) != nil {}
    let crowded = calendar.bytes
    for event in 0..<100 as Range<UInt32> {
      calendar.schedule(event, at: 1 << 40 + Int64(event) << 20)
    }
    #expect(calendar.next(before: .max)?.event == 0)
    #expect(calendar.bytes < crowded / 2)
  }

  @Test func `events keep their order while crowds come and go`() {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    var chance = SeededChance(seed: 9)
    var taken: [(time: Int64, event: UInt32)] = []
    var expected: [(time: Int64, event: UInt32)] = []
    var start: Int64 = 0
    // Large and small crowds in turn; few moments, so that many events share one.
    for count in [10, 70_000, 300, 300_000, 5_000] as [UInt32] {
      var crowd: [(time: Int64, event: UInt32)] = []
      for event in 0..<count {
        let time = start + Int64.random(in: 1...4_000, using: &chance) << 30
        calendar.schedule(event, at: time)
        crowd.append((time, event))
      }
      crowd.sort { ($0.time, $0.event) < ($1.time, $1.event) }
      expected += crowd
      while let next = calendar.next(before: .max) { taken.append(next) }
      start = taken.last?.time ?? start
    }
    #expect(taken.elementsEqual(expected, by: ==))
  }
}
