@testable import GrowthloopStudies
import RandomStreams
import Testing

@Suite("The spread of a cell's counts")
struct CellFitTests {
  @Test(
    "the mean deviance of a Poisson count is that of the sum over its counts",
    arguments: [
      (0.001, 0.0138169), (0.01, 0.0922417), (0.1, 0.4740978), (0.5, 1.0070176),
      (1, 1.1468056), (2, 1.1394038), (5, 1.0466770), (20, 1.0087967),
    ])
  func meanDeviance(row: (mean: Double, deviance: Double)) {
    #expect(abs(MeanDeviance.exact(row.mean) / row.deviance - 1) < 1e-5)
    #expect(abs(MeanDeviance.poisson(row.mean) / row.deviance - 1) < 1e-3)
  }

  @Test("where next to none is expected the deviance goes to nothing, and never below")
  func tinyMeans() {
    var last = MeanDeviance.poisson(1e-3)
    for mean in [1e-4, 1e-5, 1e-6, 1e-9, 1e-12] {
      let now = MeanDeviance.poisson(mean)
      #expect(now > 0 && now < last)
      last = now
    }
    #expect(MeanDeviance.poisson(0) == 0)
  }

  /// Fits a rate that is the same at all points but for chance.
  private func fit(_ counts: [CellCount], _ family: CalibrationCell.Family = .rate) -> CellFit {
    let points = counts.indices.map { [Double($0) / Double(counts.count - 1) * 2 - 1] }
    let basis = PolynomialBasis(about: points)
    return CellFit(
      family, counts, terms: points.flatMap { basis.terms(at: $0) }, width: basis.count)
  }

  @Test(
    "counts of Poisson's law have the family's own spread, many or few", arguments: [0.05, 1, 30])
  func ownSpread(mean: Double) {
    var draw = SmallSimulators.draw(1, 1)
    let found = fit(
      (0..<2_000).map { _ in CellCount(Double(SmallSimulators.poisson(mean, &draw))) })
    #expect(abs(found.dispersion - 1) < 0.15)
    #expect(abs(found.coefficients[0] - Double.log(mean)) < 0.4)
  }

  @Test("a cell in which nothing ever happens has the family's own spread")
  func nothingHappens() {
    for family in [CalibrationCell.Family.rate, .share] {
      let found = fit((0..<100).map { _ in CellCount(0, of: 50) }, family)
      #expect(abs(found.dispersion - 1) < 0.1)
      #expect(found.coefficients.allSatisfy { $0.isFinite })
      #expect(found.residuals.allSatisfy { $0.isFinite && $0.magnitude < 0.1 })
    }
  }

  @Test("one count where none was expected does not outweigh all others")
  func oneOutlier() {
    var counts = (0..<400).map { _ in CellCount(0, of: 1) }
    counts[200] = CellCount(6, of: 1)
    let found = fit(counts)
    #expect(found.dispersion < 3)
    #expect(found.residuals[200].isFinite)
  }

  @Test("counts that vary twice as much as their law have twice the spread")
  func overdispersed() throws {
    var draw = SmallSimulators.draw(2, 1)
    // A Poisson count of a gamma mean: the variance is mean (1 + mean / shape).
    let law = try Gamma(shape: 20, scale: 1)
    let found = fit(
      (0..<2_000).map { _ in
        CellCount(Double(SmallSimulators.poisson(law.sample(using: &draw), &draw)))
      })
    #expect(abs(found.dispersion - 2) < 0.25)
  }
}
