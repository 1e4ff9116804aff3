import Statistics
import TestSupport
import Testing

@Suite("Steady state · batch means and the warm-up")
struct SteadyStateTests {
  /// An autoregressive series whose mean is 5 in the long run: neighbours correlate by 0.8.
  static func series(_ count: Int, from start: Double, _ chance: inout SeededChance) -> [Double] {
    var value = start
    var series: [Double] = []
    for _ in 0..<count {
      value = 5 + 0.8 * (value - 5) + chance.normal()
      series.append(value)
    }
    return series
  }

  @Test func `batch means hold a known mean as often as they say`() {
    var chance = SeededChance(seed: 41)
    var held = 0
    for _ in 0..<300 {
      let batches = BatchMeans(Self.series(2_000, from: 5, &chance), batches: 10)
      if batches?.estimate(confidence: 0.9)?.contains(5) == true { held += 1 }
    }
    expect(share: held, of: 300, toBe: 0.9)
  }

  @Test func `to take the observations for independent would not`() {
    var chance = SeededChance(seed: 42)
    var held = 0
    for _ in 0..<100 {
      let moments = RunningMoments(Self.series(1_000, from: 5, &chance))
      if moments.meanEstimate(confidence: 0.9)?.contains(5) == true { held += 1 }
    }
    // The variance of the mean is nine times what it seems: ±1.645 becomes ±0.55, which holds 42%.
    #expect(held < 65)
  }

  @Test func `batches that are too short betray themselves`() throws {
    var chance = SeededChance(seed: 43)
    let series = Self.series(4_000, from: 5, &chance)
    let short = try #require(BatchMeans(series, batches: 1_000)?.lagOneCorrelation)
    let long = try #require(BatchMeans(series, batches: 20)?.lagOneCorrelation)
    #expect(short > 0.3)
    #expect(long.magnitude < 2 / 20.0.squareRoot())
  }

  @Test func `batches are cut from the end, evenly`() throws {
    let batches = try #require(BatchMeans([9, 1, 3, 5, 7], batches: 2))
    #expect(batches.means == [2, 6])
    #expect(batches.batchSize == 2)
    #expect(BatchMeans([1.0], batches: 2) == nil)
    #expect(BatchMeans([1.0, 1, 1], batches: 3)?.estimate()?.halfWidth == 0)
    #expect(BatchMeans([1.0, 1, 1], batches: 3)?.lagOneCorrelation == nil)
    #expect(BatchMeans([1.0, .nan, 1], batches: 3)?.estimate() == nil)
  }

  @Test func `the warm-up is found where it is`() throws {
    // Noise about a line that falls to its level at observation 200.
    var chance = SeededChance(seed: 44)
    let series = (0..<2_000).map { max(0, 20 - Double($0) / 10) + chance.normal() }
    let cut = try #require(MSER5(series))
    #expect(cut.isSettled)
    #expect((170...260).contains(cut.warmUp))
    let estimate = try #require(cut.estimate(of: series, confidence: 0.99))
    #expect(estimate.contains(0))
    // Without the cut the warm-up pulls the mean to 1.
    #expect(try #require(BatchMeans(series)?.estimate()).value > 0.9)
  }

  @Test func `a steady run keeps nearly all of itself`() throws {
    #expect(try #require(MSER5([Double](repeating: 2, count: 100))).warmUp == 0)
    let level = (0..<100).map { Double($0 % 5) }
    #expect(try #require(MSER5(level)).warmUp == 0)
  }

  @Test func `a run that never settles says so`() throws {
    let climbing = (0..<500).map(Double.init)
    let cut = try #require(MSER5(climbing))
    #expect(!cut.isSettled)
    #expect(cut.estimate(of: climbing) == nil)
  }

  @Test func `too little, or what is not finite, has no cut`() {
    #expect(MSER5([Double](repeating: 1, count: 49)) == nil)
    #expect(MSER5([Double](repeating: .nan, count: 100)) == nil)
    #expect(MSER5([Double]()) == nil)
  }
}
