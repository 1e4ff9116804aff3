@testable import GrowthloopStudies
import RandomStreams
import Statistics
import Testing

@Suite("Ranks of truths")
struct TruthRanksTests {
  @Test("the limits of chi-square and of coverage are the published ones")
  func limits() {
    #expect(abs(TruthRanks.limit(ofChiSquare: 0.05) - 30.14) < 0.005)
    #expect(abs(TruthRanks.limit(ofChiSquare: 0.01) - 36.19) < 0.005)
    for (count, least, most) in [(200, 184, 196), (500, 465, 484), (1_000, 936, 963)] {
      let accepted = TruthRanks.acceptedCoverage(of: count, level: 0.05)
      #expect(accepted == least...most)
    }
    // One percent over nine quantities.
    #expect(TruthRanks.acceptedCoverage(of: 1_000, level: 0.01, family: 9) == 926...971)
  }

  /// The share of data sets' truths in each of twenty bins of a posterior so many times as wide as
  /// the right one, both normal.
  private func bins(ofWidth width: Double) -> [Double] {
    let edges = (1..<20).map {
      Double.normalCumulative(width * Double.normalQuantile(Double($0) / 20))
    }
    return zip(edges + [1], [0] + edges).map { $0 - $1 }
  }

  @Test(
    "a thousand data sets show posteriors nine tenths as wide, two hundred those eight tenths as wide",
    arguments: [(0.9, 1_014), (0.8, 208)])
  func power(row: (width: Double, sets: Int)) {
    let noncentrality =
      Double(row.sets)
      * bins(ofWidth: row.width).reduce(0) { $0 + ($1 - 0.05) * ($1 - 0.05) / 0.05 }
    // A noncentral chi-square is one of a Poisson number of further degrees of freedom, in pairs.
    let limit = TruthRanks.limit(ofChiSquare: 0.05)
    var (weight, power) = (Double.exp(-noncentrality / 2), 0.0)
    for pairs in 0..<200 {
      power += weight * ChiSquare(degreesOfFreedom: 19 + 2 * Double(pairs)).upperTail(limit)
      weight *= noncentrality / 2 / Double(pairs + 1)
    }
    #expect(abs(power - 0.8) < 0.01, "\(power)")
  }

  @Test("intervals of narrow posteriors hold less than they say")
  func narrowCoverage() {
    for (width, coverage, sets) in [
      (0.9, 0.8612, 514), (0.8, 0.8118, 108), (1.1, 0.9296, 736),
    ] {
      let z = width * Double.normalQuantile(0.95)
      #expect(abs(2 * Double.normalCumulative(z) - 1 - coverage) < 5e-5)
      // For a power of four in five, by the normal approximation.
      let spread =
        1.96 * (0.9 * 0.1).squareRoot() + 0.8416 * (coverage * (1 - coverage)).squareRoot()
      let needed = spread * spread / ((coverage - 0.9) * (coverage - 0.9))
      #expect(abs(needed - Double(sets)) < 2)
    }
  }

  @Test("the inverse of a covariance from few runs is too great by the factor of Hartlap")
  func precisionFactor() {
    #expect(abs(ResidualCorrelations.precisionFactor(runs: 100, outputs: 10) - 0.8889) < 5e-5)
    #expect(abs(ResidualCorrelations.precisionFactor(runs: 32, outputs: 10) - 0.6452) < 5e-5)
  }

  @Test("three standard deviations on the worst of many counts rule out the truth now and then")
  func cutoff() {
    for (outputs, rate) in [(1, 0.0027), (5, 0.0134), (10, 0.0267), (18, 0.0475)] {
      let inside = 2 * Double.normalCumulative(3) - 1
      let all = (0..<outputs).reduce(1.0) { product, _ in product * inside }
      #expect(abs(1 - all - rate) < 6e-5)
    }
    // Of any law with one peak at most 4/81 lies so far out (Pukelsheim, 1994).
    #expect(abs(4 / (9 * Calibrator.cutoff * Calibrator.cutoff) - 0.0494) < 5e-5)
  }
}

@Suite("What observations leave of the ranges")
struct LeftOverTests {
  @Test("of a sum with a small error a strip of 11.64% is left")
  func strip() async throws {
    let noise = try Normal(mean: 0, standardDeviation: 0.02)
    var calibrator = SmallSimulators.calibrator(
      ["first", "second"].map { CalibratedParameter($0, in: 0...1) },
      [CalibrationCell("sum", stage: "sum", .number)], observed: [CellCount(1)]
    ) { values, draw in [CellCount(values[0] + values[1] + noise.sample(using: &draw))] }
    calibrator.runs = 600
    let outcome = try await calibrator.calibrate()
    #expect(abs(try #require(outcome.waves.last).left - 0.1164) < 0.025)
    #expect(outcome.verdicts.map(\.kind) == [.together, .together])
    let flat = try #require(outcome.flatDirections { _ in true }.first)
    // One up, the other down.
    #expect(abs(flat[0] + flat[1]) < 0.1)
  }

  @Test("a parameter of which only its prior speaks is told from one of which nothing does")
  func priorSpoke() async throws {
    let noise = try Normal(mean: 0, standardDeviation: 1)
    let parameters = [
      CalibratedParameter("idle", in: -3...3, prior: .around(0.5, deviation: 0.4)),
      CalibratedParameter("idleToo", in: -3...3), CalibratedParameter("seen", in: -9...9),
    ]
    var calibrator = SmallSimulators.calibrator(
      parameters, [CalibrationCell("seen", stage: "seen", .number)], observed: [CellCount(1)]
    ) { values, draw in [CellCount(values[2] + noise.sample(using: &draw))] }
    calibrator.runs = 600
    let outcome = try await calibrator.calibrate()
    #expect(outcome.verdicts.map(\.kind) == [.priorSpoke, .notIdentified, .identified])
    #expect(abs(outcome.width(of: 0) - 1) < 0.15)
    #expect(abs(outcome.width(of: 1) - 1) < 0.1)
  }

  @Test("an interrupt keeps the waves that had finished")
  func interrupt() async throws {
    let noise = try Normal(mean: 0, standardDeviation: 1)
    var calibrator = Calibrator(
      [CalibratedParameter("mean", in: -9...9)], [CalibrationCell("seen", stage: "seen", .number)],
      observed: [CellCount(1)]
    ) { runs in
      if runs[0].number >= 200 { throw CancellationError() }
      return runs.map { run in
        var draw = SmallSimulators.draw(1, run.number)
        return [CellCount(run.values[0] + noise.sample(using: &draw))]
      }
    }
    calibrator.runs = 500
    let outcome = try await calibrator.calibrate()
    #expect(outcome.isPartial)
    #expect(outcome.waves.count == 3)
    #expect(outcome.draws.count >= 200)
  }

  @Test("points whose values contradict each other are left out")
  func contradictions() async throws {
    let noise = try Normal(mean: 0, standardDeviation: 1)
    var calibrator = Calibrator(
      [CalibratedParameter("mean", in: -9...9)], [CalibrationCell("seen", stage: "seen", .number)],
      observed: [CellCount(1)]
    ) { runs in
      runs.map { run in
        var draw = SmallSimulators.draw(1, run.number)
        return run.values[0] < -5 ? nil : [CellCount(run.values[0] + noise.sample(using: &draw))]
      }
    }
    calibrator.runs = 500
    let outcome = try await calibrator.calibrate()
    #expect(outcome.waves[0].runs < 90)
    #expect(try #require(outcome.estimate(of: 0)).contains(1))
  }
}
