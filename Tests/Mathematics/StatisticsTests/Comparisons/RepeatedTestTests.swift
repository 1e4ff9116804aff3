import Statistics
import TestSupport
import Testing

@Suite("Comparisons · what a test finds in many experiments")
struct RepeatedTestTests {
  /// Experiments without an effect, of standard errors about 1 that have so many degrees of freedom.
  private static func experiments(
    _ count: Int, freedom: Int, seed: UInt64
  ) -> [RepeatedTest.Experiment?] {
    var chance = SeededChance(seed: seed)
    let critical = StudentT(degreesOfFreedom: Double(freedom)).criticalValue(confidence: 0.95)
    return (0..<count).map { _ in
      let squares = (0..<freedom).reduce(0.0) { sum, _ in
        let normal = chance.normal()
        return sum + normal * normal
      }
      return .init(
        difference: chance.normal(), reach: critical * (squares / Double(freedom)).squareRoot())
    }
  }

  /// The shift at which the non-central t has a power of 80%: SciPy 1.17, `nct.sf(t.ppf(.975, v), v, d)`.
  @Test(arguments: [(2, 5.653_49), (4, 3.761_06), (8, 3.200_92), (18, 2.962_68)])
  func `four periods find twice what the spread of effects says`(freedom: Int, shift: Double) throws
  {
    let test = try #require(
      RepeatedTest(Self.experiments(3_000, freedom: freedom, seed: UInt64(freedom))))
    let found = try #require(test.detectable())
    // Four standard errors.
    #expect(abs(found.value - shift) < 2.04 * found.halfWidth, "\(found)")
    #expect(found.relativeHalfWidth < 0.05)
    #expect(abs(test.power(of: found.value) - 0.8) < 1e-6)
  }

  @Test func `its interval holds what it says in 95 of 100 studies`() throws {
    let held = (0..<300).count { number in
      RepeatedTest(Self.experiments(60, freedom: 8, seed: 1_000 + UInt64(number)))?.detectable()?
        .contains(3.200_92) == true
    }
    // Four standard errors of a share of 300.
    #expect(abs(Double(held) / 300 - 0.95) < 4 * (0.95 * 0.05 / 300).squareRoot(), "\(held)")
  }

  @Test func `experiments without an answer find nothing, whatever the effect`() throws {
    let answered = Self.experiments(100, freedom: 18, seed: 9)
    let some = try #require(
      RepeatedTest(answered + [RepeatedTest.Experiment?](repeating: nil, count: 10)))
    #expect(some.power(of: 1_000) < 0.91)
    let all = try #require(RepeatedTest(answered))
    #expect(try #require(some.smallest()) > (try #require(all.smallest())))
    let few = try #require(
      RepeatedTest(answered + [RepeatedTest.Experiment?](repeating: nil, count: 26)))
    #expect(few.detectable() == nil)
    #expect(RepeatedTest([nil, answered[0]]) == nil)
  }
}
