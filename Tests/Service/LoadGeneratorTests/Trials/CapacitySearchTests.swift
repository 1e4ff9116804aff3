import Testing

@testable import GrowthloopLoadGenerator

@Suite("The search for the highest rate")
struct CapacitySearchTests {
  /// Searches a service that keeps its gates up to a rate.
  private static func search(
    from first: Double, _ trial: (Double, Int) -> CapacitySearch.Trial?
  ) -> CapacitySearch.Outcome {
    CapacitySearch(from: first).run(trial)
  }

  @Test(arguments: [(100.0, 5_321.0), (5_000, 700), (64, 64), (1, 3)])
  func `the end of a service is found from above and from below`(first: Double, end: Double) throws
  {
    let outcome = Self.search(from: first) { rate, _ in rate <= end ? .kept : .missed }
    let (low, high) = (try #require(outcome.low), try #require(outcome.high))
    #expect(low <= end && end < high)
    #expect(high / low <= 1.05)
    #expect(outcome.steps.map(\.rate) == outcome.steps.map(\.rate).sorted())
  }

  @Test func `most trials decide, and a wall that is none of the service's gives no end`() {
    let noisy = Self.search(from: 100) { rate, number in
      rate <= 800 ? (number == 1 ? .missed : .kept) : (number == 1 ? .kept : .missed)
    }
    #expect(noisy.low.map { $0 <= 800 && $0 > 750 } == true)
    let generator = Self.search(from: 100) { rate, _ in rate <= 800 ? .kept : .invalid }
    #expect(generator.low != nil && generator.high == nil)
  }

  @Test func `half of the trials decide nothing, one way or the other`() {
    let even = CapacitySearch.Step(rate: 100, trials: [.kept, .missed, .missed, .kept])
    #expect(!even.isKept && !even.isMissed)
    let most = CapacitySearch.Step(rate: 100, trials: [.kept, .missed, .kept, .kept])
    #expect(most.isKept && !most.isMissed)
    let fewest = CapacitySearch.Step(rate: 100, trials: [.missed, .missed, .missed, .kept])
    #expect(!fewest.isKept && fewest.isMissed)
    #expect(!CapacitySearch.Step(rate: 100, trials: []).isKept)
  }

  @Test func `a service that keeps nothing has no capacity, and one without end no upper one`() {
    let none = Self.search(from: 100) { _, _ in .missed }
    #expect(none.low == nil && none.high == 100 / 64)
    let all = Self.search(from: 100) { _, _ in .kept }
    #expect(all.low.map { $0 <= CapacitySearch.highest } == true && all.high == nil)
  }

  @Test func `where nothing is decided the search ends soon`() {
    let outcome = Self.search(from: 100) { _, _ in .invalid }
    #expect(outcome.steps.map(\.rate) == [50, 100])
    #expect(outcome.low == nil && outcome.high == nil && !outcome.isPartial)
  }

  @Test func `whoever wants no more gets what was found so far`() {
    var left = 7
    let outcome = Self.search(from: 100) { _, _ in
      left -= 1
      return left < 0 ? nil : .kept
    }
    #expect(outcome.isPartial)
    #expect(outcome.steps.count == 2 && outcome.low == 200)
  }
}
