import RandomStreams
import Testing

/// The expected values were computed by mpmath with 60 digits, for the very doubles asked about.
@Suite("Special functions · the normal distribution and its relatives")
struct SpecialNormalTests {
  @Test(arguments: [
    (1e-9, 1.128379167095512644e-9), (0.1, 0.1124629160182848984), (0.49, 0.5116682611885230913),
    (0.51, 0.5292436198411704367), (1.25, 0.9229001282564582301), (3, 0.9999779095030014146),
  ])
  func `the error function is right to the last digits`(x: Double, truth: Double) {
    #expect(Double.errorFunction(x).relativeError(from: truth) < 5e-16)
    #expect(Double.errorFunction(-x) == -Double.errorFunction(x))
  }

  @Test(arguments: [
    (-2, 1.995322265018952734), (0.001, 0.9988716212090307636), (0.5, 0.4795001221869534623),
    (1, 0.1572992070502851307), (2.5, 4.069520174449589396e-4), (5, 1.53745979442803485e-12),
    (10, 2.088487583762544757e-45), (26, 5.663192408856142846e-296),
  ])
  func `its complement keeps its digits far out`(x: Double, truth: Double) {
    #expect(Double.complementaryErrorFunction(x).relativeError(from: truth) < 2e-15)
  }

  @Test(arguments: [
    (-20, 2.753624118606233695e-89), (-10, 7.619853024160526066e-24),
    (-7.034, 1.003475617034860771e-12), (-5, 2.866515718791939117e-7),
    (-1.96, 0.02499789514822043621), (-0.3, 0.3820885778110473669), (0, 0.5),
    (0.7, 0.7580363477769269714), (3, 0.9986501019683699055),
  ])
  func `the normal tail keeps its digits far out`(z: Double, truth: Double) {
    #expect(Double.normalCumulative(z).relativeError(from: truth) < 2e-15)
  }

  @Test(arguments: [
    (1e-300, -37.04709629936119924), (1e-100, -21.27345356096532429),
    (1e-16, -8.222082216130435615), (1e-12, -7.034483825301131933),
    (1e-5, -4.26489079392282461), (0.001, -3.090232306167813535),
    (0.025, -1.959963984540054212), (0.2, -0.8416212335729141655),
    (0.45, -0.1256613468550740062), (0.5, 0), (0.8, 0.8416212335729143638),
    (0.975, 1.959963984540053856), (0.999, 3.090232306167813278),
  ])
  func `the normal quantile is right to the last digits`(p: Double, truth: Double) {
    #expect(Double.normalQuantile(p).relativeError(from: truth) < 1e-15)
  }

  @Test func `the quantile undoes the cumulative`() {
    for step in -80...0 {
      let z = Double(step) / 10
      let back = Double.normalQuantile(Double.normalCumulative(z))
      #expect((back - z).magnitude < 2e-15, "at \(z)")
    }
  }

  @Test func `edges and what is not a number`() {
    #expect(Double.normalCumulative(-.infinity) == 0)
    #expect(Double.normalCumulative(.infinity) == 1)
    #expect(Double.normalCumulative(-38) > 0)
    #expect(Double.normalCumulative(.nan).isNaN)
    #expect(Double.normalQuantile(0) == -.infinity)
    #expect(Double.normalQuantile(1) == .infinity)
    #expect(Double.normalQuantile(-0.1).isNaN)
    #expect(Double.normalQuantile(1.1).isNaN)
    #expect(Double.normalQuantile(.nan).isNaN)
    #expect(Double.complementaryErrorFunction(.infinity) == 0)
    #expect(Double.complementaryErrorFunction(-.infinity) == 2)
    #expect(Double.errorFunction(.infinity) == 1)
    #expect(Double.errorFunction(.nan).isNaN)
  }
}
