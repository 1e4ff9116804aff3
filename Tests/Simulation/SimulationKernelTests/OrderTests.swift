import SimulationKernel
import TestSupport
import Testing

@Suite("Calendar · events leave in order of time, equal times as they came")
struct OrderTests {
  /// What a calendar must do, done as plainly as possible.
  struct Reference {
    var entries: [(time: Int64, sequence: Int, event: UInt32)] = []
    var sequence = 0

    mutating func schedule(_ event: UInt32, at time: Int64) {
      entries.append((time, sequence, event))
      sequence += 1
    }

    mutating func next() -> (time: Int64, event: UInt32)? {
      guard
        let first = entries.indices.min(by: {
          (entries[$0].time, entries[$0].sequence) < (entries[$1].time, entries[$1].sequence)
        })
      else { return nil }
      let entry = entries.remove(at: first)
      return (entry.time, entry.event)
    }
  }

  @Test(arguments: [1, 10, 1_000, 1_000_000, 1_000_000_000_000])
  func `hundreds of events, held and scheduled anew, leave as from a sorted list`(
    spread: Int64
  ) {
    var chance = SeededChance(seed: UInt64(spread))
    var calendar = EventCalendar<Int64, UInt32>(from: -50)
    var reference = Reference()
    var now: Int64 = -50
    for number in 0..<1_200 as Range<UInt32> {
      for _ in 0..<(number < 600 ? 3 : Int.random(in: 0...2, using: &chance)) {
        // Mostly near, sometimes far beyond.
        let far = Int.random(in: 0..<10, using: &chance) == 0
        let time = now + Int64.random(in: 0...spread * (far ? 100 : 1), using: &chance)
        calendar.schedule(number, at: time)
        reference.schedule(number, at: time)
      }
      let expected = reference.next()
      let next = calendar.next(before: .max)
      #expect(next?.time == expected?.time && next?.event == expected?.event)
      #expect(calendar.count == reference.entries.count)
      now = next?.time ?? .max
    }
  }
}
