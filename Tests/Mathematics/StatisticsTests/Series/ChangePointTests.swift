import RandomStreams
import Testing

@testable import Statistics

@Suite("Change points of a series")
struct ChangePointTests {
  /// Splits that apache-otava 0.8 finds, with any number of numbers on a side.
  static let published: [(series: [Double], index: Int, divergence: Double)] = [
    ([1, 1, 1, 5, 5, 5], 3, 12),
    ([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3], 11, 14.311111111111112),
    ([10, 11, 10, 12, 11, 10, 14, 15, 14, 16, 15, 14, 11, 10, 12], 6, 18.4),
  ]

  @Test(arguments: published)
  func `the greatest split is the one that others find`(
    _ series: [Double], _ index: Int, _ divergence: Double
  ) throws {
    let split = try #require(SplitCandidate(in: series[...], shortest: 1))
    #expect(split.index == index)
    #expect(abs(split.divergence - divergence) < 1e-12)
  }

  @Test func `levels a and b, m and n numbers, are 2mn/(m+n) |a-b| apart`() throws {
    let series = [2.0, 2, 2, 2, 7, 7, 7, 7, 7, 7]
    let split = try #require(SplitCandidate(in: series[...], shortest: 2))
    #expect(split.index == 4)
    #expect(abs(split.divergence - 2.0 * 4 * 6 / 10 * 5) < 1e-12)
  }

  /// With one series of chance a split is taken where it is the greater of the two.
  @Test func `as many series of chance are drawn as are asked for`() {
    let changes = ChangePoints(significance: 0.5, shortest: 3, permutations: 1)
    var draw = RandomSource(seed: 5).stream(for: 9)[0]
    let found = (0..<200).count { _ in
      let noise = (0..<12).map { _ in Normal.standard.sample(using: &draw) }
      return !changes.points(in: noise).isEmpty
    }
    #expect((60...140).contains(found), "\(found) of 200")
  }

  @Test func `a side is never shorter than allowed`() {
    #expect(SplitCandidate(in: [1, 2, 3, 4, 5][...], shortest: 3) == nil)
    #expect(SplitCandidate(in: [1, 9, 9, 9, 9, 9][...], shortest: 3)?.index == 3)
  }

  @Test func `a slice is told by its own places`() throws {
    let series = [0.0, 0, 0, 0, 1, 1, 1, 5, 5, 5]
    #expect(try #require(SplitCandidate(in: series[4...], shortest: 1)).index == 7)
  }

  private static let normal: Normal = {
    do { return try Normal(mean: 0, standardDeviation: 1) } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static func noise(_ seed: UInt64, levels: [(count: Int, level: Double)]) -> [Double] {
    var draw = RandomSource(seed: seed).stream(for: 7)[0]
    return levels.flatMap { count, level in
      (0..<count).map { _ in level + normal.sample(using: &draw) }
    }
  }

  @Test func `steps of three deviations are found where they are`() {
    let series = Self.noise(1, levels: [(20, 0), (15, 3), (25, -1)])
    let points = ChangePoints().points(in: series)
    #expect(points.count == 2)
    for (point, truth) in zip(points, [20, 35]) { #expect(abs(point.index - truth) <= 1) }
  }

  @Test func `the same seed gives the same points`() {
    let series = Self.noise(2, levels: [(12, 0), (12, 1.6)])
    let source = RandomSource(seed: 4)
    #expect(
      ChangePoints().points(in: series, chance: source)
        == ChangePoints().points(in: series, chance: source))
  }

  /// Of 200 series of noise 10 are expected at a twentieth, and hardly ever more than 19.
  @Test func `noise is called a change no more often than said`() {
    let method = ChangePoints(significance: 0.05, permutations: 99)
    let called = (0..<200).count { seed in
      !method.points(in: Self.noise(UInt64(seed), levels: [(24, 0)])).isEmpty
    }
    #expect((2...19).contains(called), "\(called) of 200")
  }

  /// The series itself is one of the orders that chance can give.
  @Test(arguments: [99, 199])
  func `no change is less likely than one of all orders that were tried`(permutations: Int) {
    let series = [Double](repeating: 1, count: 20) + [Double](repeating: 9, count: 20)
    let method = ChangePoints(significance: 0.01, permutations: permutations)
    #expect(method.points(in: series).map(\.pValue) == [1 / Double(permutations + 1)])
  }

  @Test func `a level, a short series and what is no number have no changes`() {
    #expect(ChangePoints().points(in: [4, 4, 4, 4, 4, 4, 4, 4]).isEmpty)
    #expect(ChangePoints().points(in: [1, 9]).isEmpty)
    #expect(ChangePoints().points(in: []).isEmpty)
    #expect(ChangePoints().points(in: [1, 1, 1, .nan, 9, 9, 9]).isEmpty)
  }
}
