import Statistics
import Testing

@Suite("MannKendall · whether a series rises or falls")
struct MannKendallTests {
  @Test func `a series that only rises has every pair for it`() throws {
    let test = try #require(MannKendall((0..<10).map { Double($0 * $0) }))
    #expect(test.statistic == 45)
    #expect(test.slope == 9)
    // (45 − 1) / √125
    #expect(abs(test.pValue(.greater) - 4.15e-5) < 1e-6)
    #expect(test.pValue(.less) > 0.999)
  }

  @Test func `ties take variance away`() throws {
    let test = try #require(MannKendall([1, 1, 2, 2, 2, 3]))
    // S = 11; the variance is (6·5·17 − 2·1·9 − 3·2·11) / 18 = 23.667.
    #expect(test.statistic == 11)
    #expect(abs(test.pValue(.greater) - 0.0199) < 1e-3)
  }

  @Test func `a constant series has no trend`() throws {
    let test = try #require(MannKendall([4, 4, 4, 4]))
    #expect(test.pValue() == 1)
    #expect(test.slope == 0)
  }

  @Test func `three numbers are too few`() {
    #expect(MannKendall([1, 2, 3]) == nil)
    #expect(MannKendall([1, 2, 3, .infinity]) == nil)
  }
}
