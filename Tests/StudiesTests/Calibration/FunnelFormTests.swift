import GrowthloopStudies
import RandomStreams
import Statistics
import Testing

/// What is known of a chance of which only the product with another is observed, both even before.
///
/// Its density is 1 / (t ln (1/φ)) from the product φ to 1.
struct ProductPosterior: Sendable, Hashable {
  /// The product φ of the two chances, above 0 and below 1.
  let product: Double

  /// Creates the posterior under an observed product.
  init(product: Double) {
    precondition(product > 0 && product < 1, "a product of \(product) says nothing of this kind")
    self.product = product
  }

  /// The mean of either chance.
  var mean: Double { (product - 1) / Double.log(product) }

  /// Returns the quantile of probability `p`.
  func quantile(_ p: Double) -> Double { Double.exp((1 - p) * Double.log(product)) }
}

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
