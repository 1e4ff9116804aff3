import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("HealthWatch · what counts as work of the generator", .timeLimit(.minutes(60)))
struct HealthWatchTests {
  /// A watch that has begun to measure at 1,000 ns.
  private let begun: HealthWatch = {
    var watch = HealthWatch(from: 1_000, to: 1_000_000)
    watch.pass(1_000)
    return watch
  }()

  @Test func `who only looks at the clock, again and again, does not work`() {
    var watch = begun
    for start in stride(from: Int64(2_000), to: 12_000, by: 1_000) {
      watch.beginTurn(start + 800, isIdle: true, lookedAt: start)
      watch.endTurn(start + 1_000)
    }
    #expect(watch.watching == 10_000)
    #expect(watch.health.turns.totalCount == 0)
  }

  @Test func `a look that finds or sends something is work`() {
    var watch = begun
    watch.beginTurn(2_800, isIdle: false, lookedAt: 2_000)
    watch.endTurn(3_000)
    watch.beginTurn(3_800, isIdle: true, lookedAt: 3_000)
    watch.countSent(at: 3_900, lag: 0)
    watch.endTurn(4_000)
    #expect(watch.watching == 0)
    #expect(watch.health.turns.totalCount == 2)
  }

  @Test func `a wait costs no time, and a look that was interrupted not all that it took`() {
    var watch = begun
    watch.beginTurn(90_000, isIdle: true)
    watch.endTurn(90_200)
    watch.beginTurn(99_000, isIdle: true, lookedAt: 91_000)
    watch.endTurn(101_001)
    #expect(watch.watching == 0)
  }

  @Test func `nothing is counted outside what is measured`() {
    var watch = HealthWatch(from: 10_000, to: 20_000)
    watch.pass(2_000)
    watch.beginTurn(2_800, isIdle: true, lookedAt: 2_000)
    watch.endTurn(3_000)
    watch.pass(10_000)
    watch.pass(20_000)
    watch.beginTurn(20_800, isIdle: true, lookedAt: 20_000)
    watch.endTurn(21_000)
    #expect(watch.watching == 0)
  }

  @Test func `turns before what is measured, and after it, are none of its turns`() {
    var watch = HealthWatch(from: 10_000, to: 20_000)
    func work(from start: Int64) {
      watch.beginTurn(start, isIdle: false)
      watch.endTurn(start + 500)
    }
    watch.pass(2_000)
    work(from: 2_000)
    watch.pass(9_999)
    work(from: 9_999)
    #expect(watch.health.turns.isEmpty && watch.health.batches.isEmpty)
    watch.pass(10_000)
    work(from: 10_000)
    watch.pass(12_000)
    watch.pass(20_000)
    work(from: 20_000)
    #expect(watch.health.turns.totalCount == 1)
    #expect(watch.health.length == .nanoseconds(10_000))
  }
}
