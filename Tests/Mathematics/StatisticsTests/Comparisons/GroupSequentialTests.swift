import Statistics
import Testing

@Suite("Comparisons · a few planned looks")
struct GroupSequentialTests {
  /// Armitage, McPherson and Rowe (1969), with a further digit from their recursion.
  @Test(arguments: [
    (1, 0.05), (2, 0.0831), (3, 0.1072), (4, 0.1262), (5, 0.1417), (10, 0.1933), (20, 0.2480),
  ])
  func `looks at 1.96 add up`(looks: Int, rate: Double) {
    let peeking = GroupSequential(bound: 1.959963984540054, looks: looks)
    #expect((peeking.falsePositiveRate - rate).magnitude < 0.00015)
  }

  @Test(arguments: [(1, 1.960), (2, 2.178), (3, 2.289), (4, 2.361), (5, 2.413), (10, 2.555)])
  func `Pocock's bounds`(looks: Int, bound: Double) {
    let design = GroupSequential.pocock(looks: looks)
    #expect(design.bounds.allSatisfy { ($0 - bound).magnitude < 0.0006 })
    #expect(design.falsePositiveRate.isClose(to: 0.05, within: 1e-8))
  }

  @Test(arguments: [(2, 1.977), (3, 2.004), (4, 2.024), (5, 2.040), (10, 2.087)])
  func `O'Brien and Fleming's bounds`(looks: Int, last: Double) throws {
    let design = GroupSequential.obrienFleming(looks: looks)
    #expect((try #require(design.bounds.last) - last).magnitude < 0.0006)
    #expect(design.falsePositiveRate.isClose(to: 0.05, within: 1e-8))
  }

  /// The expected bounds were integrated by NumPy on a grid of 0.004.
  @Test func `spending as O'Brien and Fleming would`() {
    let design = GroupSequential.spending(.obrienFleming, at: [0.2, 0.4, 0.6, 0.8, 1])
    for (bound, truth) in zip(design.bounds, [4.8769, 3.3570, 2.6803, 2.2898, 2.0310]) {
      #expect((bound - truth).magnitude < 0.0001)
    }
    #expect(design.falsePositiveRate.isClose(to: 0.05, within: 1e-8))
  }

  @Test func `spending as Pocock would, wherever the looks fall`() {
    let even = GroupSequential.spending(.pocock, at: [0.2, 0.4, 0.6, 0.8, 1])
    for (bound, truth) in zip(even.bounds, [2.4380, 2.4268, 2.4101, 2.3966, 2.3859]) {
      #expect((bound - truth).magnitude < 0.0001)
    }
    let uneven = GroupSequential.spending(.pocock, at: [0.1, 0.35, 1])
    #expect(uneven.falsePositiveRate.isClose(to: 0.05, within: 1e-8))
  }
}
