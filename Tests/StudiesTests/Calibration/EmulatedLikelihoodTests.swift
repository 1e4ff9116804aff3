import Statistics
import RandomStreams
import Testing

@testable import GrowthloopStudies

@Suite("The likelihood of counts that share noise")
struct EmulatedLikelihoodTests {
  /// Three counts of each family, of which all in a run share a part of their noise.
  private func calibrated(discrepancy: Double) async throws -> CalibrationOutcome {
    let parameters = ["first", "second"].map { CalibratedParameter($0, in: -1...1) }
    let cells = [CalibrationCell.Family.rate, .share, .number].flatMap { family in
      (1...3).map { CalibrationCell("\(family) \($0)", stage: "seen", family) }
    }
    let noise = try Normal(mean: 0, standardDeviation: 1)
    let counts = { @Sendable (values: [Double], draw: inout Draw) -> [CellCount] in
      let shared = 0.5 * noise.sample(using: &draw)
      let predictors = [
        values[0] + shared, values[1] + shared, 0.6 * (values[0] - values[1]) + shared,
      ]
      return predictors.map {
        CellCount(Double(SmallSimulators.poisson(40 * Double.exp($0), &draw)))
      }
        + predictors.map {
          let share = 1 / (1 + Double.exp(1 - $0))
          return CellCount(Double(SmallSimulators.binomial(300, share, &draw)), of: 300)
        } + predictors.map { CellCount(2 + $0 + 0.2 * noise.sample(using: &draw)) }
    }
    var draw = SmallSimulators.draw(11, 1)
    var calibrator = SmallSimulators.calibrator(
      parameters, cells, observed: counts([0.3, -0.2], &draw), counts)
    calibrator.runs = 600
    calibrator.discrepancy = discrepancy
    return try await calibrator.calibrate()
  }

  @Test("its gradient is the slope of the likelihood at random points", arguments: [0, 0.1])
  func gradient(discrepancy: Double) async throws {
    let likelihood = try #require(try await calibrated(discrepancy: discrepancy).likelihood)
    var draw = SmallSimulators.draw(12, 1)
    for _ in 0..<40 {
      let point = (0..<2).map { _ in 1.8 * draw.uniform() - 0.9 }
      let (gradient, _) = likelihood.score(at: point)
      for axis in 0..<2 {
        let (step, slope) = (1e-5, gradient[axis])
        var (before, after) = (point, point)
        before[axis] -= step
        after[axis] += step
        let difference =
          (likelihood.logLikelihood(at: after) - likelihood.logLikelihood(at: before)) / (2 * step)
        #expect(
          abs(slope - difference) < 1e-4 * (1 + difference.magnitude), "\(point) along \(axis)")
      }
    }
  }

  @Test("its profile is the greatest likelihood of a grid, not the slice")
  func profile() async throws {
    let outcome = try await calibrated(discrepancy: 0)
    let likelihood = try #require(outcome.likelihood)
    let profile = LikelihoodProfile(
      likelihood, near: outcome.draws, reach: [-1...1, -1...1])
    let places = (-100...100).map { Double($0) / 100 }
    for axis in 0..<2 {
      let greatest = places.map { held in
        places.reduce(-Double.infinity) { greatest, free in
          max(greatest, likelihood.logLikelihood(at: axis == 0 ? [held, free] : [free, held]))
        }
      }
      let top = try #require(greatest.max())
      let inside = zip(places, greatest).filter { top - $0.1 < LikelihoodProfile.drop }.map(\.0)
      let ends = profile.profile(of: axis)
      #expect(abs((ends.low ?? -1) - (try #require(inside.first))) < 0.022)
      #expect(abs((ends.high ?? 1) - (try #require(inside.last))) < 0.022)
      // Parameters whose counts share noise are known less well alone than with the other one held.
      let slice = profile.slice(of: axis)
      let wide = (ends.high ?? 1) - (ends.low ?? -1)
      #expect(wide > 1.2 * ((slice.high ?? 1) - (slice.low ?? -1)))
    }
  }

  @Test("what a stage would tell counts noise that cells share once")
  func information() async throws {
    // Two sums of one parameter whose noise is nearly the same say hardly more than one.
    let noise = try Normal(mean: 0, standardDeviation: 1)
    let cells = ["one", "other"].map { CalibrationCell($0, stage: $0, .number) }
    var calibrator = SmallSimulators.calibrator(
      [CalibratedParameter("mean", in: -9...9)], cells, observed: cells.map { _ in CellCount(0) }
    ) { values, draw in
      let shared = values[0] + noise.sample(using: &draw)
      return cells.map { _ in CellCount(shared + 0.2 * noise.sample(using: &draw)) }
    }
    calibrator.runs = 600
    let outcome = try await calibrator.calibrate()
    let (one, both) = (
      try #require(outcome.information { $0 == 0 })[0, 0],
      try #require(outcome.information { _ in true })[0, 0]
    )
    // By the closed form 1 / (1 + .04 / 2) over 1 / (1 + .04), and 2 if the noise were not shared.
    #expect(abs(both / one - 1.04 / 1.02) < 0.12, "\(both / one)")
  }

  @Test("where the last wave has no runs the information is that of the wave before")
  func informationElsewhere() async throws {
    let noise = try Normal(mean: 0, standardDeviation: 1)
    var calibrator = SmallSimulators.calibrator(
      [CalibratedParameter("mean", in: -30...30)],
      [CalibrationCell("seen", stage: "seen", .number)], observed: [CellCount(0)]
    ) { values, draw in [CellCount(values[0] + noise.sample(using: &draw))] }
    calibrator.runs = 1_000
    let likelihood = try #require(try await calibrator.calibrate().likelihood)
    // Thirty a coordinate, with the variance 1; the last wave lies within a tenth of the range.
    let information = likelihood.information(at: [0.9], exposures: [1]) { _ in true }
    #expect(abs(information[0, 0] / 900 - 1) < 0.2, "\(information[0, 0])")
  }
}
