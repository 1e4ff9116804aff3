public import Matrices
import RealFunctions

/// The likelihood of observed counts under an emulator of the simulator.
public struct EmulatedLikelihood: Sendable {
  private let emulator: Emulator
  /// The observation of each cell; `nil` where it is missing, or not logged.
  let observed: [CellCount?]
  /// What the model may miss, on the scale of each cell's predictor.
  let discrepancy: Double
  /// That of the wave before, which knows the ground that was left since; none for the first.
  private let earlier: [EmulatedLikelihood]
  /// The cells that are observed, with something at risk.
  let used: [Int]
  /// The inverse of the correlations of what is left of the used cells.
  private var precision = SymmetricMatrix(count: 0)

  private var basis: PolynomialBasis { emulator.basis }
  private var cells: [CalibrationCell] { emulator.cells }
  private var fits: [CellFit] { emulator.fits }

  init(
    _ emulator: Emulator, observed: [CellCount?], discrepancy: Double,
    after earlier: EmulatedLikelihood? = nil
  ) {
    self.emulator = emulator
    self.earlier = earlier.map { [$0] } ?? []
    self.observed = observed
    self.discrepancy = discrepancy
    used = observed.indices.filter { (observed[$0]?.exposure ?? 0) > 0 }
    let found = ResidualCorrelations(used.map { emulator.fits[$0].residuals })
    var correlations = found.matrix
    // What the emulator does not know, and what the model may miss, is of each cell by itself.
    let noise = used.map { noiseShare(of: $0).squareRoot() }
    for row in used.indices {
      for column in 0..<row { correlations[row, column] *= noise[row] * noise[column] }
    }
    // Correlations that are not kept are not estimated either.
    let factor = ResidualCorrelations.precisionFactor(
      runs: max(2, emulator.runs - emulator.basis.count), outputs: used.count)
    precision =
      Cholesky(correlations)?.inverse.scaled(by: 1 - found.kept * (1 - max(factor, 0.1)))
      ?? SymmetricMatrix(diagonal: used.map { _ in 1 })
  }

  /// Returns the share of the simulator's noise in a cell's variance, in the middle of the runs.
  private func noiseShare(of cell: Int) -> Double {
    let terms = basis.terms(at: basis.centre)
    let emulated = emulated(
      cell, of: observed[cell]?.exposure ?? 0, terms, emulator.leverage(terms))
    return fits[cell].dispersion / emulated.inflation
  }

  /// What is emulated of a cell: its count's mean, the variance by the family's own law, and how many
  /// times as great the whole variance is.
  private typealias Emulated = (
    predictor: Double, mean: Double, variance: Double, inflation: Double
  )

  /// Returns what is emulated of a cell, at a point with these terms, for `exposure`.
  @inline(__always)
  private func emulated(
    _ cell: Int, of exposure: Double, _ terms: [Double], _ leverage: Double
  ) -> Emulated {
    let (fit, family) = (fits[cell], cells[cell].family)
    let predictor = predictor(cell, terms)
    let (mean, variance) = CellFit.mean(predictor, exposure, family)
    let miss = family == .number ? discrepancy * predictor : discrepancy
    // A fit that knows so many runs only is wrong by a part of what a run is; of a cell with more at
    // risk than in these, by a greater part.
    let scale = fit.exposure > 0 ? exposure / fit.exposure : 1
    return (
      predictor, mean, variance,
      fit.dispersion * (1 + leverage * scale) + variance * miss * miss
    )
  }

  @inline(__always)
  private func predictor(_ cell: Int, _ terms: [Double]) -> Double {
    let coefficients = fits[cell].coefficients
    var sum = 0.0
    for term in terms.indices { sum += coefficients[term] * terms[term] }
    return sum
  }

  /// Returns the logarithm of the likelihood at a point.
  public func logLikelihood(at point: [Double]) -> Double {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.logLikelihood(at: point)
    }
    var residuals: [Double] = []
    residuals.reserveCapacity(used.count)
    var logVariances = 0.0
    for cell in used {
      guard let count = observed[cell] else { continue }
      let emulated = emulated(cell, of: count.exposure, terms, leverage)
      let deviance = CellFit.signedDeviance(count, emulated.predictor, cells[cell].family)
      residuals.append(deviance / emulated.inflation.squareRoot())
      logVariances += Double.log(emulated.inflation)
    }
    return -(precision.form(residuals) + logVariances) / 2
  }

  /// Returns how far each observation lies from the emulated mean, in standard deviations; `nil`
  /// where there is none.
  public func implausibilities(at point: [Double]) -> [Double?] {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.implausibilities(at: point)
    }
    return cells.indices.map { cell in
      guard let count = observed[cell], count.exposure > 0 else { return nil }
      let emulated = emulated(cell, of: count.exposure, terms, leverage)
      let deviation = (emulated.variance * emulated.inflation).squareRoot()
      return deviation > 0 ? (count.count - emulated.mean) / deviation : 0
    }
  }

  /// Returns the emulated mean of a cell at a point, for `exposure`.
  public func mean(of cell: Int, at point: [Double], exposure: Double) -> Double {
    CellFit.mean(
      predictor(cell, basis.terms(at: point)), exposure, cells[cell].family
    ).mean
  }

  /// Returns the gradient of the likelihood's logarithm, and Fisher's information.
  func score(at point: [Double]) -> (gradient: [Double], information: SymmetricMatrix) {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) { return earlier.score(at: point) }
    var gradient = [Double](repeating: 0, count: basis.dimensions)
    var information = SymmetricMatrix(count: basis.dimensions)
    for cell in cells.indices {
      guard let count = observed[cell], count.exposure > 0 else { continue }
      let emulated = emulated(cell, of: count.exposure, terms, leverage)
      let slopes = basis.slopes(fits[cell].coefficients[...], at: point)
      for axis in slopes.indices {
        gradient[axis] += slopes[axis] * (count.count - emulated.mean) / emulated.inflation
      }
      information.addToLowerHalf(emulated.variance / emulated.inflation, slopes[...])
    }
    information.mirror()
    return (gradient, information)
  }

  /// Returns Fisher's information of the cells that `isLogged` chooses, for these exposures.
  public func information(
    at point: [Double], exposures: [Double], where isLogged: (Int) -> Bool
  ) -> SymmetricMatrix {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    var information = SymmetricMatrix(count: basis.dimensions)
    for cell in cells.indices where isLogged(cell) && exposures[cell] > 0 {
      let emulated = emulated(cell, of: exposures[cell], terms, leverage)
      let slopes = basis.slopes(fits[cell].coefficients[...], at: point)
      information.addToLowerHalf(emulated.variance / emulated.inflation, slopes[...])
    }
    information.mirror()
    return information
  }
}
