import GrowthloopFindings
import GrowthloopStudies
import RandomStreams
import Statistics
import Testing

@Suite("Calibration of small simulators")
struct CalibratorTests {
  @Test(
    "a Gaussian with a Gaussian prior has the posterior of the closed form, after any number of waves",
    arguments: [2, 3, 5])
  func gaussian(waves: Int) async throws {
    // Prior N(0, 1), one observation of 1 with the variance 1/2: N(2/3, 1/3).
    let parameter = CalibratedParameter(
      "mean", in: -6...6, prior: .around(0, deviation: 1))
    let noise = try Normal(mean: 0, standardDeviation: 0.5.squareRoot())
    var calibrator = SmallSimulators.calibrator(
      [parameter], [CalibrationCell("sum", stage: "sum", .number)], observed: [CellCount(1)]
    ) { values, draw in [CellCount(values[0] + noise.sample(using: &draw))] }
    calibrator.drawCount = 4_000
    calibrator.waves = waves
    let outcome = try await calibrator.calibrate()
    var moments = RunningMoments()
    for value in outcome.values { moments.record(value[0]) }
    let (mean, variance) = try (#require(moments.mean), #require(moments.variance))
    #expect(abs(mean - 2.0 / 3) < 0.05)
    #expect(abs(variance - 1.0 / 3) < 0.05)
  }

  @Test("runs of a tenth of the people find as much as whole ones, and claim no more")
  func smaller() async throws {
    // Of so many sets of data the 95% intervals hold the truth by chance in 31 or more of 36.
    let truth = [80.0, 0.35, 0.4]
    var widths: [[Double]] = [[], []]
    var held = [0, 0]
    for set in 0..<12 {
      var draw = SmallSimulators.draw(0xDA7A, set)
      let observed = SmallSimulators.lags(truth, &draw)
      for (place, share) in [1.0, 0.1].enumerated() {
        var calibrator = SmallSimulators.calibrator(
          SmallSimulators.lagParameters, SmallSimulators.lagCells, observed: observed,
          seed: UInt64(set)
        ) { values, draw in
          let counts = SmallSimulators.lags([values[0] * share] + values.dropFirst(), &draw)
          return [CellCount(counts[0].count, of: counts[0].exposure * share)]
            + counts.dropFirst()
        }
        calibrator.runs = 1_200
        calibrator.waves = 3
        let outcome = try await calibrator.calibrate()
        for axis in truth.indices {
          let estimate = try #require(outcome.estimate(of: axis))
          if estimate.contains(truth[axis]) { held[place] += 1 }
          widths[place].append(outcome.width(of: axis))
        }
      }
    }
    #expect(held[0] >= 31 && held[1] >= 31, "\(held)")
    let ratios = zip(widths[1], widths[0]).map { $0 / $1 }.sorted()
    #expect((0.95...1.6).contains(ratios[ratios.count / 2]), "\(ratios)")
  }

  @Test("a measured value is a prior by the interval of its count, whatever its grade")
  func measured() {
    let axis = ParameterAxis(.chance, at: 0.2, within: 0.1...0.35) { "\($0)" }
    func prior(_ grade: EvidenceGrade?, cases: Int?) -> CalibratedParameter.Prior {
      let range = ParameterRange(axis, isAssumed: cases == nil && grade == nil, cases: cases)
      return CalibratedAxis(
        Parameter("a", "0.2", meaning: "", grade: grade, range: range), called: "a",
        within: ParameterAxis(.chance, at: 0.2, within: 0.01...0.9) { "\($0)" }
      ).calibrated.prior
    }
    func odds(_ chance: Double) -> Double { Double.log(chance / (1 - chance)) }
    for grade in [EvidenceGrade.a, .c, nil] {
      guard case .around(0.2, let deviation) = prior(grade, cases: 40) else {
        Issue.record("no prior")
        continue
      }
      #expect(abs(deviation - (odds(0.35) - odds(0.1)) / 3.92) < 1e-9)
    }
    guard case .even = prior(nil, cases: nil) else {
      Issue.record("a prior")
      return
    }
  }

  @Test(
    "a kernel of rejection widens a posterior, a likelihood does not",
    arguments: [(0.05, 1.041), (0.1, 1.155), (0.2, 1.528)])
  func rejection(row: (kernel: Double, wider: Double)) async throws {
    let noise = try Normal(mean: 0, standardDeviation: 0.1)
    var draw = SmallSimulators.draw(3, 1)
    var accepted = RunningMoments()
    for _ in 0..<400_000 {
      let mean = 2 * draw.uniform() - 1
      if (mean + noise.sample(using: &draw)).magnitude <= row.kernel { accepted.record(mean) }
    }
    let deviation = try #require(accepted.standardDeviation)
    // Four standard errors of a standard deviation.
    let error = row.wider / (2 * Double(accepted.count)).squareRoot()
    #expect(abs(deviation / 0.1 - row.wider) < 4 * error + 5e-4)
    var calibrator = SmallSimulators.calibrator(
      [CalibratedParameter("mean", in: -1...1)],
      [CalibrationCell("seen", stage: "seen", .number)], observed: [CellCount(0)]
    ) { values, draw in [CellCount(values[0] + noise.sample(using: &draw))] }
    calibrator.drawCount = 4_000
    var moments = RunningMoments()
    for value in try await calibrator.calibrate().values { moments.record(value[0]) }
    #expect(abs(try #require(moments.standardDeviation) / 0.1 - 1) < 0.12)
  }

  @Test("logged taps identify tap and install")
  func loggedTaps() async throws {
    let outcome = try await funnel(logged: true)
    #expect(outcome.verdicts.map(\.kind) == [.identified, .identified])
    let (tap, install) = try (
      #require(outcome.estimate(of: 0)), #require(outcome.estimate(of: 1))
    )
    let exact = BetaDistribution(jeffreys: Proportion(2_135, of: 5_333))
    #expect(abs(tap.low - exact.quantile(0.025)) < 0.004)
    #expect(abs(tap.high - exact.quantile(0.975)) < 0.004)
    let after = BetaDistribution(jeffreys: Proportion(285, of: 2_135))
    #expect(abs(install.low - after.quantile(0.025)) < 0.008)
    #expect(abs(install.high - after.quantile(0.975)) < 0.008)
  }

  @Test(
    "without taps, tap and install are known only together, and keep the posterior of a product")
  func onlyAProduct() async throws {
    let outcome = try await funnel(logged: false)
    #expect(outcome.verdicts.map(\.kind) == [.together, .together])
    #expect(outcome.verdicts.map(\.partners) == [[1], [0]])
    #expect(outcome.correlation(0, 1) < -0.6)
    let exact = ProductPosterior(product: 285.0 / 5_333)
    var moments = RunningMoments()
    for value in outcome.values { moments.record(value[0]) }
    #expect(abs(try #require(moments.mean) - exact.mean) < 0.05)
  }

  /// Calibrates to the same funnel with other runs for each seed; returns how far apart the medians of
  /// each parameter lie, as a standard deviation in those of the posterior, and how many calibrations
  /// find that other runs would disagree, and their own too few.
  private func calibrations(
    _ count: Int, runs: Int, waves: Int
  ) async throws -> (spreads: [Double], unsettled: Int, tooFew: Int) {
    var truth = SmallSimulators.draw(99, 1)
    let observed = SmallSimulators.lags([80, 0.4, 0.2], &truth)
    let axes = SmallSimulators.lagParameters.indices
    var middles = axes.map { _ in RunningMoments() }
    var widths = axes.map { _ in RunningMoments() }
    var (unsettled, tooFew) = (0, 0)
    for seed in 1...count {
      var calibrator = SmallSimulators.calibrator(
        SmallSimulators.lagParameters, SmallSimulators.lagCells, observed: observed,
        seed: UInt64(seed), SmallSimulators.lags)
      (calibrator.runs, calibrator.waves, calibrator.drawCount) = (runs, waves, 400)
      let outcome = try await calibrator.calibrate()
      for axis in axes {
        let sorted = outcome.draws.map { $0[axis] }.sorted()
        middles[axis].record(sorted.interpolatedQuantile(0.5))
        widths[axis].record(
          (sorted.interpolatedQuantile(0.8413) - sorted.interpolatedQuantile(0.1587)) / 2)
      }
      if outcome.isUnsettled { unsettled += 1 }
      if outcome.hasTooFewRuns { tooFew += 1 }
    }
    let spreads = zip(middles, widths).map { ($0.standardDeviation ?? 0) / ($1.mean ?? 1) }
    return (spreads, unsettled, tooFew)
  }

  @Test("runs that are too few are noticed: with others the medians are elsewhere")
  func tooFew() async throws {
    let found = try await calibrations(6, runs: 40, waves: 3)
    #expect(try #require(found.spreads.max()) > 0.35)
    #expect(found.unsettled >= 5)
  }

  @Test("runs that are enough are not called too few: with others the medians are the same")
  func enough() async throws {
    let found = try await calibrations(20, runs: 400, waves: 2)
    #expect(found.spreads.allSatisfy { $0 < 0.25 })
    #expect(found.unsettled <= 1 && found.tooFew == 0)
  }

  @Test("intervals that are wider for the few runs hold the truth as often as they say")
  func fewRuns() async throws {
    let truth = [80.0, 0.35, 0.4]
    var (held, spread) = (0, 0)
    for set in 0..<40 {
      var draw = SmallSimulators.draw(0xF3E7, set)
      var calibrator = SmallSimulators.calibrator(
        SmallSimulators.lagParameters, SmallSimulators.lagCells,
        observed: SmallSimulators.lags(truth, &draw), seed: UInt64(set), SmallSimulators.lags)
      (calibrator.runs, calibrator.waves, calibrator.drawCount) = (60, 3, 400)
      let outcome = try await calibrator.calibrate()
      guard outcome.isUnsettled, !outcome.hasTooFewRuns else { continue }
      spread += 1
      held += try truth.indices.count { try #require(outcome.estimate(of: $0)).contains(truth[$0]) }
    }
    // Of 95% of n by chance more than 2.6 standard deviations fewer are one in two hundred.
    let expected = 0.95 * Double(3 * spread)
    #expect(spread >= 5)
    #expect(Double(held) >= expected - 2.6 * (expected * 0.05).squareRoot(), "\(held), \(spread)")
  }

  private func funnel(logged: Bool) async throws -> CalibrationOutcome {
    let parameters = ["tap", "install"].map { CalibratedParameter($0, in: 0.02...0.999) }
    var calibrator = SmallSimulators.calibrator(
      parameters, SmallSimulators.funnelCells,
      observed: [logged ? CellCount(2_135, of: 5_333) : nil, CellCount(285, of: 5_333)]
    ) { values, draw in SmallSimulators.funnel(values[0], values[1], &draw) }
    calibrator.drawCount = 4_000
    calibrator.runs = 1_200
    return try await calibrator.calibrate()
  }
}
