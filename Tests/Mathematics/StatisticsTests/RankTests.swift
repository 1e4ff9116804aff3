import Statistics
import TestSupport
import Testing

/// The expected values are those of `scipy.stats` 1.17 and, for the shifts, of an enumeration of
/// all pairs.
@Suite("Ranks · tests and shifts that hold whatever the distribution")
struct RankTests {
  static let first = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
  static let second = [1.15, 0.88, 0.90, 0.74, 1.21]
  static let differences = [1.1, -0.4, 2.3, 0.7, -1.6, 3.2, 0.9, 1.8, -0.2, 2.7]

  @Test func `small samples without ties are counted`() throws {
    let test = try #require(MannWhitney(Self.first, Self.second))
    #expect(test.isExact)
    #expect(test.statistic == 35)
    #expect(test.shareGreater == 0.7)
    #expect(test.pValue().isClose(to: 0.2544122544122544))
    #expect(test.pValue(.less).isClose(to: 0.8967698967698967))
    #expect(test.pValue(.greater).isClose(to: 0.1272061272061272))
  }

  @Test func `the normal approximation is corrected for continuity`() throws {
    let test = try #require(MannWhitney(Self.first, Self.second, method: .normal))
    #expect(!test.isExact)
    #expect(test.pValue().isClose(to: 0.24462360512698333))
    #expect(test.pValue(.less).isClose(to: 0.9007753482039937))
    #expect(test.pValue(.greater).isClose(to: 0.12231180256349167))
  }

  @Test func `and for ties`() throws {
    let test = try #require(
      MannWhitney([1, 2, 2, 3, 3, 3, 4, 5, 5, 8], [2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9]))
    #expect(!test.isExact)
    #expect(test.statistic == 26)
    #expect(test.pValue().isClose(to: 0.043031876978847326))
    #expect(test.pValue(.less).isClose(to: 0.021515938489423663))
    #expect(test.pValue(.greater).isClose(to: 0.9818876835753714))
  }

  @Test func `some hundred numbers are still counted, and far tails keep their digits`() throws {
    let first = (0..<45).map { Double($0 * 37 % 101) + 0.5 }
    let second = (0..<50).map { Double($0 * 53 % 103) + 7.25 }
    #expect(try #require(MannWhitney(first, second)).pValue().isClose(to: 0.5651615002475039))
    let low = (0..<40).map(Double.init)
    let far = try #require(MannWhitney(low, low.map { $0 + 20.5 }))
    #expect(far.isExact)
    #expect(far.pValue().isClose(to: 2.2766697912011246e-10))
  }

  @Test func `equal numbers show nothing, nothing cannot be compared`() {
    #expect(MannWhitney([1, 1], [1, 1, 1])?.pValue() == 1)
    #expect(MannWhitney([1], [2])?.pValue() == 1)
    #expect(MannWhitney([1], [2])?.pValue(.less) == 0.5)
    #expect(MannWhitney([], [1]) == nil)
    #expect(MannWhitney([.nan], [1]) == nil)
    #expect(MannWhitney([1], [.infinity]) == nil)
  }

  @Test func `the shift is the median of all differences`() throws {
    let shift = try #require(HodgesLehmann.shift(from: Self.first, to: Self.second))
    #expect(shift.value.isClose(to: -0.305))
    #expect(shift.low.isClose(to: -0.76))
    #expect(shift.high.isClose(to: 0.15))
    #expect(shift.confidence.isClose(to: 0.9600399600399601))
    let narrow = try #require(
      HodgesLehmann.shift(from: Self.first, to: Self.second, confidence: 0.8))
    #expect(narrow.low.isClose(to: -0.7))
    #expect(narrow.high.isClose(to: 0.05))
    #expect(narrow.confidence.isClose(to: 0.8354978354978355))
  }

  @Test func `the centre is the median of all averages of two`() throws {
    let centre = try #require(HodgesLehmann.centre(of: Self.differences))
    #expect(centre.value.isClose(to: 1.05))
    #expect(centre.low.isClose(to: -0.2))
    #expect(centre.high.isClose(to: 2.15))
    #expect(centre.confidence.isClose(to: 0.951171875))
  }

  @Test func `too few to be confident have no interval`() {
    // The most extreme of the 20 splits of three and three happens with 0.05 at either end.
    #expect(HodgesLehmann.shift(from: [1, 2, 3], to: [4, 5, 6]) == nil)
    #expect(HodgesLehmann.shift(from: [1, 2, 3], to: [4, 5, 6], confidence: 0.9)?.value == 3)
    #expect(HodgesLehmann.centre(of: [1, 2, 3, 4, 5]) == nil)
    #expect(HodgesLehmann.centre(of: [1, 2, 3, 4, 5, 6])?.value == 3.5)
    #expect(HodgesLehmann.centre(of: []) == nil)
    #expect(HodgesLehmann.shift(from: [], to: [1]) == nil)
    #expect(HodgesLehmann.shift(from: [1, 2], to: [.nan, 1]) == nil)
  }

  @Test func `equal numbers shift by nothing at all`() {
    let same = [Double](repeating: -2, count: 8)
    let shift = HodgesLehmann.shift(from: same, to: same)
    #expect(shift?.low == 0)
    #expect(shift?.high == 0)
    #expect(HodgesLehmann.centre(of: same)?.low == -2)
  }

  @Test func `the pair that is asked for is found without listing the pairs`() {
    var chance = SeededChance(seed: 9)
    let first = chance.normals(60)
    let second = chance.normals(70, mean: 0.4)
    let all = second.flatMap { later in first.map { later - $0 } }.sorted()
    let shift = HodgesLehmann.shift(from: first, to: second)
    #expect(shift?.value == (all[2_099] + all[2_100]) / 2)
    // On either side 2100 − ½ − 1.96 √(4200 · 131 / 12) are left out, rounded down.
    #expect(shift.map { all.contains($0.low) && all.contains($0.high) } == true)
    #expect(shift?.low == all[1_679])
    #expect(shift?.high == all[4_200 - 1_680])
  }
}
