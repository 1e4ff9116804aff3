import RandomStreams
import Testing

/// The expected values were computed by mpmath with 60 digits, for the very doubles asked about.
@Suite("Special functions · gamma, beta and their shares")
struct SpecialGammaTests {
  @Test(arguments: [
    (1e-10, 23.02585092988273524), (0.1, 2.252712651734205902), (0.5, 0.5723649429247000871),
    (0.999, 5.780385328913802382e-4), (1.0001, -5.771334222047126801e-5),
    (1.4, -0.1196129141723712932), (1.99999, -4.227811104241673518e-6),
    (2.3, 0.1541894549596304745), (3.5, 1.200973602347074225), (7.25, 7.052185450738539445),
    (9.99, 12.77931521435019336), (10, 12.80182748008146961), (55.5, 166.3215061598403691),
    (1234.5, 7550.550901077894896), (1e9, 1.972326582750371677e+10),
  ])
  func `the logarithm of gamma is right, also near its zeros`(x: Double, truth: Double) {
    #expect(Double.logGamma(x).relativeError(from: truth) < 2e-15)
  }

  @Test(arguments: [
    (0.5, 1e-8, 1.128379163334248707e-4, 0.9998871620836665751),
    (0.5, 0.3, 0.5614219739190001365, 0.4385780260809998635),
    (0.5, 25, 0.9999999999984625402, 1.53745979442803485e-12),
    (1, 3, 0.950212931632136057, 0.04978706836786394298),
    (2.5, 0.01, 2.987601531906593844e-6, 0.9999970123984680934),
    (2.5, 60, 1.0, 3.138579772755296024e-24),
    (7, 6, 0.3936972175874087297, 0.6063027824125912703),
    (50, 120, 0.9999999999998399177, 1.600822679334482871e-13),
    (50, 20, 1.245892607971937923e-8, 0.9999999875410739203),
    (1000, 1000, 0.5042052441802155085, 0.4957947558197844915),
    (1000, 1300, 0.9999999999999999981, 1.873615571578555124e-18),
    (123456.5, 123000, 0.09682119603085345492, 0.9031788039691465451),
    (123456.5, 126000, 0.9999999999996778402, 3.221597872453058628e-13),
  ])
  func `both shares of gamma keep their digits`(
    shape: Double, x: Double, lower: Double, upper: Double
  ) {
    for (share, truth) in [
      (Double.regularizedLowerGamma(shape: shape, x), lower),
      (Double.regularizedUpperGamma(shape: shape, x), upper),
    ] {
      // A rounding error of the exponent grows with it.
      let tolerance = 2e-16 * (20 - 2 * Double.log(truth))
      #expect(share.relativeError(from: truth) < tolerance)
    }
  }

  @Test(
    arguments: [
      (0.5, 0.5, 0.5, 0.5), (1e-6, 0.5, 0.5, 6.366198784709244698e-4),
      (0.2, 2, 3, 0.1808000000000000171), (0.001, 5, 0.5, 2.461963550285713755e-16),
      (0.9, 5, 0.5, 0.3166429150200123125), (0.3, 20, 80, 0.9895976626987118414),
      (0.05, 20, 80, 8.83457489033916345e-8), (0.001, 10, 1000, 1.165949082234336911e-7),
      (0.98, 500, 0.5, 7.002235789727089206e-6), (0.5, 1000, 1000, 0.5),
      (0.6, 1000, 1000, 0.9999999999999999999), (0.45, 1000, 1000, 3.68319886900757828e-6),
    ] as [(Double, Double, Double, Double)])
  func `the share of beta keeps its digits`(x: Double, a: Double, b: Double, truth: Double) {
    #expect(Double.regularizedBeta(x, a, b).relativeError(from: truth) < 1e-14)
  }

  @Test func `the shares below and above make one`() {
    for shape in [0.3, 1, 4.5, 30, 900] {
      for ratio in [0.1, 0.9, 1, 1.1, 3] {
        let lower = Double.regularizedLowerGamma(shape: shape, shape * ratio)
        let upper = Double.regularizedUpperGamma(shape: shape, shape * ratio)
        #expect((lower + upper - 1).magnitude < 1e-15)
        let below = Double.regularizedBeta(ratio / 4, shape, 3)
        let above = Double.regularizedBeta(1 - ratio / 4, 3, shape)
        #expect((below + above - 1).magnitude < 1e-14)
      }
    }
  }

  @Test func `edges and what is not a number`() {
    #expect(Double.logGamma(0) == .infinity)
    #expect(Double.logGamma(1) == 0)
    #expect(Double.logGamma(2) == 0)
    #expect(Double.logGamma(-1).isNaN)
    #expect(Double.logGamma(.nan).isNaN)
    #expect(Double.regularizedLowerGamma(shape: 2, 0) == 0)
    #expect(Double.regularizedUpperGamma(shape: 2, .infinity) == 0)
    #expect(Double.regularizedUpperGamma(shape: 0, 1).isNaN)
    #expect(Double.regularizedUpperGamma(shape: 1, .nan).isNaN)
    #expect(Double.regularizedBeta(0, 2, 3) == 0)
    #expect(Double.regularizedBeta(1, 2, 3) == 1)
    #expect(Double.regularizedBeta(1.5, 2, 3).isNaN)
    #expect(Double.regularizedBeta(.nan, 2, 3).isNaN)
  }

  @Test func `small logarithms and powers keep their digits`() {
    #expect(Double.log(onePlus: 1e-10).relativeError(from: 9.999999999500000000e-11) < 4e-16)
    #expect(Double.log(onePlus: -0.3).relativeError(from: -0.3566749439387323789) < 4e-16)
    #expect(Double.log(onePlus: -1) == -.infinity)
    #expect(Double.expMinusOne(1e-10).relativeError(from: 1.000000000050000000e-10) < 4e-16)
    #expect(Double.expMinusOne(-0.3).relativeError(from: -0.2591817793182821236) < 4e-16)
    #expect(Double.expMinusOne(2).relativeError(from: 6.389056098930650227) < 4e-16)
  }
}
