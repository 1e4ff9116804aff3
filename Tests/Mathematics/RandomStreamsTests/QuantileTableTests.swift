import RandomStreams
import TestSupport
import Testing

@Suite("QuantileTable · a distribution looked up")
struct QuantileTableTests {
  private static let places = (1..<20_000).map { Double($0) / 20_000 }

  @Test(arguments: [0.25, 1, 1.634, 2])
  func `no value of a log-normal is off by more than one in ten thousand`(sigma: Double) throws {
    let distribution = try LogNormal(median: 9.5, sigma: sigma)
    let table = QuantileTable(distribution.quantile)
    let worst = Self.places.map { place in
      let truth = distribution.quantile(place)
      return (table.quantile(place, else: distribution.quantile) - truth).magnitude / truth
    }.max()
    #expect(try #require(worst) < 1e-4)
    #expect(try #require(worst) > 0)
  }

  @Test func `toward both ends it is computed`() {
    let table = QuantileTable { -Double.log($0) }
    for place in [1e-12, 0.01, 0.0624, 0.9376, 0.99] {
      #expect(table.quantile(place) { _ in 42 } == 42)
    }
    for place in [0.0626, 0.5, 0.9374] {
      #expect(table.quantile(place) { _ in 42 } < 3)
    }
  }

  @Test func `greater probabilities have greater values`() throws {
    let distribution = try Exponential(mean: 1)
    let table = QuantileTable(distribution.quantile)
    let values = Self.places.map { table.quantile($0, else: distribution.quantile) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  }
}
