import SimulationKernel
import TestSupport
import Testing

@Suite("Calendar · events leave in order of time, equal times as they came")
struct OrderTests {
  @Test(arguments: [1, 10, 1_000, 1_000_000, 1_000_000_000_000])
  func `hundreds of events, held and scheduled anew, leave as from a sorted list`(
    spread: Int64
  ) {
    var chance = SeededChance(seed: UInt64(spread))
    var calendar = EventCalendar<Int64, UInt32>(from: -50)
    var reference = SortedReference<Int64>()
    var now: Int64 = -50
    for number in 0..<1_200 {
      for _ in 0..<(number < 600 ? 3 : Int.random(in: 0...2, using: &chance)) {
        // Mostly near, sometimes far beyond.
        let far = Int.random(in: 0..<10, using: &chance) == 0
        let time = now + Int64.random(in: 0...spread * (far ? 100 : 1), using: &chance)
        calendar.schedule(UInt32(reference.schedule(at: time)), at: time)
      }
      let expected = reference.next(before: .max)
      let next = calendar.next(before: .max)
      #expect(next?.time == expected?.time && next?.event == expected.map { UInt32($0.number) })
      #expect(calendar.count == reference.count)
      now = next?.time ?? .max
    }
  }
}
