import growthloop_bench
import CGrowthloopAllocationCounter
import Testing

@Suite("Benchmarks · what is measured allocates nothing")
struct AllocationTests {
  @Test func `the counter counts`() {
    let before = allocation_count()
    let array = [Int](repeating: 7, count: Int.random(in: 100...200))
    #expect(allocation_count() > before)
    #expect(array[0] == 7)
  }

  private static let benchmarks = (Benchmark.rules + Benchmark.draws).filter(\.allocatesNothing)

  @Test(arguments: benchmarks.indices)
  func `a thousand times make not one allocation`(index: Int) {
    let benchmark = Self.benchmarks[index]
    _ = benchmark.run(1)
    let before = allocation_count()
    let check = benchmark.run(1_000)
    let made = allocation_count() - before
    #expect(made == 0, "\(benchmark.title)")
    #expect(check == benchmark.run(1_000), "the work is the same every time")
  }
}
