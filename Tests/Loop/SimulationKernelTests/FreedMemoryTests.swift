import CGrowthloopMalloc
import TestSupport
import Testing

@testable import SimulationKernel

@Suite("Calendar · what was freed is never read", .serialized)
struct FreedMemoryTests {
  /// Returns `events` in the order in which a calendar hands them out, each with its time.
  func order(of times: [Int64]) -> [UInt32] {
    var calendar = EventCalendar<Int64, UInt32>(from: 0)
    for (event, time) in times.enumerated() { calendar.schedule(UInt32(event), at: time) }
    var taken: [UInt32] = []
    while let next = calendar.next(before: .max) { taken.append(next.event) }
    return taken
  }

  /// Everything that is freed from here on is overwritten at once, so that reading it shows.
  @Test(arguments: [10, 100, 400, 1_000, 3_000, 20_000])
  func `the order is right while the allocator overwrites what is freed`(count: Int) {
    mallopt(M_PERTURB, 0xA5)
    defer { mallopt(M_PERTURB, 0) }
    var chance = SeededChance(seed: UInt64(count))
    // Far apart, so that the pool grows while the far future is cut into wide windows.
    let times = (0..<count).map { _ in Int64.random(in: 0..<1 << 50, using: &chance) }
    let expected = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    #expect(order(of: times) == expected.map(UInt32.init))
  }
}
