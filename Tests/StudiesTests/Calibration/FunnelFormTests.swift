import GrowthloopStudies
import Statistics
import Testing

@Suite("What closed forms say about a funnel")
struct ClosedFormTests {
  @Test(
    "stage ratios have the intervals of Jeffreys' prior",
    arguments: [
      (2135, 5333, 0.40036, 0.38724, 0.41354), (285, 2135, 0.13366, 0.11956, 0.14841),
      (174, 285, 0.61014, 0.55303, 0.66579),
    ])
  func stageRatios(row: (successes: Int, trials: Int, mean: Double, low: Double, high: Double)) {
    let posterior = BetaDistribution(jeffreys: Proportion(row.successes, of: row.trials))
    #expect(abs(posterior.a / (posterior.a + posterior.b) - row.mean) < 2e-4)
    #expect(abs(posterior.quantile(0.025) - row.low) < 1e-5)
    #expect(abs(posterior.quantile(0.975) - row.high) < 1e-5)
  }

  @Test("the final size of a cascade gives K, its error and its profile")
  func totalProgeny() {
    let large = TotalProgeny(founders: 1_000, members: 2_000)
    #expect(large.coefficient == 0.5)
    #expect(abs(large.standardError - 0.01581) < 1e-5)
    #expect(abs(large.profile().low - 0.46965) < 1e-5)
    #expect(abs(large.profile().high - 0.53163) < 1e-5)
    // By generations, K is children over parents with the error √(K / parents): the same.
    #expect(large.coefficient == 1_000.0 / 2_000)
    #expect(abs(large.standardError - (0.5 / 2_000).squareRoot()) < 1e-12)
    let small = TotalProgeny(founders: 50, members: 100)
    #expect(abs(small.standardError - 0.0707) < 1e-4)
    #expect(abs(small.profile().low - 0.37391) < 1e-5)
    #expect(abs(small.profile().high - 0.65168) < 1e-5)
  }

  @Test("unequal senders widen the error of K by half")
  func unequalSenders() {
    let cascade = TotalProgeny(founders: 1_000, members: 2_000)
    #expect(abs(cascade.spread(ofShape: 0.35) - 1.558) < 5e-4)
    // The total of branching-half: √(s K (1 + K/shape) / (1 − K)³) members.
    #expect(abs((1_000.0 * 0.5 / 0.125).squareRoot() - 63.2) < 0.05)
    #expect(abs(63.2456 * cascade.spread(ofShape: 0.35) - 98.6) < 0.05)
  }

  @Test("a cascade without anybody brought has K from nought")
  func noneBrought() {
    let none = TotalProgeny(founders: 10, members: 10)
    #expect(none.coefficient == 0)
    #expect(none.profile().low == 0)
    // e^(−10 K) falls by 1.92.
    #expect(abs(none.profile().high - 0.19207) < 1e-4)
  }

  @Test("what a cohort shows of K after so many days")
  func censoredCohorts() {
    let curve = DelayCurve(median: 9.5 / 24, sigma: 1.634)
    for (days, share) in [
      (1.0, 0.7147), (2, 0.8392), (3, 0.8924), (7, 0.9606), (14, 0.9855), (30, 0.9960),
    ] {
      #expect(abs(curve.share(within: days) - share) < 5e-5, "after \(days) days")
    }
    #expect(curve.share(within: 0) == 0)
  }

  @Test("a chance of which only a product is known keeps a wide posterior")
  func product() {
    let tap = ProductPosterior(product: 285.0 / 5333)
    #expect(abs(tap.mean - 0.3231) < 5e-5)
    #expect(abs(tap.quantile(0.025) - 0.0575) < 5e-5)
    #expect(abs(tap.quantile(0.5) - 0.2312) < 5e-5)
    #expect(abs(tap.quantile(0.975) - 0.9294) < 5e-5)
  }
}

@Suite("What a funnel could tell")
struct FunnelInformationTests {
  /// The published figures of cohorts are of steps of an hour, those of totals of three hours.
  private func information(_ table: FunnelInformation.Table, steps: Int) -> SymmetricMatrix {
    var funnel = FunnelInformation()
    funnel.stepsPerDay = steps
    return funnel.information(in: table)
  }

  private func deviations(_ information: SymmetricMatrix) throws -> [Double] {
    let inverse = try #require(Cholesky(information)).inverse
    return [FunnelInformation.Parameter.tap, .install, .tapMedian, .installMedian].map {
      inverse[$0.rawValue, $0.rawValue].squareRoot()
    }
  }

  @Test("cohorts tell the delays ten times better than totals by day do")
  func cohortsAndTotals() throws {
    let cohorts = try deviations(information(.cohorts, steps: 24))
    let totals = try deviations(information(.totals, steps: 8))
    for (found, known) in zip(cohorts, [0.025, 0.049, 0.096, 0.117]) {
      #expect(abs(found - known) < 6e-4)
    }
    for (found, known) in zip(totals, [0.030, 0.086, 2.26, 0.85]) {
      #expect(abs(found - known) < 6e-3)
    }
  }

  @Test("cohorts are four hundred times better conditioned than totals by day")
  func conditions() throws {
    let cohorts = SymmetricEigen(information(.cohorts, steps: 24))
    let totals = SymmetricEigen(information(.totals, steps: 8))
    #expect(abs(cohorts.values[0] / 9_520 - 1) < 0.01)
    #expect(abs(try #require(cohorts.values.last) / 59.6 - 1) < 0.01)
    #expect(abs(cohorts.condition / 160 - 1) < 0.01)
    #expect(abs(totals.values[0] / 9_530 - 1) < 0.01)
    #expect(abs(try #require(totals.values.last) / 0.143 - 1) < 0.01)
    #expect(abs(totals.condition / 66_400 - 1) < 0.01)
  }

  @Test("without taps, tap and install are known as a product only, and a delay hardly")
  func withoutTaps() {
    let eigen = SymmetricEigen(information(.totalsWithoutTaps, steps: 24))
    let flat = eigen.directions[6]
    #expect(eigen.values[6] < 1e-6 * eigen.values[0])
    // Tap up, install down, nothing else.
    #expect(abs(abs(flat[1]) - 0.5.squareRoot()) < 1e-3)
    #expect(abs(flat[1] + flat[2]) < 1e-3)
    #expect(eigen.values[5] < 0.01)
  }

  @Test("of a delay within a day lags by day tell the mean alone, and lags by the hour the shape")
  func shapeWithinADay() throws {
    var funnel = FunnelInformation()
    funnel.tapDelay = DelayCurve(median: 1.0 / 24, sigma: 0.5)
    func deviations(_ table: FunnelInformation.Table) throws -> (median: Double, sigma: Double) {
      var information = funnel.information(in: table)
      // What nobody knows at all is known to a factor of e^10.
      for axis in 0..<7 { information[axis, axis] += 1e-2 }
      let inverse = try #require(Cholesky(information)).inverse
      let variances = [FunnelInformation.Parameter.tapMedian, .tapSigma].map {
        inverse[$0.rawValue, $0.rawValue]
      }
      return (variances[0].squareRoot(), variances[1].squareRoot())
    }
    let (byDay, byHour) = (try deviations(.cohorts), try deviations(.steps))
    // Of a log-normal delay the mean is median · e^(σ²/2): what σ hides, the median has.
    #expect(byDay.sigma > 2)
    #expect(abs(byDay.median / (0.25 * byDay.sigma) - 1) < 0.1)
    #expect(byHour.sigma < 0.03 && byHour.median < 0.03)
  }
}
